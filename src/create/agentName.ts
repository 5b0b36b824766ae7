import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';

/** Longest name that sharpebench.json takes. */
const NAME_CHARACTERS = 64;

const FALLBACK = 'trading-agent';

/**
 * Names that something downstream refuses: npm, cargo (words of Rust, and folders that
 * it makes), and devices of Windows.
 */
const reserved: ReadonlySet<string> = new Set(
  [
    'node_modules favicon-ico',
    'con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9',
    'lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9',
    'abstract as async await become box break const continue crate do dyn else enum extern false final fn',
    'for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct',
    'super trait true try type typeof unsafe unsized use virtual where while yield',
    'alloc build core deps examples incremental proc-macro std test',
  ].flatMap((line) => line.split(' ')),
);

/** The name that was given, else that of the folder. Throws a UsageError. */
export function agentNameOf(given: string | undefined, folderName: string): string {
  if (given === undefined) return agentNameFor(folderName);
  const reason = agentNameFault(given);
  if (reason === null) return given;
  const facts = { reason, nearest: agentNameFor(given) };
  throw new UsageError(diagnostic('bad-agent-name', 'error', {}, { found: JSON.stringify(given), facts }));
}

/** Why a text is no agent name; null if it is one. Names are what npm and cargo both accept. */
export function agentNameFault(name: string): string | null {
  if (name === '') return 'it is empty';
  if (name.length > NAME_CHARACTERS) return `it is longer than ${NAME_CHARACTERS} characters`;
  if (/[/\\]/.test(name)) return 'it is a path';
  if (name.startsWith('.')) return 'it begins with a dot';
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'it is not in kebab-case';
  if (reserved.has(name)) return 'the name is reserved by npm, cargo or Windows';
  return null;
}

/** The agent name for a folder: `My Bot (v2)` -> `my-bot-v2`. Always a valid one, and always the same one. */
export function agentNameFor(folderName: string): string {
  const slug = folderName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const letterFirst = /^-*[0-9]/.test(slug) ? `agent-${slug}` : slug;
  const name = trimmed(trimmed(letterFirst).slice(0, NAME_CHARACTERS));
  if (name === '') return FALLBACK;
  return agentNameFault(name) === null ? name : `${name}-agent`;
}

function trimmed(text: string): string {
  return text.replace(/-{2,}/g, '-').replace(/^-|-$/g, '');
}
