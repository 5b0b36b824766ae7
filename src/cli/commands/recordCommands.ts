/** Commands that share most of what they load: what is kept of a run. */

export { command as report } from './report.ts';
export { command as runs } from './runs.ts';
