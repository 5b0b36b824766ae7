import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a project. */
export interface ProjectFile {
  /** From the project's folder, parts joined by `/`. */
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** What stands for the agent's name in the text of a template. */
const PLACEHOLDER = '__AGENT_NAME__';

/** npm leaves out or renames these when it packs, so templates carry them under another name. */
const storedNames: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  _gitattributes: '.gitattributes',
};

/** What builds and runs leave behind in a working copy; none of it belongs to a template. */
const leftovers: ReadonlySet<string> = new Set([
  ...['node_modules', '__pycache__', '.venv', '.sbdev', '.cache', 'target', 'dist', 'build', 'out'],
  ...['.DS_Store', '.Rhistory'],
]);

/** The files of a template with the agent's name in place, ordered by path. */
export function templateFiles(templateFolder: string, agentName: string): readonly ProjectFile[] {
  return storedFiles(templateFolder)
    .map((stored) => {
      const file = join(templateFolder, stored);
      return {
        path: projectPath(stored),
        content: withName(readFileSync(file), agentName),
        isExecutable: (statSync(file).mode & 0o111) !== 0,
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The paths of a template as they are stored, from its folder. */
export function storedFiles(templateFolder: string, below = ''): readonly string[] {
  return readdirSync(join(templateFolder, below), { withFileTypes: true }).flatMap((entry) => {
    if (leftovers.has(entry.name)) return [];
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return storedFiles(templateFolder, path);
    return entry.isFile() ? [path] : [];
  });
}

/** `_gitignore` -> `.gitignore`, in any folder. */
export function projectPath(stored: string): string {
  const parts = stored.split('/');
  const name = parts.pop() ?? '';
  return [...parts, Object.hasOwn(storedNames, name) ? storedNames[name] : name].join('/');
}

function withName(content: Buffer, agentName: string): Buffer {
  if (!content.includes(PLACEHOLDER) || content.includes(0)) return content;
  return Buffer.from(content.toString('utf8').replaceAll(PLACEHOLDER, agentName), 'utf8');
}
