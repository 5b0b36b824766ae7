import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { nodesOf, type ParsedFile, placeOf } from './sourceTree.ts';

const home = 'src/kernel/limits.ts';

/** Below this a number is a detail of its file; from here on it bounds what the outside can do. */
const SMALLEST_BOUND = 1000;

/** A name that ends in a unit, or says that it is a bound: `flushBytes`, `LINES_MAX`, `timeout`. */
const boundName =
  /(ms|millis|seconds|bytes|chars|lines|rows|depth|max|limit|timeout|budget|grace|size|capacity|count)$/i;

/** How much is handled at once: it changes the speed, and nothing that anyone can see. */
const batchName = /^(piece|flush|chunk|block|batch)[A-Z_]/i;

/** Facts of a platform, which no one may set. */
const platformFacts = new Set(['TIMER_MS_MAX']);

/** Calls whose last argument is a time. */
const timers = /^(setTimeout|setInterval|AbortSignal\.timeout)$/;

/** Sizes and times that stand outside of kernel/limits.ts. */
export function* looseBoundFaults(file: ParsedFile): Generator<string> {
  if (file.path === home) return;
  for (const node of nodesOf(file.tree)) {
    const bound = namedBound(node, file) ?? timerBound(node, file);
    if (bound === null || bound.value < SMALLEST_BOUND) continue;
    yield `${placeOf(file, node)}: ${bound.name} = ${bound.value}: bounds live in ${home}: give it a row there`;
  }
}

interface Bound {
  readonly name: string;
  readonly value: number;
}

/** `const flushBytes = 64 * 1024`, `{ timeoutMs: 5000 }`, `(graceMs = 2000) =>`, `static readonly maxBytes = 1e6`. */
function namedBound(node: Node, file: ParsedFile): Bound | null {
  const { name, initializer } = node as Node & { name?: Node; initializer?: Node };
  if (name === undefined || initializer === undefined) return null;
  const text = name.getText(file.tree).replace(/^['"#]|['"]$/g, '');
  const value = constantOf(initializer, file);
  const isBound = boundName.test(text) && !batchName.test(text) && !platformFacts.has(text);
  return value !== null && isBound ? { name: text, value } : null;
}

function timerBound(node: Node, file: ParsedFile): Bound | null {
  if (node.kind !== SyntaxKind.CallExpression) return null;
  const call = node as Node & { expression: Node; arguments: readonly Node[] };
  const callee = call.expression.getText(file.tree);
  const time = call.arguments.at(-1);
  const value = timers.test(callee) && time !== undefined ? constantOf(time, file) : null;
  return value === null ? null : { name: `${callee}()`, value };
}

/** The number that a constant expression stands for; null if it is not one. */
function constantOf(node: Node, file: ParsedFile): number | null {
  switch (node.kind) {
    case SyntaxKind.NumericLiteral:
      return Number(node.getText(file.tree).replaceAll('_', ''));
    case SyntaxKind.ParenthesizedExpression:
    case SyntaxKind.AsExpression:
      return constantOf((node as Node & { expression: Node }).expression, file);
    case SyntaxKind.BinaryExpression: {
      const { left, operatorToken, right } = node as Node & Record<'left' | 'operatorToken' | 'right', Node>;
      const a = constantOf(left, file);
      const b = constantOf(right, file);
      if (a === null || b === null) return null;
      return operations[operatorToken.getText(file.tree)]?.(a, b) ?? null;
    }
    default:
      return null;
  }
}

const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
};
