import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readObservation } from '../../src/protocol/readObservation.ts';
import { writeWholeObservation } from '../../src/protocol/write/writeObservation.ts';

test('the observation that docs/contract.md shows is one, byte for byte', () => {
  const page = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  const line = /```json\n(.*)\n```/.exec(page)?.[1] ?? '';
  const { observation } = readObservation(new TextEncoder().encode(line));
  expect(observation === null ? '' : writeWholeObservation(observation)).toBe(line);
});
