import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readObservation } from '../../src/protocol/readObservation.ts';
import { writeWholeObservation } from '../../src/protocol/write/writeObservation.ts';

const lines = readFileSync(new URL('../vectors/observation-lines.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; step: number; line: string });

describe('the observation lines of the reference harness, read and written again', () => {
  test('there are 30 of them', () => expect(lines.length).toBe(30));

  test.each(lines)('$id step $step', ({ line }) => {
    const { observation, findings } = readObservation(new TextEncoder().encode(line));
    expect(findings).toEqual([]);
    expect(observation).not.toBeNull();
    if (observation !== null) expect(writeWholeObservation(observation)).toBe(line);
  });
});
