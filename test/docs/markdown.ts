import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Every page of the project, from its root. */
export function pages(): readonly string[] {
  const inRoot = readdirSync(projectRoot).filter((name) => name.endsWith('.md'));
  const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return [...inRoot, ...inDocs].sort();
}

export function pageText(page: string): string {
  return readFileSync(join(projectRoot, page), 'utf8');
}

export interface Block {
  /** What stands behind the opening fence: `sh`, `text`, ... */
  readonly language: string;
  readonly lines: readonly string[];
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Prose between this block and the one before; empty if there is none. */
  readonly before: string;
}

/** The fenced blocks of a page, in order. Throws for a fence that is not closed. */
export function fencedBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { language: string; lines: string[]; line: number } | null = null;
  let before = '';
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence === null) {
      if (open === null) before += line.trim();
      else open.lines.push(line);
    } else if (open === null) open = { language: fence[1]!.trim(), lines: [], line: index + 1 };
    else {
      blocks.push({ ...open, before });
      open = null;
      before = '';
    }
  }
  if (open !== null) throw new Error(`the fence of line ${open.line} is not closed`);
  return blocks;
}

/** Targets of `[text](target)` and `![text](target)`, code left out. */
export function linkTargets(text: string): readonly string[] {
  const prose = text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
}

/** The anchors that headings get: lower case, punctuation dropped, spaces as dashes. */
export function anchors(text: string): ReadonlySet<string> {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
