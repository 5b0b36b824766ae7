import type { Code } from './code.ts';
import { calls, type Find, type Found, kinds, modelCalls } from './rule.ts';

/** Packages are used by their last part, which is how they are known here. */
export function goAliases(): ReadonlyMap<string, string> {
  return new Map();
}

export const goRules: readonly Find[] = [
  mapRanges,
  calls(kinds.mapOrder, ['maps.Keys', 'maps.Values', 'maps.All'], (code, paren) => {
    const around = code.parent(paren);
    return around === -1 || !/^slices\.Sorted/.test(code.callee(around));
  }),
  calls(kinds.random, [
    /^rand\.(Int|Intn|IntN|N|Int31|Int31n|Int32N|Int63|Int63n|Int64N|Uint32|Uint64|Float32|Float64|Perm|Shuffle|NormFloat64|ExpFloat64|Read)$/,
    'uuid.New',
    'uuid.NewString',
  ]),
  calls(kinds.clock, ['time.Now', 'time.Since', 'time.Until', 'time.After']),
  calls(kinds.localTime, [/\.Local$/]),
  calls(kinds.process, ['os.Getpid', 'os.Getppid', 'os.Hostname']),
  calls(kinds.fileState, ['os.WriteFile', 'os.Create', 'os.OpenFile']),
  concurrency,
  modelCalls,
];

/** `range m` where `m` is declared as a map in this file. */
function* mapRanges(code: Code): Generator<Found> {
  const names = mapNames(code);
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (code.text(index) !== 'range') continue;
    const chain = code.chain(index + 1);
    const isMap = code.text(index + 1) === 'map' || (chain !== null && names.has(lastPart(chain.name)));
    if (isMap && code.text(chain?.next ?? -1) !== '(') yield { at: index, kind: kinds.mapOrder };
  }
}

/** `x := map[…]`, `x := make(map[…]`, `var x map[…]`, a field or parameter `x map[…]`. */
function mapNames(code: Code): ReadonlySet<string> {
  const names = new Set<string>();
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (code.text(index) !== 'map' || code.text(index + 1) !== '[') continue;
    let before = index - 1;
    if (code.text(before) === '(' && code.text(before - 1) === 'make') before -= 2;
    if (code.text(before) === '=') before -= code.text(before - 1) === ':' ? 2 : 1;
    if (code.text(before) === '*') before -= 1;
    if (code.isName(before)) names.add(code.text(before));
  }
  return names;
}

/** A `select` of several channels takes any that is ready; a goroutine ends when it likes. */
function* concurrency(code: Code): Generator<Found> {
  for (let index = 0; index < code.tokens.length; index += 1) {
    const text = code.text(index);
    if (code.text(index - 1) === '.' || !code.isName(index)) continue;
    if (text === 'go' && code.isName(index + 1)) yield { at: index, kind: kinds.threads };
    if (text === 'select' && code.text(index + 1) === '{') yield { at: index, kind: kinds.threads };
  }
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? '';
}
