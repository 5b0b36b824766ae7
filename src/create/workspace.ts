import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * A sentence if the folder lies below the root of a workspace (npm, yarn, bun or pnpm)
 * whose patterns leave it out: its packages would then be installed apart. Else null.
 */
export function workspaceNote(folder: string): string | null {
  for (let each = dirname(folder); ; each = dirname(each)) {
    const patterns = patternsOf(each);
    if (patterns !== null) {
      const path = relative(each, folder).split(sep).join('/');
      return covers(patterns, path)
        ? null
        : `the workspace of ${each} does not cover ${path}: add it there if it belongs to it`;
    }
    if (each === dirname(each)) return null;
  }
}

function patternsOf(folder: string): readonly string[] | null {
  try {
    const pnpm = join(folder, 'pnpm-workspace.yaml');
    if (existsSync(pnpm)) return yamlList(readFileSync(pnpm, 'utf8'), 'packages');
    const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const patterns: unknown = Array.isArray(workspaces) ? workspaces : workspaces?.packages;
    return Array.isArray(patterns) ? patterns.filter((each) => typeof each === 'string') : null;
  } catch {
    // No manifest here, or one that is not ours to judge.
    return null;
  }
}

/** The plain items of a block list under a top-level key, as pnpm's own documentation writes it. */
function yamlList(text: string, key: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  return (end === -1 ? rest : rest.slice(0, end)).flatMap((line) => {
    const item = /^\s*-\s*(?:"([^"]*)"|'([^']*)'|([^#\s]+))/.exec(line);
    return item === null ? [] : [item[1] ?? item[2] ?? item[3] ?? ''];
  });
}

function covers(patterns: readonly string[], path: string): boolean {
  const matches = (pattern: string): boolean => globToPattern(pattern).test(path);
  return (
    patterns.some((each) => !each.startsWith('!') && matches(each)) &&
    !patterns.some((each) => each.startsWith('!') && matches(each.slice(1)))
  );
}

function globToPattern(glob: string): RegExp {
  const source = glob
    .replace(/^\.\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (wild) => (wild === '*' ? '[^/]*' : wild === '?' ? '[^/]' : '.*'));
  return new RegExp(`^${source}$`);
}
