// Reports more reasoning tokens than tokens out, of which they are a part.
import { serve } from './agent.mjs';

serve(
  () => [],
  () => ({ cost: { cost_usd: 0, tokens_in: 900, tokens_out: 10, reasoning_tokens: 500 } }),
);
