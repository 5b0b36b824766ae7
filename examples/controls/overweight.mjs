// Asks for more than all of its NAV at step 3.
import { order, serve } from './agent.mjs';

serve(({ symbols }, step) => [order(symbols[0].symbol, step === 3 ? 1.5 : 0.5)]);
