import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './answer.ts';

const read = (content: string) => readAnswer(content, ['AAA', 'BBB'], 0, 0.5);
const weightsOf = (content: string) => Object.fromEntries(read(content).weights ?? []);

test('weights and the reasoning are read', () => {
  const { weights, reasoning, notes } = read('{"targets":{"AAA":0.25,"BBB":0},"reasoning":"up"}');
  deepEqual([[...(weights ?? [])], reasoning, notes], [[['AAA', 0.25], ['BBB', 0]], 'up', []]);
});

test('a Markdown fence is taken off', () => {
  for (const fence of ['```json\n', '```\n', ' ```JSON \r\n']) {
    deepEqual(weightsOf(`${fence}{"targets":{"AAA":0.25}}\n\`\`\`\n`), { AAA: 0.25 });
  }
});

test('anything but one JSON object with targets is unusable, and noted', () => {
  for (const content of [
    ...['', 'AAA 0.25', '[]', 'null', '{}', '{"targets":[]}', '{"targets":null}', '{"targets":{"AAA":NaN}}'],
    ...['Sure: {"targets":{"AAA":0.25}}', '{"targets":{"AAA":0.25}} done', '{"targets":{"AAA":0.25}'],
  ]) {
    const { weights, notes } = read(content);
    deepEqual([weights, notes.length], [null, 1]);
  }
});

test('weights are clamped, and the clamping is noted', () => {
  const { weights, notes } = read('{"targets":{"AAA":7,"BBB":-1}}');
  deepEqual([...(weights ?? [])], [['AAA', 0.5], ['BBB', 0]]);
  equal(notes.length, 2);
});

test('unknown symbols are dropped, those of the prototype too', () => {
  const { weights, notes } = read('{"targets":{"ZZZ":0.1,"__proto__":0.1,"toString":0.1,"AAA":0.2}}');
  deepEqual([...(weights ?? [])], [['AAA', 0.2]]);
  equal(notes.length, 3);
});

test('what is no number is left out, and numbers beyond a double too', () => {
  const { weights, notes } = read('{"targets":{"AAA":"0.25","BBB":1e400}}');
  deepEqual([weights?.size, notes.length], [0, 2]);
});

test('a note is one short line of ASCII, whatever the model said', () => {
  const [note = ''] = read(`\u001b[2J\u2028é${'x'.repeat(1000)}`).notes;
  ok(/^[ -~]{1,120}$/.test(note));
});

test('a reasoning has a bound and no half characters', () => {
  equal(read(`{"targets":{},"reasoning":"${'x'.repeat(499)}😀"}`).reasoning, `${'x'.repeat(499)}\ufffd`);
  equal(read('{"targets":{},"reasoning":"a\\ud800b"}').reasoning, 'a\ufffdb');
});
