import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, select, text } from '@clack/prompts';
import { type Ask, defaultDirectory } from './answers.ts';
import { textFault } from './target.ts';
import { findTemplate, templates } from './templates.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly cwd: string;
  /** Ends the question that is open, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** The questions of a terminal: only what flags left open, in the order of their weight. */
export function askOn({ input, output, cwd, signal }: Terminal): Ask {
  const common = { input, output, signal };
  return async (known) => {
    const directory =
      known.directory ??
      (await text({
        ...common,
        message: 'Which folder does the agent go to?',
        placeholder: defaultDirectory,
        defaultValue: defaultDirectory,
        validate: (given) => (given ? (textFault(given, cwd) ?? undefined) : undefined),
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
