import { expect, test } from 'vitest';
import { EventTrust } from '../../src/reload/eventTrust.ts';

/** A look finds an edit, and it settles; `isTold`: the system told of it before. */
function edit(trust: EventTrust, isTold: boolean): boolean {
  if (isTold) trust.tell();
  trust.look(trust.told, 1);
  return trust.settle(1);
}

/** One that has looked once, so that a look without an event before it stands out. */
function settled(): EventTrust {
  const trust = new EventTrust();
  trust.look(trust.told, 0);
  return trust;
}

test('events are relied upon until the second edit that only a look found', () => {
  const trust = settled();
  expect(edit(trust, false)).toBe(true);
  expect(edit(trust, true)).toBe(true);
  expect(edit(trust, false)).toBe(false);
});

test('an event that comes before the edit has settled was late, and not missing', () => {
  const trust = settled();
  for (let each = 0; each < 3; each += 1) {
    trust.look(trust.told, 1);
    trust.tell();
    expect(trust.settle(1)).toBe(true);
  }
});

test('the first look says nothing of events: nobody listened before', () => {
  const trust = new EventTrust();
  expect(edit(trust, false)).toBe(true);
  expect(edit(trust, false)).toBe(true);
  expect(edit(trust, false)).toBe(false);
});

test('what settles without an edit, a file that is missing, is no evidence', () => {
  const trust = settled();
  for (let each = 0; each < 3; each += 1) {
    trust.look(trust.told, 1);
    expect(trust.settle(0)).toBe(true);
  }
});
