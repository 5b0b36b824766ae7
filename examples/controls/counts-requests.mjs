// Decides by how many lines it has read.
import { order, serve } from './agent.mjs';

serve(({ symbols }, step) => [order(symbols[0].symbol, (step % 10) / 10)]);
