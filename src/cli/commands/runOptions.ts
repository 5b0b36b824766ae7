import type { Command } from 'commander';
import {
  addOptions,
  agentOptions,
  cellOptions,
  faultPlanOption,
  formatOption,
  marketOptions,
  noRecordOption,
} from './sharedOptions.ts';

/** The options that fix what one run is, and how it is told: those of simulate and of watch. */
export function addRunOptions(command: Command): Command {
  return addOptions(command, agentOptions, marketOptions, cellOptions, [
    faultPlanOption,
    ['--no-double-run', 'one run only'],
    ['--probes', 'ask observations twice, and a server for a run again (docs/determinism.md)'],
    ['--retries <n>', 'extra attempts with a fresh agent after a runtime failure', '0'],
    noRecordOption,
    formatOption('one event a line on stdout'),
    ['--quiet', 'the summary alone'],
  ]);
}
