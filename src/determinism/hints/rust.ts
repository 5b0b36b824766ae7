import type { Code } from './code.ts';
import { calls, type Find, type Found, kinds, modelCalls } from './rule.ts';

/** Paths are known by their ends here, so `use` needs no following. */
export function rustAliases(): ReadonlyMap<string, string> {
  return new Map();
}

export const rustRules: readonly Find[] = [
  hashIterations,
  calls(kinds.random, [
    /(^|\.)(thread_rng|from_entropy|from_os_rng)$/,
    /^rand\.(random|rng)$/,
    /(^|\.)RandomState\.new$/,
    /(^|\.)Uuid\.new_v4$/,
  ]),
  calls(kinds.clock, [/(^|\.)(SystemTime|Instant|Utc)\.now$/]),
  calls(kinds.localTime, [/(^|\.)Local\.now$/]),
  calls(kinds.process, [/(^|\.)process\.id$/]),
  calls(kinds.listing, [/(^|\.)read_dir$/]),
  calls(kinds.threads, [/(^|\.)thread\.spawn$/, /(^|\.)par_iter$/]),
  calls(kinds.fileState, [/(^|\.)fs\.write$/, /(^|\.)File\.create$/]),
  selects,
  modelCalls,
];

const ITERATES: ReadonlySet<string> = new Set([
  ...['iter', 'iter_mut', 'into_iter', 'keys', 'into_keys', 'values', 'values_mut', 'into_values', 'drain'],
]);

/** Iteration over what this file declares as HashMap or HashSet. */
function* hashIterations(code: Code): Generator<Found> {
  const names = hashNames(code);
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (!code.isName(index) || !names.has(code.text(index))) continue;
    const isMethod = code.text(index + 1) === '.' && ITERATES.has(code.text(index + 2));
    if (isMethod && code.text(index + 3) === '(') yield { at: index, kind: kinds.mapOrder };
    else if (isLooped(code, index)) yield { at: index, kind: kinds.mapOrder };
  }
}

/** `for x in &name {`, with any path in front of the name. */
function isLooped(code: Code, index: number): boolean {
  if (code.text(index + 1) !== '{') return false;
  let before = index - 1;
  while (code.text(before) === '.' && code.isName(before - 1)) before -= 2;
  while (['&', 'mut'].includes(code.text(before))) before -= 1;
  return code.text(before) === 'in';
}

/** `name: HashMap<…>`, `name: &mut HashMap<…>`, `let name = HashMap::new()`. */
function hashNames(code: Code): ReadonlySet<string> {
  const names = new Set<string>();
  for (let index = 0; index < code.tokens.length; index += 1) {
    const text = code.text(index);
    if (text !== 'HashMap' && text !== 'HashSet') continue;
    let before = index - 1;
    while (code.text(before) === ':' && code.text(before - 1) === ':') before -= 3;
    while (['&', 'mut'].includes(code.text(before))) before -= 1;
    if ((code.text(before) === ':' || code.text(before) === '=') && code.isName(before - 1))
      names.add(code.text(before - 1));
  }
  return names;
}

function* selects(code: Code): Generator<Found> {
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (code.text(index) === 'select' && code.text(index + 1) === '!')
      yield { at: index, kind: kinds.threads };
  }
}
