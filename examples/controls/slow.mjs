// Thinks for 50 ms at every step.
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './agent.mjs';

serve(async () => {
  await pause(50);
  return [];
});
