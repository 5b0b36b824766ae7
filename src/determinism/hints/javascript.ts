import { limits } from '../../kernel/limits.ts';
import type { Code } from './code.ts';
import { calls, type Find, type Found, kinds, modelCalls } from './rule.ts';

/** Names that come from modules are used as they are written: the last part tells enough. */
export function javascriptAliases(): ReadonlyMap<string, string> {
  return new Map();
}

export const javascriptRules: readonly Find[] = [
  calls(kinds.random, [
    ...['Math.random', 'randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'],
    /(^|\.)crypto\.(randomUUID|randomBytes|randomInt|getRandomValues)$/,
  ]),
  calls(kinds.clock, [
    ...['Date.now', 'performance.now', 'process.hrtime', 'process.hrtime.bigint', 'process.uptime'],
  ]),
  emptyDates,
  datesOfParts,
  calls(kinds.localTime, [
    /\.(getDay|getDate|getMonth|getHours|getMinutes|getFullYear|getTimezoneOffset|setHours|toDateString)$/,
  ]),
  calls(kinds.locale, [
    /\.(localeCompare|toLocaleString|toLocaleDateString|toLocaleUpperCase|toLocaleLowerCase)$/,
    /^Intl\./,
  ]),
  processIds,
  calls(kinds.threads, ['Promise.race', 'Promise.any', 'setTimeout', 'setInterval', 'Worker']),
  calls(
    kinds.listing,
    ['readdirSync', 'readdir', 'globSync', /\.(readdirSync|readdir|globSync)$/],
    (code, paren) => {
      const end = code.partner(paren);
      return end === null || !(code.text(end + 1) === '.' && /^(sort|toSorted)$/.test(code.text(end + 2)));
    },
  ),
  calls(kinds.fileState, [
    ...['writeFileSync', 'writeFile', 'appendFileSync', 'appendFile'],
    /(^|\.)(fs|promises|fsp)\.(writeFileSync|writeFile|appendFileSync|appendFile)$/,
  ]),
  modelCalls,
];

/** `new Date()` and `Date()` are now; `new Date(text)` is not. */
function* emptyDates(code: Code): Generator<Found> {
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (code.chain(index)?.name !== 'Date') continue;
    const isMade = code.text(index - 1) === 'new';
    const hasArguments = code.text(index + 1) === '(' && !code.isEmptyCall(index + 1);
    const isCall = code.text(index + 1) === '(';
    if (isMade ? !hasArguments : isCall) yield { at: index, kind: kinds.clock };
  }
}

/** `new Date(year, month, day)` is a local midnight; `Date.UTC(year, month, day)` is not. */
function* datesOfParts(code: Code): Generator<Found> {
  for (let index = 0; index < code.tokens.length; index += 1) {
    if (code.chain(index)?.name !== 'Date' || code.text(index - 1) !== 'new') continue;
    const end = code.text(index + 1) === '(' ? code.partner(index + 1) : null;
    if (end !== null && hasSeveralArguments(code, index + 1, end)) yield { at: index, kind: kinds.localTime };
  }
}

function hasSeveralArguments(code: Code, paren: number, end: number): boolean {
  if (code.text(paren + 1) === '.') return true;
  for (let at = paren + 1; at < Math.min(end, paren + limits.hintTokens); at += 1) {
    if (code.text(at) === ',' && code.parent(at) === paren) return true;
  }
  return false;
}

function* processIds(code: Code): Generator<Found> {
  for (let index = 0; index < code.tokens.length; index += 1) {
    const name = code.chain(index)?.name;
    if (name === 'process.pid' || name === 'process.ppid') yield { at: index, kind: kinds.process };
  }
}
