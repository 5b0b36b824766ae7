import { expect, test } from 'vitest';
import { DecideTimes } from '../../src/harness/timing.ts';

test('the first answer, start-up included, stands apart from the rest', () => {
  const times = new DecideTimes(5);
  for (const each of [8000, 1, 2, 3, 4]) times.add(each);
  expect(times.view(9000)).toStrictEqual({
    decisions: 5,
    first_answer_ms: 8000,
    p50_ms: 2,
    p95_ms: 4,
    max_ms: 4,
    wall_ms: 9000,
  });
});

test('what was not measured is null, not 0', () => {
  expect(new DecideTimes(3).view(1)).toMatchObject({
    decisions: 0,
    first_answer_ms: null,
    p50_ms: null,
    max_ms: null,
  });
});
