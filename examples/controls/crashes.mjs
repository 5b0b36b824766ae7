// Ends with exit code 7 at step 3.
import { serve } from './agent.mjs';

serve((_observation, step) => (step === 3 ? process.exit(7) : []));
