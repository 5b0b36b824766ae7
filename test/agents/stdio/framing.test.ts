import { expect, test } from 'vitest';
import { limits } from '../../../src/kernel/limits.ts';
import { ask, faultOf, startFixture, textOf } from './support.ts';

const HOLD = '{"orders":[]}';

for (const fixture of ['hold.py', 'hold.mjs', 'hold.sh']) {
  test(`${fixture} answers every observation with one line`, async () => {
    const agent = await startFixture(fixture);
    for (let step = 0; step < 50; step += 1) expect(textOf(await ask(agent, step))).toBe(HOLD);
    const exit = await agent.close();
    expect({ code: exit.code, signal: exit.signal, findings: exit.findings }).toEqual({
      code: 0,
      signal: null,
      findings: [],
    });
  });
}

test('S03: a carriage return never ends a line', async () => {
  const agent = await startFixture('crlf.py');
  for (let step = 0; step < 3; step += 1) {
    expect(textOf(await ask(agent, step))).toBe('\r{"orders":\r[]}\r');
  }
});

test('S04: a byte order mark reaches the protocol as it was written', async () => {
  const agent = await startFixture('bom.py');
  expect(textOf(await ask(agent, 0))).toBe(`\ufeff${HOLD}`);
  expect(textOf(await ask(agent, 1))).toBe(HOLD);
});

test('S05: the second half of a UTF-16 line feed does not shift the next line', async () => {
  const agent = await startFixture('utf16.py');
  const first = await ask(agent, 0);
  expect(first.kind === 'line' && Buffer.from(first.bytes).toString('hex')).toBe(
    `fffe${Buffer.from(HOLD, 'utf16le').toString('hex')}`,
  );
  expect(await agent.settleRefusal()).toEqual([]);
  const second = await ask(agent, 1);
  expect(second.kind === 'line' && Buffer.from(second.bytes).toString('utf16le')).toBe(HOLD);
});

test('S07: a character that straddles two reads is kept', async () => {
  const agent = await startFixture('byte_by_byte.py');
  for (let step = 0; step < 3; step += 1) {
    expect(textOf(await ask(agent, step))).toBe('{"orders":[],"reasoning":"— 读 🎉"}');
  }
});

test('S08: line and paragraph separators do not end a line', async () => {
  const agent = await startFixture('separators.py');
  expect(textOf(await ask(agent, 0))).toBe('{"orders":[],"reasoning":"a\u2028b\u2029c"}');
  expect(textOf(await ask(agent, 1))).toBe('{"orders":[],"reasoning":"a\u2028b\u2029c"}');
});

for (const [name, text] of [
  ['S10: two objects on one line', '{"orders":[]} {"orders":[]}'],
  ['S10: an object and log text on one line', '{"orders":[]} # done'],
  ['S10: an object and a NUL on one line', '{"orders":[]}\u0000'],
  ['S18: a weight that is a string', '{"orders":[{"symbol":"A","action":"buy","target_weight":"0.5"}]}'],
  ['S33: backticks in a string', '{"orders":[],"reasoning":"```x```"}'],
  ['an empty line', ''],
] as const) {
  test(`${name} is one answer, unchanged`, async () => {
    const agent = await startFixture('raw.py', [Buffer.from(`${text}\n`).toString('hex')]);
    expect(textOf(await ask(agent, 0))).toBe(text);
    expect(await agent.settleRefusal()).toEqual([]);
    expect(textOf(await ask(agent, 1))).toBe(text);
  });
}

for (const [fixture, text] of [
  ['nan.py', '{"orders": [{"symbol": "AAPL", "action": "buy", "target_weight": NaN}]}'],
  ['unknown_key.py', '{"orders":[],"reasonning":"typo"}'],
] as const) {
  test(`S17: ${fixture} is the protocol's to refuse, and later answers stay paired`, async () => {
    const agent = await startFixture(fixture);
    for (let step = 0; step < 3; step += 1) {
      expect(textOf(await ask(agent, step))).toBe(text);
      expect(await agent.settleRefusal()).toEqual([]);
    }
    expect((await agent.close()).findings).toEqual([]);
  });
}

test('bytes that are not UTF-8 reach the protocol as they are', async () => {
  const agent = await startFixture('not_utf8.py');
  const answer = await ask(agent, 0);
  expect(answer.kind === 'line' && Buffer.from(answer.bytes).toString('latin1')).toBe(
    '{"orders":[],"reasoning":"é"}',
  );
});

test('S15: a line of exactly the bound is an answer', async () => {
  const agent = await startFixture('line_of.py', [limits.answerLineBytes]);
  const answer = await ask(agent, 0);
  expect(answer.kind === 'line' && answer.bytes.length).toBe(8_388_607);
});

test('S15: a line of one byte more is refused, and so is everything after it', async () => {
  const agent = await startFixture('line_of.py', [limits.answerLineBytes + 1]);
  const fault = faultOf(await ask(agent, 0));
  expect(fault.fault).toBe('resource');
  expect(fault.diagnostic.code).toBe('line-too-long');
  expect(fault.diagnostic.facts.limit_bytes).toBe(8_388_608);
  expect(fault.bytes?.length).toBe(65_536);
  expect(faultOf(await ask(agent, 1)).diagnostic).toBe(fault.diagnostic);
});

test('S15: a valid line before an endless one is still delivered, and memory stays bounded', async () => {
  const agent = await startFixture('endless_line.py');
  const before = process.memoryUsage.rss();
  expect(textOf(await ask(agent, 0))).toBe(HOLD);
  expect(faultOf(await ask(agent, 1)).diagnostic.code).toBe('line-too-long');
  await agent.close();
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test('more than 64 MiB of output in one run is a fault of its own', async () => {
  const agent = await startFixture('chatterbox.py');
  for (let step = 0; step < 67; step += 1) {
    const answer = await ask(agent, step);
    expect(answer.kind).toBe('line');
  }
  expect(textOf(await ask(agent, 67))).toBe('!too-much-output');
});

test('a last line without terminator counts as an answer', async () => {
  const agent = await startFixture('answer_then_exit.py');
  expect(textOf(await ask(agent, 0))).toBe('{"orders":[],"reasoning":"last"}');
  expect(textOf(await ask(agent, 1))).toBe('!agent-exited');
});

test('S34: the observation is sent as UTF-8 and the encoding of the agent is left alone', async () => {
  const observation = '{"symbols":[{"symbol":"ÅKER"}]}';
  const plain = await startFixture('echo_symbol.py');
  expect(textOf(await ask(plain, 0, 10_000, observation))).toContain('"\\u00c5KER"');
  const env = { ...process.env, PYTHONIOENCODING: 'cp1252' };
  const mistaken = await startFixture('echo_symbol.py', [], { env, envNames: ['PYTHONIOENCODING'] });
  expect(textOf(await ask(mistaken, 0, 10_000, observation))).toContain('"\\u00c3\\u2026KER"');
});
