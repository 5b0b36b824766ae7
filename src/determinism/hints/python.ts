import { limits } from '../../kernel/limits.ts';
import type { Code } from './code.ts';
import { calls, type Find, type Found, kinds, modelCalls } from './rule.ts';
import type { Token } from './tokens.ts';

/** What imported names stand for: `import a.b as c`, `from a import b as c`. */
export function pythonAliases(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== 'name' || (text !== 'import' && text !== 'from')) continue;
    if (text === 'from') continue;
    const from = moduleBefore(tokens, index);
    for (const [path, alias] of importedNames(tokens, index + 1)) {
      // `import a.b` binds `a` alone, under its own name.
      if (from === null && alias === null) continue;
      aliases.set(alias ?? path, from === null ? path : `${from}.${path}`);
    }
  }
  return aliases;
}

/** `from a.b import`: the dotted name in front of `import`; null if there is no `from`. */
function moduleBefore(tokens: readonly Token[], at: number): string | null {
  let start = at - 1;
  while (start >= 0 && tokens[start]!.text !== 'from') {
    const { kind, text, line } = tokens[start]!;
    if (line !== tokens[at]!.line || (kind !== 'name' && text !== '.')) return null;
    start -= 1;
  }
  return start < 0
    ? null
    : tokens
        .slice(start + 1, at)
        .map(({ text }) => text)
        .join('');
}

function* importedNames(tokens: readonly Token[], start: number): Generator<[string, string | null]> {
  const isBracketed = tokens[start]?.text === '(';
  let index = isBracketed ? start + 1 : start;
  const { line } = tokens[index] ?? { line: 0 };
  while (tokens[index]?.kind === 'name' && (isBracketed || tokens[index]!.line === line)) {
    let path = tokens[index]!.text;
    index += 1;
    while (tokens[index]?.text === '.') {
      path += `.${tokens[index + 1]?.text ?? ''}`;
      index += 2;
    }
    const isRenamed = tokens[index]?.text === 'as';
    yield [path, isRenamed ? (tokens[index + 1]?.text ?? null) : null];
    index += isRenamed ? 2 : 0;
    if (tokens[index]?.text !== ',') return;
    index += 1;
  }
}

const RANDOM = [
  /^random\.(random|randint|randrange|uniform|choices?|shuffle|sample|gauss|normalvariate|triangular|betavariate|expovariate|getrandbits)$/,
];
const NUMPY_RANDOM = [
  /^numpy\.random\.(rand|randn|randint|random|random_sample|choice|shuffle|permutation|normal|uniform|standard_normal)$/,
];

const isSeeded =
  (seed: string): ((code: Code) => boolean) =>
  (code) =>
    code.tokens.some((_, index) => {
      const chain = code.chain(index);
      return chain?.name === seed && code.text(chain.next) === '(' && !code.isEmptyCall(chain.next);
    });
const randomIsSeeded = isSeeded('random.seed');
const numpyIsSeeded = isSeeded('numpy.random.seed');
const withoutArguments = (code: Code, paren: number): boolean => code.isEmptyCall(paren);

export const pythonRules: readonly Find[] = [
  setIterations,
  calls(kinds.hash, ['hash']),
  calls(kinds.identity, ['id']),
  (code) => (randomIsSeeded(code) ? [] : calls(kinds.random, RANDOM)(code)),
  (code) => (numpyIsSeeded(code) ? [] : calls(kinds.random, NUMPY_RANDOM)(code)),
  calls(kinds.random, ['random.Random', 'random.seed', 'numpy.random.default_rng'], withoutArguments),
  calls(kinds.random, [
    ...['random.SystemRandom', 'os.urandom', 'os.getrandom', 'uuid.uuid1', 'uuid.uuid4'],
    /^secrets\./,
  ]),
  calls(kinds.clock, [
    /^time\.(time|monotonic|perf_counter|process_time)(_ns)?$/,
    /^datetime(\.datetime)?\.(now|utcnow|today)$/,
    /^datetime\.date\.today$/,
  ]),
  calls(kinds.localTime, [
    ...['time.localtime', 'time.mktime', 'time.strftime', 'time.ctime'],
    /^datetime(\.datetime)?\.fromtimestamp$/,
    /\.(astimezone|timestamp)$/,
  ]),
  calls(kinds.locale, [/^locale\.(setlocale|strxfrm|strcoll|format_string|currency|str|localeconv)$/]),
  calls(kinds.process, ['os.getpid', 'os.getppid', 'threading.get_ident', 'socket.gethostname']),
  calls(kinds.listing, ['os.listdir', 'os.scandir', 'glob.glob', 'glob.iglob', /\.iterdir$/], isUnsorted),
  calls(kinds.threads, [
    ...['threading.Thread', 'multiprocessing.Process', 'multiprocessing.Pool'],
    ...['concurrent.futures.as_completed', 'asyncio.as_completed', 'asyncio.wait'],
    /^concurrent\.futures\.(ThreadPoolExecutor|ProcessPoolExecutor)$/,
  ]),
  calls(kinds.fileState, [
    /\.(write_text|write_bytes)$/,
    'json.dump',
    'pickle.dump',
    'shelve.open',
    'sqlite3.connect',
  ]),
  modelCalls,
];

/** What takes its arguments in any order, so that the order of a set does not get through. */
const ORDER_FREE: ReadonlySet<string> = new Set([
  ...['sorted', 'min', 'max', 'len', 'any', 'all', 'set', 'frozenset'],
]);
/** What hands the order of its argument on. */
const ORDER_KEEPING: ReadonlySet<string> = new Set([
  ...[
    'list',
    'tuple',
    'enumerate',
    'iter',
    'next',
    'map',
    'filter',
    'zip',
    'sum',
    'join',
    'reversed',
    'dict',
  ],
]);

function isUnsorted(code: Code, paren: number): boolean {
  return !isOrderFree(code, paren);
}

/** `for x in {…}` and `list(set(…))`, unless something around it sorts. */
function* setIterations(code: Code): Generator<Found> {
  const names = setNames(code);
  for (let index = 0; index < code.tokens.length; index += 1) {
    const isSet = setEnd(code, index) !== null || (names.has(code.text(index)) && isBareName(code, index));
    if (!isSet || isOrderFree(code, index)) continue;
    const callee = code.text(index - 1) === '(' ? lastPart(code.callee(index - 1)) : '';
    if (isIterated(code, index) || ORDER_KEEPING.has(callee)) yield { at: index, kind: kinds.setOrder };
  }
}

/** What was found out about each source's brackets: rules ask for the same ones often. */
const knownSets = new WeakMap<Code, Map<number, number | null>>();

/** Index at the end of a set that is made here; null if none is. */
function setEnd(code: Code, index: number): number | null {
  const known = knownSets.get(code) ?? new Map<number, number | null>();
  knownSets.set(code, known);
  const found = known.get(index);
  if (found !== undefined) return found;
  const end = findSetEnd(code, index);
  known.set(index, end);
  return end;
}

function findSetEnd(code: Code, index: number): number | null {
  const chain = code.chain(index);
  if (
    chain !== null &&
    (chain.name === 'set' || chain.name === 'frozenset') &&
    code.text(chain.next) === '('
  ) {
    return DEFINITION.has(code.text(index - 1)) ? null : code.partner(chain.next);
  }
  if (code.text(index) !== '{') return null;
  const end = code.partner(index);
  if (end === null || end === index + 1 || end - index > limits.hintTokens) return null;
  // A colon at its own depth makes it a dict, two stars a dict as well.
  for (let inside = index + 1; inside < end; inside += 1) {
    if (code.parent(inside) !== index) continue;
    const { text } = code.tokens[inside]!;
    if (text === ':' && code.text(inside + 1) !== '=') return null;
    if (text === '*' && code.text(inside + 1) === '*') return null;
  }
  return end;
}

const DEFINITION: ReadonlySet<string> = new Set(['def', 'class']);

/** Names that are given a set somewhere, and nothing else. */
function setNames(code: Code): ReadonlySet<string> {
  const sets = new Set<string>();
  const others = new Set<string>();
  for (let index = 0; index + 2 < code.tokens.length; index += 1) {
    if (!isBareName(code, index) || code.text(index + 1) !== '=' || code.text(index + 2) === '=') continue;
    const end = setEnd(code, index + 2);
    const isWhole = end !== null && code.tokens[end + 1]?.line !== code.tokens[end]!.line;
    (isWhole ? sets : others).add(code.text(index));
  }
  for (const name of others) sets.delete(name);
  return sets;
}

function isBareName(code: Code, index: number): boolean {
  return (
    code.isName(index) && code.text(index - 1) !== '.' && !['.', '(', '['].includes(code.text(index + 1))
  );
}

/** Whether a `for … in` stands right before. */
function isIterated(code: Code, index: number): boolean {
  if (code.text(index - 1) !== 'in') return false;
  const first = Math.max(0, index - limits.hintTokens);
  for (let before = index - 2; before >= first; before -= 1) {
    if (code.text(before) === 'for') return true;
    if (!code.isName(before) && ![',', '(', ')', '*'].includes(code.text(before))) return false;
  }
  return false;
}

/** Whether a bracket around this belongs to something that does not care for order. */
function isOrderFree(code: Code, index: number): boolean {
  let open = code.parent(index);
  for (let depth = 0; open !== -1 && depth < limits.hintDepth; depth += 1) {
    if (code.text(open) === '(' && ORDER_FREE.has(lastPart(code.callee(open)))) return true;
    // The order in which a set is filled is not seen.
    if (code.text(open) === '{' && setEnd(code, open) !== null) return true;
    open = code.parent(open);
  }
  return false;
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? '';
}
