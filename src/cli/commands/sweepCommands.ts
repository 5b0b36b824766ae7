/** Commands that share most of what they load: many runs. */

export { command as merge } from './merge.ts';
export { command as sweep } from './sweep.ts';
