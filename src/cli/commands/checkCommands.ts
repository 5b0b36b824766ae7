/** Commands that share most of what they load: verdicts on an agent. */
export { command as check } from './check.ts';
export { command as compare } from './compare.ts';
export { command as doctor } from './doctor.ts';
