/** Commands that share most of what they load: what needs no agent. */

export { command as data } from './data.ts';
export { command as explain } from './explain.ts';
export { command as lint } from './lint.ts';
export { command as schema } from './schema.ts';
