import { describe, expect, test } from 'vitest';
import { contractCatalogue } from '../../src/protocol/diagnostics/catalogue.ts';
import { excerpt } from '../../src/protocol/diagnostics/excerpt.ts';
import { observedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { writeDecision } from '../../src/protocol/write/writeDecision.ts';

const observed = observedSymbols(['AAPL', 'MSFT', 'ÅKER']);
const bytesOf = (line: string) => new TextEncoder().encode(line);
const verdict = (line: string | Uint8Array) =>
  readAnswer(typeof line === 'string' ? bytesOf(line) : line, observed);
const order = (weight: string) => `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${weight}}]}`;
const WEIGHT = '/orders/0/target_weight';

/** The verdict's finding in short, with everything that is said about it. */
function first(line: string | Uint8Array) {
  const [finding] = verdict(line).findings;
  if (finding === undefined) return { code: null, pointer: null, offset: null, said: '', found: null };
  const words = contractCatalogue.find((entry) => entry.code === finding.code)?.words(finding);
  const { pointer = null, offset = null } = finding.place;
  const said = `${words?.message} / ${words?.cause} / ${words?.fix}`;
  return { code: finding.code, pointer, offset, said, found: finding.found };
}

describe('situations of one answer line', () => {
  test('S03: a carriage return is white space, at the end and inside', () => {
    expect(verdict('{"orders":[]}\r').accept).toBe(true);
    expect(verdict('\r{"orders":\r[]}\r\n').accept).toBe(true);
  });

  test('S04: a byte order mark is refused by name', () => {
    expect(first('\ufeff{"orders":[]}')).toMatchObject({ code: 'bom', offset: 0 });
    expect(first('  \ufeff{"orders":[]}')).toMatchObject({ code: 'bom', offset: 2 });
  });

  test('S05: UTF-16 is one cause with one name, the stray zero after its line end included', () => {
    const wide = Uint8Array.from([0xff, 0xfe, ...[...'{"orders":[]}'].flatMap((c) => [c.charCodeAt(0), 0])]);
    expect(first(wide)).toMatchObject({ code: 'not-utf8', offset: 0 });
    expect(first(wide).said).toContain('looks like UTF-16LE');
    expect(first(wide).said).toContain('PowerShell');
    expect(first(Uint8Array.of(0))).toMatchObject({ code: 'not-utf8', offset: 0 });
    const second = Uint8Array.from([0, ...[...'{"orders":[]}'].flatMap((c) => [c.charCodeAt(0), 0])]);
    expect(first(second)).toMatchObject({ code: 'not-utf8', offset: 0 });
  });

  test('S07, S08: text beyond ASCII and the line separators of Unicode are kept exactly', () => {
    expect(verdict('{"orders":[],"reasoning":"— 读 🎉"}').decision?.reasoning).toBe('— 读 🎉');
    expect(verdict('{"orders":[],"reasoning":"a\u2028b\u2029c"}').decision?.reasoning).toBe(
      'a\u2028b\u2029c',
    );
  });

  test('S09: the first line of a pretty-printed answer is incomplete, and indent is named', () => {
    expect(first('{')).toMatchObject({ code: 'incomplete-json', offset: 1 });
    expect(first('{').said).toContain('drop indent');
  });

  test.each([
    ['{"orders":[]} {"orders":[]}', 14],
    ['{"orders":[]} # done', 14],
    ['{"orders":[]}\0', 13],
  ])('S10: %j has something behind the value', (line, offset) => {
    expect(first(line)).toMatchObject({ code: 'trailing-data', offset });
    expect(verdict(line).decision).toBeNull();
  });

  test.each(['NaN', 'Infinity', '-Infinity'])('S17: %s names json.dumps(allow_nan)', (literal) => {
    expect(first(order(literal))).toMatchObject({ code: 'non-finite-literal', pointer: WEIGHT });
    expect(first(order(literal)).said).toMatch(/allow_nan=True.*allow_nan=False/);
  });

  test('S17: nan is no JSON, with the same hint', () => {
    expect(first(order('nan'))).toMatchObject({ code: 'not-json', pointer: WEIGHT });
    expect(first(order('nan')).said).toContain('allow_nan=False');
  });

  test('S18: a number in quotes is a string, and default=str is named', () => {
    expect(first(order('"0.5"'))).toMatchObject({ code: 'wrong-type', pointer: WEIGHT, found: '"0.5"' });
    expect(first(order('"0.5"')).said).toMatch(/default=str.*float\(x\)/);
  });

  test('S33: a Markdown fence is refused, fences inside a string are text', () => {
    expect(first('```json')).toMatchObject({ code: 'not-json', offset: 0 });
    expect(first('```json').said).toContain('strip the fence in the agent');
    expect(verdict('{"orders":[],"reasoning":"```x```"}').accept).toBe(true);
  });

  test('S34: UTF-8 read as cp1252 is recognised in the symbol', () => {
    const line = '{"orders":[{"symbol":"\\u00c3\\u2026KER","action":"buy","target_weight":0.5}]}';
    expect(first(line)).toMatchObject({ code: 'unknown-symbol', pointer: '/orders/0/symbol' });
    expect(first(line).said).toMatch(/UTF-8 read as cp1252.*reconfigure stdin to utf-8/);
  });
});

describe('JSON that other parsers take', () => {
  test('J01: a key twice is refused, escaped or not, agreeing or not', () => {
    expect(first('{"orders":[],"orders":[]}')).toMatchObject({ code: 'duplicate-field', pointer: '/orders' });
    expect(first('{"orders":[],"\\u006frders":[]}')).toMatchObject({ code: 'duplicate-field' });
    expect(first(order('0.5,"target_weight":0.5'))).toMatchObject({
      code: 'duplicate-field',
      pointer: WEIGHT,
    });
  });

  test('J02: token counts beyond 2^53 stay exact, and their sum saturates', () => {
    const { decision, billable } = verdict(
      '{"orders":[],"cost":{"tokens_in":18446744073709551615,"tokens_out":9007199254740993}}',
    );
    expect(decision?.cost?.tokens_in).toBe(18446744073709551615n);
    expect(decision?.cost?.tokens_out).toBe(9007199254740993n);
    expect(billable).toBe(2 ** 64);
    expect(decision === null ? '' : writeDecision(decision)).toContain('"tokens_in":18446744073709551615,');
  });

  test('J04: beyond a double is refused, below its least is zero', () => {
    expect(first(order('1e400'))).toMatchObject({ code: 'number-out-of-range', pointer: WEIGHT });
    expect(first(order('-1e400'))).toMatchObject({ code: 'number-out-of-range', pointer: WEIGHT });
    for (const zero of ['1e-400', '0e400', '0e99999999999', '1e-99999999999']) {
      expect(verdict(order(zero)).decision?.orders[0]?.target_weight).toBe(0);
    }
  });

  test('J05: a literal with a huge exponent or a million digits is read in linear time', () => {
    const started = performance.now();
    expect(first(order('1e999999999')).code).toBe('number-out-of-range');
    expect(first(order('9'.repeat(1_000_000))).code).toBe('number-out-of-range');
    expect(verdict(order(`0.${'0'.repeat(1_000_000)}1`)).decision?.orders[0]?.target_weight).toBe(0);
    expect(first(`{"orders":[],"cost":{"tokens_in":${'9'.repeat(1_000_000)}}}`).code).toBe('not-u64');
    expect(first(order(`0x${'f'.repeat(1_000_000)}`)).code).toBe('not-json');
    // Five verdicts; quadratic time would take minutes.
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('J06: the sign of zero is kept', () => {
    const text = (weight: string) => {
      const { decision } = verdict(order(weight));
      return decision === null ? '' : writeDecision(decision);
    };
    expect(text('-0.0')).toContain('"target_weight":-0.0');
    expect(text('-0')).toContain('"target_weight":-0.0');
    expect(text('0')).toContain('"target_weight":0.0');
  });

  test('J07: half a character is refused also in free text and in a key, a pair is accepted', () => {
    expect(first('{"orders":[],"reasoning":"\\ud800"}')).toMatchObject({
      code: 'lone-surrogate',
      offset: 26,
    });
    expect(first('{"orders":[],"reasoning":"\\udc00\\ud800"}')).toMatchObject({
      code: 'lone-surrogate',
      offset: 26,
    });
    expect(first('{"orders":[],"\\ud800":1}')).toMatchObject({ code: 'lone-surrogate', offset: 14 });
    expect(verdict('{"orders":[],"reasoning":"\\ud83d\\ude00"}').decision?.reasoning).toBe('😀');
  });

  test.each([128, 5000, 1_000_000])('J10: %i levels are an ordinary refusal', (levels) => {
    const nested = `{"orders":[],"reasoning":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(verdict(nested).findings.map((each) => each.code)).toEqual(['wrong-type', 'too-deep']);
    expect(first('['.repeat(levels)).code).toBe('too-deep');
  });

  test('J10: 127 levels are read, 128 are not', () => {
    const codes = (levels: number) =>
      verdict(`${'['.repeat(levels)}${']'.repeat(levels)}`).findings.map((each) => each.code);
    expect(codes(127)).toEqual(['wrong-type']);
    expect(codes(128)).toEqual(['too-deep']);
  });

  test('J11: a decimal comma is recognised at the comma', () => {
    const line = order('0,5');
    expect(first(line)).toMatchObject({ code: 'not-json', pointer: WEIGHT, offset: line.indexOf('0,5') + 1 });
    expect(first(line).said).toContain('LC_NUMERIC=C');
  });

  test.each([
    ['.5', '0.5'],
    ['1.', '1.0'],
    ['01', '1'],
    ['+0.5', '0.5'],
    ['0x1', '1'],
    ['1.e-1', '1.0e-1'],
    ['1_000', '1000'],
    ['-.5', '-0.5'],
  ])('J12: %s is refused with its JSON spelling %s', (spelling, corrected) => {
    const line = order(spelling);
    expect(first(line)).toMatchObject({
      code: 'not-json',
      pointer: WEIGHT,
      offset: line.indexOf(spelling),
      found: spelling,
    });
    expect(first(line).said).toContain(`write ${corrected};`);
  });

  test.each(['0.50', '5e-1', '5E-1', '1', '1e+0'])('J12: %s is a number', (spelling) => {
    expect(verdict(order(spelling)).accept).toBe(true);
  });

  test.each([
    ['{"orders":[],"confidence":0.5}', '/confidence', 'belongs in each entry of orders'],
    [order('0.5,"targetWeight":0.5'), '/orders/0/targetWeight', 'did you mean target_weight?'],
    ['{"Orders":[]}', '/Orders', 'did you mean orders?'],
    ['{"orders":[],"usage":{"a":1}}', '/usage', 'did you mean cost?'],
    ['{"orders":[],"latency_ms":1}', '/latency_ms', 'move what it says into reasoning'],
    ['{"orders":[],"__proto__":{}}', '/__proto__', 'accepted: orders, reasoning, cost'],
  ])('J13: %s has an unknown key', (line, pointer, hint) => {
    expect(first(line)).toMatchObject({ code: 'unknown-field', pointer });
    expect(first(line).said).toContain(hint);
  });

  test.each([
    [order('0.5,"confidence":null'), '/orders/0/confidence'],
    [order('0.5,"rationale":null'), '/orders/0/rationale'],
    ['{"orders":[],"reasoning":null}', '/reasoning'],
    ['{"orders":[],"cost":{"cost_usd":null}}', '/cost/cost_usd'],
  ])('J14: %s is null where the key should be left out', (line, pointer) => {
    expect(first(line)).toMatchObject({ code: 'null-refused', pointer });
    expect(first(line).said).toContain('exclude_none=True');
  });

  test('J14: a null cost is not reported', () => {
    expect(verdict('{"orders":[],"cost":null}')).toMatchObject({ accept: true, billable: null });
  });

  test('J15: a weight a hair above 1 shows 17 digits and how to clamp it', () => {
    expect(first(order('1.0000000000000002'))).toMatchObject({
      code: 'weight-out-of-range',
      pointer: WEIGHT,
    });
    expect(first(order('1.0000000000000002')).said).toMatch(
      /1\.0000000000000002.*min\(max\(w, -1\.0\), 1\.0\)/,
    );
  });

  test('J15: the contract bounds each weight, not their sum', () => {
    const symbols = Array.from({ length: 50 }, (_, index) => `S${index}`);
    const line = `{"orders":[${symbols.map((symbol) => `{"symbol":"${symbol}","action":"buy","target_weight":1}`)}]}`;
    expect(readAnswer(bytesOf(line), observedSymbols(symbols)).accept).toBe(true);
  });

  test('J19: a raw tab is a control character, a raw newline ends the line inside the string', () => {
    expect(first('{"orders":[],"reasoning":"a\tb"}')).toMatchObject({ code: 'control-char', offset: 27 });
    expect(first('{"orders":[],"reasoning":"line1')).toMatchObject({
      code: 'unterminated-string',
      offset: 25,
    });
    expect(first('{"orders":[],"reasoning":"line1').said).toMatch(/newline inside a string.*JSON library/);
  });

  test('J20: Python’s repr is recognised', () => {
    expect(first("{'orders': [], 'cost': None}")).toMatchObject({ code: 'not-json', offset: 1 });
    expect(first("{'orders': [], 'cost': None}").said).toMatch(/Python’s repr.*use json.dumps/);
  });

  test.each([
    ['[[],"r"]', ''],
    ['{"orders":[["AAPL","buy",0.5]]}', '/orders/0'],
    ['{"orders":[{"symbol":"AAPL","action":{"buy":null},"target_weight":0.5}]}', '/orders/0/action'],
    ['{"orders":[],"cost":[]}', '/cost'],
  ])('J21: %s, which serde takes and the published schema does not, is refused', (line, pointer) => {
    expect(first(line)).toMatchObject({ code: 'wrong-type', pointer });
  });
});

describe('findings after the first', () => {
  test('are every further problem, in reading order', () => {
    const line =
      '{"orders":[{"symbol":"TSLA","action":"BUY","target_weight":2},{"symbol":"AAPL","weight":.5}],"cost":{"tokens_in":1.5}} x';
    expect(verdict(line).findings.map((each) => `${each.code} ${each.place.pointer}`)).toEqual([
      'unknown-action /orders/0/action',
      'unknown-field /orders/1/weight',
      'not-json /orders/1/weight',
      'missing-field /orders/1/action',
      'missing-field /orders/1/target_weight',
      'not-u64 /cost/tokens_in',
      'trailing-data undefined',
      'unknown-symbol /orders/0/symbol',
      'weight-out-of-range /orders/0/target_weight',
    ]);
  });

  test('are bounded, however many faults a line has', () => {
    const line = `{"orders":[${'{},'.repeat(100_000)}{}]}`;
    expect(verdict(line).findings.length).toBe(64);
  });
});

describe('the excerpt of a line', () => {
  const marked = (line: string | Uint8Array) => {
    const bytes = typeof line === 'string' ? bytesOf(line) : line;
    const place = readAnswer(bytes, observed).findings[0]?.place;
    return excerpt(bytes, place?.offset ?? 0, place?.length ?? 0);
  };

  test('marks the very place', () => {
    const { text, column, width } = marked(order('NaN'));
    expect(text.slice(column - 1, column - 1 + width)).toBe('NaN');
  });

  test('counts wide characters as two columns and joining marks as none', () => {
    expect(marked('{"读":1}')).toEqual({ text: '{"读":1}', column: 2, width: 4 });
    expect(marked('{"e\u0301":1}')).toMatchObject({ column: 2, width: 3 });
  });

  test('shows control characters, overrides and stray bytes escaped', () => {
    expect(marked('\u001b[31m\u202e{').text).toBe('\\x1b[31m\\u202e{');
    expect(marked(Uint8Array.of(0x22, 0xff, 0xc3, 0x22)).text).toBe('"\\xff\\xc3"');
  });

  test('is cut around the place in a line of any length', () => {
    const { text, column } = marked(
      `{"orders":[],"reasoning":"${'x'.repeat(5000)}","note":1,"more":"${'y'.repeat(5000)}"}`,
    );
    expect(text.length).toBeLessThan(100);
    expect(text.slice(column - 1, column + 5)).toBe('"note"');
    expect(text.startsWith('…') && text.endsWith('…')).toBe(true);
  });
});
