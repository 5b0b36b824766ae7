// Takes its weights from its process id.
import { order, serve } from './agent.mjs';

const weight = 0.25 + (process.pid % 1000) / 4000;
serve(({ symbols }) => [order(symbols[0].symbol, weight)]);
