// Reports tokens at no cost, and more reasoning than output.
import { serve } from './agent.mjs';

serve(
  () => [],
  () => ({ cost: { cost_usd: 0, tokens_in: 900, tokens_out: 10, reasoning_tokens: 500 } }),
);
