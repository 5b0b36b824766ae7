// Draws its weights from Math.random.
import { order, serve } from './agent.mjs';

serve(({ symbols }) => [order(symbols[0].symbol, Math.random())]);
