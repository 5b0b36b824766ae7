import { expect, test } from 'vitest';
import { events, nextState, states } from '../../../src/agents/stdio/lifecycle.ts';

/** Every state against every event; `.` is a pair that cannot be. */
const matrix = `
          ask    line   settle   settled deadline listened break   reason overrun  surplus close  gone
ready     asked  .      settling .       .        .        .       .      failed   failed  ending .
asked     .      ready  .        .       flushing .        parting .      failed   .       ending .
settling  .      .      .        ready   .        .        .       .      failed   .       ending .
flushing  .      .      .        .       .        failed   .       .      flushing .       ending .
parting   .      ready  .        .       .        .        .       failed failed   .       ending .
failed    .      .      .        .       .        .        .       .      failed   .       failed gone
ending    .      .      .        .       .        .        .       .      ending   .       ending gone
gone      .      .      .        .       .        .        .       .      .        .       gone   .
`;

test('the life of an agent is exactly this table', () => {
  const [head, ...rows] = matrix
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  expect(head).toEqual([...events]);
  expect(rows.map((row) => row[0])).toEqual([...states]);
  for (const [rowIndex, state] of states.entries()) {
    for (const [columnIndex, event] of events.entries()) {
      const expected = rows[rowIndex]?.[columnIndex + 1];
      if (expected === '.') expect(() => nextState(state, event)).toThrow(`${state} cannot take "${event}"`);
      else expect(nextState(state, event)).toBe(expected);
    }
  }
});
