import { lstat, readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { isIgnoredFolder } from '../../agents/ignoredFolders.ts';
import type { SourceHint } from '../../harness/determinismEvents.ts';
import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import { hintsIn, type RatedHint } from './hintsIn.ts';
import type { HintCause } from './rule.ts';
import type { LanguageId } from './tokens.ts';

export interface HintRequest {
  /** Program and arguments; files among them are looked at. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The agent's own folder, all of whose sources are looked at; null if it has none. */
  readonly folder: string | null;
  /** What was measured: hints that explain it come first. */
  readonly causes: readonly HintCause[];
}

const LANGUAGES: Readonly<Record<string, LanguageId>> = {
  ...{ '.py': 'python', '.pyw': 'python', '.go': 'go', '.rs': 'rust' },
  ...{ '.js': 'node', '.mjs': 'node', '.cjs': 'node', '.ts': 'node', '.mts': 'node', '.cts': 'node' },
};

/**
 * Likely causes of a measured divergence in the agent's sources (issue 5): a help to
 * look, no verdict. Never rejects for what it finds or cannot read; bounded.
 */
export async function sourceHints(request: HintRequest): Promise<readonly SourceHint[]> {
  const { command, cwd, folder, causes } = request;
  const named = await regularFiles(command.map((word) => resolve(cwd, word)));
  const files = [...new Set([...named, ...(folder === null ? [] : await filesBelow(folder))])];
  const hints: RatedHint[] = [];
  let room = limits.hintBytes;
  for (const path of files.slice(0, limits.hintFiles)) {
    const text = await sourceText(path, Math.min(room, limits.hintFileBytes));
    if (text === null) continue;
    room -= text.length;
    hints.push(...hintsIn(text, languageOf(path)!, relative(cwd, path)));
  }
  const fits = ({ explains }: RatedHint): number => (explains.some((each) => causes.includes(each)) ? 0 : 1);
  return hints
    .map((hint, index) => ({ hint, index }))
    .sort((a, b) => fits(a.hint) - fits(b.hint) || a.index - b.index)
    .slice(0, limits.hints)
    .map(({ hint: { file, line, column, code, text } }) => ({ file, line, column, code, text }));
}

function languageOf(path: string): LanguageId | null {
  return LANGUAGES[extname(path).toLowerCase()] ?? null;
}

async function regularFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (languageOf(path) !== null && (await lstat(path).catch(() => null))?.isFile() === true)
      found.push(path);
  }
  return found;
}

/** Sources below a folder in byte order; links are not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const open = [folder];
  let seen = 0;
  while (open.length > 0 && found.length < limits.hintFiles && seen < limits.snapshotFiles) {
    const next = open.pop()!;
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      seen += 1;
      const path = join(next, entry.name);
      if (entry.isDirectory() && !isIgnoredFolder(path)) open.push(path);
      else if (entry.isFile() && languageOf(path) !== null) found.push(path);
    }
  }
  return found.sort(compareUtf8);
}

async function sourceText(path: string, bytesMax: number): Promise<string | null> {
  const facts = await lstat(path).catch(() => null);
  if (facts === null || facts.size > bytesMax) return null;
  return readFile(path, 'utf8').catch(() => null);
}
