import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, select, text } from '@clack/prompts';
import { UsageError } from '../kernel/errors.ts';
import { type Ask, defaultDirectory } from './answers.ts';
import { refuseConflicts } from './layout.ts';
import { findTarget } from './target.ts';
import { findTemplate, templates } from './templates.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly cwd: string;
  /** True if a folder that holds something may be added to. */
  readonly mayMerge: boolean;
  /** Ends the question that is open, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** The questions of a terminal: only what flags left open, in the order of their weight. */
export function askOn({ input, output, cwd, mayMerge, signal }: Terminal): Ask {
  const common = { input, output, signal };
  return async (known) => {
    const directory =
      known.directory ??
      (await text({
        ...common,
        message: 'Which folder does the agent go to?',
        placeholder: defaultDirectory,
        defaultValue: defaultDirectory,
        validate: (given) => folderFault(given || defaultDirectory, cwd, mayMerge),
      }));
    if (isCancel(directory)) return null;
    const id =
      known.template?.id ??
      (await select({
        ...common,
        message: 'Which template?',
        options: templates
          .filter((each) => known.transport === undefined || each.transport === known.transport)
          .map((each) => ({ value: each.id, label: each.title, hint: each.id })),
      }));
    if (isCancel(id)) return null;
    const template = findTemplate(id)!;
    const git =
      known.git ?? (await confirm({ ...common, message: 'Start a git repository with a first commit?' }));
    if (isCancel(git)) return null;
    const install =
      known.install ??
      (template.needsInstall
        ? await confirm({ ...common, message: 'Install its packages now (needs the network)?' })
        : false);
    if (isCancel(install)) return null;
    return { directory, template, git, install };
  };
}

/** Why a folder cannot be taken, while it can still be typed anew; undefined if it can. */
function folderFault(asked: string, cwd: string, mayMerge: boolean): string | undefined {
  try {
    refuseConflicts(findTarget(asked, cwd), mayMerge);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { facts } = error.diagnostics[0]!;
    return typeof facts.reason === 'string' ? facts.reason : 'it is not empty; name a new folder';
  }
}
