import { type CallExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { importsOf } from './imports.ts';
import { looseBoundFaults } from './looseBounds.ts';
import { isFreeName, nodesOf, type ParsedFile, placeOf } from './sourceTree.ts';

const FILE_LINES_MAX = 400;

/** Modules that src/ does without, and what does their work here. */
const bannedModules: Readonly<Record<string, string>> = {
  readline: 'it splits on U+2028 and decodes lossily: frame bytes with agents/stdio/lineFramer.ts',
  'readline/promises': 'frame bytes with agents/stdio/lineFramer.ts',
};

/** Calls that src/ does without (but for the files named), and what to do instead. */
const bannedCalls: readonly {
  readonly callee: RegExp;
  readonly instead: string;
  readonly except?: RegExp;
}[] = [
  {
    callee: /^process\.(exit|abort|reallyExit)$/,
    instead: 'return an exit code to cli/program.ts, so that agents are torn down and output is flushed',
    except: /^src\/(cli\/signals\.ts$|bin\/)/,
  },
  {
    callee: /^(exec|execSync)$/,
    instead: 'no shell reads a command line here: spawn the program with its arguments',
  },
  { callee: /^console\./, instead: 'write to the streams of Io (cli/command.ts): stdout is for results' },
];

/** Words inside identifiers that have a name of the field, or no abbreviation, in this code. */
const bannedWords: Readonly<Record<string, string>> = {
  ...{ candle: 'bar', ohlc: 'bar', tick: 'bar', ticker: 'symbol', commission: 'fee', episode: 'run' },
  ...{ trade: 'order or fill', trades: 'orders or fills', backtest: 'run', timestep: 'step' },
  ...{ obs: 'observation', cfg: 'config', conf: 'config or confidence', ctx: 'context', msg: 'message' },
  ...{ idx: 'index', cnt: 'count', num: 'count or number', val: 'value', str: 'text', buf: 'bytes' },
  ...{
    tmp: 'what it holds',
    cb: 'what it is called for',
    fn: 'what it does',
    req: 'request',
    res: 'response',
  },
  ...{ opts: 'options', desc: 'description', prev: 'previous', curr: 'current', len: 'length' },
};

/** One sentence for everything in src/ that the house rules forbid. */
export function tidyFaults(files: readonly ParsedFile[]): readonly string[] {
  return files.flatMap((file) => [
    ...lengthFaults(file),
    ...moduleFaults(file),
    ...nodeFaults(file),
    ...looseBoundFaults(file),
  ]);
}

function lengthFaults({ path, tree }: ParsedFile): string[] {
  const lines = tree.text.split('\n').length - 1;
  if (lines <= FILE_LINES_MAX) return [];
  return [`${path}: ${lines} lines: one idea a file, ${FILE_LINES_MAX} lines at most: split it`];
}

function moduleFaults(file: ParsedFile): string[] {
  return importsOf(file).flatMap(({ specifier, place }) => {
    const name = specifier.replace(/^node:/, '');
    return Object.hasOwn(bannedModules, name)
      ? [`${place}: imports ${specifier}: ${bannedModules[name]}`]
      : [];
  });
}

function* nodeFaults(file: ParsedFile): Generator<string> {
  for (const node of nodesOf(file.tree)) {
    if (node.kind === SyntaxKind.CallExpression) yield* callFaults(file, node as CallExpression);
    if (
      node.kind === SyntaxKind.PropertyAssignment &&
      /^shell\s*:(?!\s*false\b)/.test(node.getText(file.tree))
    ) {
      yield `${placeOf(file, node)}: shell: no shell reads a command line here: spawn the program with its arguments`;
    }
    if (declaresName(node)) yield* wordFaults(file, node);
  }
}

function* callFaults(file: ParsedFile, call: CallExpression): Generator<string> {
  const callee = call.expression.getText(file.tree);
  for (const row of bannedCalls) {
    if (!row.callee.test(callee) || row.except?.test(file.path)) continue;
    yield `${placeOf(file, call)}: ${callee}(): ${row.instead}`;
  }
}

function declaresName(node: Node): boolean {
  const { parent } = node as Node & { parent?: Node & { name?: Node } };
  return (
    node.kind === SyntaxKind.Identifier && parent?.name === node && (isFreeName(node) || !isAccess(parent))
  );
}

function isAccess(node: Node): boolean {
  return node.kind === SyntaxKind.PropertyAccessExpression;
}

function* wordFaults(file: ParsedFile, node: Node): Generator<string> {
  const name = node.getText(file.tree);
  for (const word of wordsOf(name)) {
    if (!Object.hasOwn(bannedWords, word)) continue;
    yield `${placeOf(file, node)}: ${name}: "${word}" is called "${bannedWords[word]}" here`;
  }
}

/** `decideTimeoutMs` -> decide, timeout, ms. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
