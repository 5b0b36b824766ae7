// Thinks for most of its budget at every step.
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './agent.mjs';

serve(async () => {
  await pause(200);
  return [];
});
