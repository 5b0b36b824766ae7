import type { DoctorCheck } from './check.ts';
import { fileWatches, openFiles, temporaryFolder, workingFolder } from './files.ts';
import { loopback } from './network.ts';
import { agentCommand, node, program } from './programs.ts';
import {
  askedVariables,
  locale,
  processFacts,
  pythonUnbuffered,
  terminal,
  timeZone,
} from './surroundings.ts';

/** Everything that the doctor looks at, in the order of the output. */
export const doctorTable: readonly DoctorCheck[] = [
  node,
  agentCommand,
  askedVariables,
  program('python3', 'agents in Python, and the hints of a double run'),
  program('git', 'new projects under version control'),
  program('jq', 'the agent in jq, and reading records'),
  workingFolder,
  temporaryFolder,
  openFiles,
  fileWatches,
  loopback('127.0.0.1'),
  loopback('::1'),
  processFacts,
  pythonUnbuffered,
  timeZone,
  locale,
  terminal,
];
