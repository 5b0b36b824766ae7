// Keeps 96 MiB where 64 MiB are allowed.
import { serve } from './agent.mjs';

const kept = Buffer.alloc(96 * 1024 * 1024, 1);
serve(() => (kept[0] === 1 ? [] : []));
