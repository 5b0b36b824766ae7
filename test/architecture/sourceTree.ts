import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A source file as the compiler parses it. */
export interface ParsedFile {
  /** From the project root: `src/kernel/limits.ts`. */
  readonly path: string;
  readonly tree: SourceFile;
}

/** What runs in a browser and not in the kit; it has a tsconfig.json of its own. */
const BROWSER_FOLDER = join('src', 'reporters', 'html', 'page', '/');

/** Every file of src/ that the kit runs, parsed. */
export function parsedSources(): readonly ParsedFile[] {
  const files = filesUnder(join(projectRoot, 'src')).filter(
    (file) => /\.tsx?$/.test(file) && !relative(projectRoot, file).startsWith(BROWSER_FOLDER),
  );
  return parse(new API({ cwd: projectRoot }), join(projectRoot, 'tsconfig.json'), projectRoot, files);
}

/** Files that exist in memory alone: path to text, for the tests of the checks themselves. */
export function parsedSnippets(snippets: Readonly<Record<string, string>>): readonly ParsedFile[] {
  const files = Object.fromEntries(Object.entries(snippets).map(([path, text]) => [`/${path}`, text]));
  const config = JSON.stringify({ compilerOptions: { noLib: true }, files: Object.keys(files) });
  const fs = createVirtualFileSystem({ ...files, '/tsconfig.json': config });
  return parse(new API({ cwd: '/', fs }), '/tsconfig.json', '/', Object.keys(files));
}

function parse(api: API, config: string, root: string, files: readonly string[]): readonly ParsedFile[] {
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    return files.map((file) => {
      const tree = program?.getSourceFile(file);
      if (tree === undefined) throw new Error(`the compiler did not parse ${file}: is it in tsconfig.json?`);
      return { path: relative(root, file), tree };
    });
  } finally {
    // The compiler may say "context canceled" on stderr as it goes: it was asked to go.
    api.close();
  }
}

export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Every node below (and with) the given one, parents first. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** `src/kernel/u64.ts:12`, for a message that an editor can follow. */
export function placeOf(file: ParsedFile, node: Node): string {
  const start = node.getStart(file.tree);
  return `${file.path}:${file.tree.text.slice(0, start).split('\n').length}`;
}

/**
 * True if the name stands for a value of its own, not for a member (`x.process`), a key
 * (`{ process: 1 }`) or a name that a type or an import merely mentions.
 */
export function isFreeName(node: Node): boolean {
  if (node.kind !== SyntaxKind.Identifier) return false;
  const { parent } = node as Node & { parent: Node & { name?: Node; expression?: Node } };
  const isMemberOrKey =
    parent.kind === SyntaxKind.PropertyAccessExpression ||
    parent.kind === SyntaxKind.PropertyAssignment ||
    parent.kind === SyntaxKind.PropertySignature ||
    parent.kind === SyntaxKind.PropertyDeclaration ||
    parent.kind === SyntaxKind.MethodDeclaration ||
    parent.kind === SyntaxKind.MethodSignature;
  return !(isMemberOrKey && parent.name === node);
}
