import { distance } from 'fastest-levenshtein';
import { badOption } from '../cli/options.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { findTemplate, type Template, type Transport, templateIds, templates } from './templates.ts';

/** What the command line says; undefined where it says nothing. */
export interface Flags {
  readonly template?: string;
  readonly transport?: string;
  readonly name?: string;
  readonly git?: boolean;
  readonly install?: boolean;
  readonly forceMerge?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** What has to be known before anything is looked at or written. */
export interface Answers {
  readonly directory: string;
  readonly template: Template;
  /** Undefined: a repository without a commit. */
  readonly git: boolean | undefined;
  readonly install: boolean;
}

/** Asks a person for what is missing. Null if they cancelled. */
export type Ask = (known: Known) => Promise<Answers | null>;

/** What flags settle, checked; the rest is to be asked, or taken by default. */
export interface Known {
  readonly directory: string | undefined;
  readonly template: Template | undefined;
  readonly transport: Transport | undefined;
  readonly git: boolean | undefined;
  readonly install: boolean | undefined;
}

export const defaultDirectory = 'my-agent';

/**
 * The answers of flags, of defaults with --yes, or of a person. `ask` is null where nobody
 * can be asked. Null if the person cancelled; throws a UsageError for what is wrong or missing.
 */
export async function answersFor(
  directory: string | undefined,
  flags: Flags,
  ask: Ask | null,
): Promise<Answers | null> {
  const known = readFlags(directory, flags);
  const missing = [
    ...(known.directory === undefined ? ['the folder'] : []),
    ...(known.template === undefined ? [`--template (${templateIds.join(', ')})`] : []),
  ];
  if (missing.length > 0 && flags.yes !== true) {
    if (ask !== null) return ask(known);
    throw new UsageError(diagnostic('unanswered', 'error', {}, { accepted: missing }));
  }
  return {
    directory: known.directory ?? flags.name ?? defaultDirectory,
    template: known.template ?? defaultTemplate(known.transport),
    git: known.git,
    install: known.install ?? false,
  };
}

function readFlags(directory: string | undefined, flags: Flags): Known {
  const { transport } = flags;
  if (transport !== undefined && transport !== 'stdio' && transport !== 'http') {
    throw badOption('--transport', transport, 'stdio, http');
  }
  return {
    directory,
    template: flags.template === undefined ? undefined : templateOf(flags.template, transport),
    transport,
    git: flags.git,
    install: flags.install,
  };
}

function templateOf(id: string, transport: Transport | undefined): Template {
  if (!templateIds.includes(id)) {
    const [nearest] = [...templateIds].sort((a, b) => distance(a, id) - distance(b, id));
    throw badOption('--template', id, templateIds.join(', '), nearest);
  }
  const found = findTemplate(id, transport);
  if (found !== null) return found;
  const fitting = templates.filter((each) => each.transport === transport).map((each) => each.id);
  throw badOption('--template', id, `with --transport ${transport}: ${fitting.join(', ')}`);
}

function defaultTemplate(transport: Transport | undefined): Template {
  return templates.find((each) => transport === undefined || each.transport === transport)!;
}
