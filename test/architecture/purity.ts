import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { importsOf } from './imports.ts';
import { isFreeName, nodesOf, type ParsedFile, placeOf } from './sourceTree.ts';

/** Take values, return values (page 7 and docs/architecture.md). */
const pureFolders =
  /^src\/(kernel|protocol|market|engine|faults|ui\/model|ui\/panes)\/|^src\/ui\/(frame|layout|sentences)\.ts$/;

/** Packages that are functions of their input. */
const purePackages = new Set([
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  'fastest-levenshtein',
  'zod',
]);

/** Names of the surroundings, and what a pure function does instead. */
const bannedNames: Readonly<Record<string, string>> = {
  process: 'take the value as an argument; cli reads the process',
  performance: 'take the elapsed time as an argument; agents measure it',
  setTimeout: 'return what is due and when; agents own the timers',
  setInterval: 'return what is due and when; agents own the timers',
  setImmediate: 'return what is due; agents own the timers',
  queueMicrotask: 'return the value; agents and cli own the event loop',
  fetch: 'take the bytes as an argument; agents talk to endpoints',
  Buffer: 'use Uint8Array, TextEncoder and TextDecoder',
  require: 'use a static import',
  console: 'return a diagnostic (kernel/diagnostic.ts)',
  crypto: 'use @noble/hashes for digests and kernel/splitMix64.ts for draws',
  Intl: 'the result depends on the machine; format by hand',
  globalThis: 'take what you need as an argument',
  eval: 'write the function',
};

/** Members that read the clock, the machine or an unseeded generator. */
const bannedMembers: Readonly<Record<string, string>> = {
  'Date.now': 'take the time as an argument',
  'Math.random': 'draw from kernel/splitMix64.ts with a seed',
  localeCompare: 'the order depends on the machine: use compareUtf8 (kernel/utf8.ts)',
  toLocaleString: 'the text depends on the machine: use kernel/floatText.ts',
  toLocaleLowerCase: 'the text depends on the machine: use toLowerCase',
  toLocaleUpperCase: 'the text depends on the machine: use toUpperCase',
};

/** Where results must repeat the reference bit for bit, only operations that IEEE 754 fixes (page 2). */
const exactFolders = /^src\/(market|engine|faults)\//;
/** The kit's own statistics, which no one else has to repeat. */
const approximateFiles = new Set(['src/engine/statistics.ts', 'src/engine/normalCdf.ts']);
const exactMath = new Set('abs min max sqrt floor ceil round trunc sign imul clz32 fround'.split(' '));

/** One sentence for everything in a pure folder that reaches outside. */
export function purityFaults(files: readonly ParsedFile[]): readonly string[] {
  return files
    .filter((file) => pureFolders.test(file.path))
    .flatMap((file) => [...importFaults(file), ...nodeFaults(file)]);
}

function importFaults(file: ParsedFile): string[] {
  return importsOf(file)
    .filter(({ specifier }) => !specifier.startsWith('.') && !purePackages.has(specifier))
    .map(
      ({ specifier, place }) =>
        `${place}: imports ${specifier}: pass its values in from agents, harness or cli`,
    );
}

function* nodeFaults(file: ParsedFile): Generator<string> {
  for (const node of nodesOf(file.tree)) {
    const name = isFreeName(node) ? node.getText(file.tree) : '';
    if (Object.hasOwn(bannedNames, name)) yield `${placeOf(file, node)}: ${name}: ${bannedNames[name]}`;
    if (node.kind === SyntaxKind.PropertyAccessExpression) yield* memberFaults(file, node);
    if (node.kind === SyntaxKind.MetaProperty) {
      yield `${placeOf(file, node)}: ${node.getText(file.tree)}: take the value as an argument`;
    }
    if (callsDate(node, file)) {
      yield `${placeOf(file, node)}: Date: it reads the clock or the time zone: take the time as an argument, or use Date.UTC`;
    }
  }
}

function* memberFaults(file: ParsedFile, node: Node): Generator<string> {
  const access = node as Node & { expression: Node; name: Node };
  const object = access.expression.getText(file.tree);
  const member = access.name.getText(file.tree);
  for (const name of [`${object}.${member}`, member]) {
    if (Object.hasOwn(bannedMembers, name)) yield `${placeOf(file, node)}: ${name}: ${bannedMembers[name]}`;
  }
  if (object === 'Math' && mustBeExact(file) && /^[a-z]/.test(member) && !exactMath.has(member)) {
    if (member !== 'random') {
      yield `${placeOf(file, node)}: Math.${member}: engines differ in its last bits; build it from + - * / and Math.sqrt`;
    }
  }
}

function mustBeExact(file: ParsedFile): boolean {
  return exactFolders.test(file.path) && !approximateFiles.has(file.path);
}

function callsDate(node: Node, file: ParsedFile): boolean {
  if (node.kind !== SyntaxKind.NewExpression && node.kind !== SyntaxKind.CallExpression) return false;
  return (node as Node & { expression: Node }).expression.getText(file.tree) === 'Date';
}
