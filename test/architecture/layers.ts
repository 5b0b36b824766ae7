import { posix } from 'node:path';
import { type ImportEdge, importsOf } from './imports.ts';
import type { ParsedFile } from './sourceTree.ts';

/** From what everything rests on to what rests on everything; one row imports only rows above it. */
const layers: readonly (readonly string[])[] = [
  ['kernel'],
  ['protocol'],
  ['market'],
  ['engine'],
  ['faults'],
  ['agents'],
  ['harness'],
  ['determinism'],
  ['reload'],
  ['grading'],
  ['reporters'],
  ['ui'],
  ['cli'],
  ['create'],
  ['bin'],
];

/** What src/index.ts, the library, may show: everything that needs no terminal. */
const libraryRank = rankOf('determinism');

/** The one file outside src/ that it reads at build time, and who may. */
const manifestReader = 'src/cli/version.ts';

/** One sentence for every import that runs the wrong way, or that cannot be followed. */
export function layeringFaults(files: readonly ParsedFile[]): readonly string[] {
  const known = new Set(files.map((file) => file.path));
  return files.flatMap((file) =>
    importsOf(file)
      .map((edge) => faultOf(file.path, edge, known))
      .filter((fault) => fault !== null),
  );
}

function faultOf(path: string, edge: ImportEdge, known: ReadonlySet<string>): string | null {
  const { specifier, place } = edge;
  if (!/^[./]/.test(specifier)) {
    return /^[@a-z]/.test(specifier)
      ? null
      : `${place}: import ${specifier}: name the module in a string literal`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (target === 'package.json' && path === manifestReader) return null;
  if (!known.has(target)) {
    return `${place}: import ${specifier} is no file of src: name it with its .ts extension`;
  }
  const from = layerOf(path);
  const to = layerOf(target);
  if (from === to) return null;
  const fromRank = from === 'index.ts' ? libraryRank + 1 : rankOf(from);
  const toRank = rankOf(to);
  if (fromRank === -1 || toRank === -1) {
    return `${place}: ${fromRank === -1 ? from : to} is not a layer: add its row to test/architecture/layers.ts and to docs/architecture.md`;
  }
  if (toRank < fromRank) return null;
  return `${place}: ${from} imports ${to} (${specifier}), which rests on it: move what both need down a layer, or pass it in as a value`;
}

function layerOf(path: string): string {
  return path.split('/')[1] ?? path;
}

function rankOf(layer: string): number {
  return layers.findIndex((row) => row.includes(layer));
}

/** Rings of imports that are loaded (types are erased), each as `a -> b -> a`. */
export function importCycles(files: readonly ParsedFile[]): readonly string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter((edge) => !edge.isTypeOnly && edge.specifier.startsWith('.'))
        .map((edge) => posix.join(posix.dirname(file.path), edge.specifier)),
    ]),
  );
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen !== -1) {
      cycles.push([...trail.slice(seen), path].join(' -> '));
      return;
    }
    if (finished.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
