/** Commands that share most of what they load: files of decisions. */
export { command as capture } from './capture.ts';
export { command as diff } from './diff.ts';
export { command as replay } from './replay.ts';
export { command as stability } from './stability.ts';
export { command as verify } from './verify.ts';
