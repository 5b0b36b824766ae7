// Is invested as a whole, whatever comes.
import { order, serve } from './agent.mjs';

serve(({ symbols }) => [order(symbols[0].symbol, 1)]);
