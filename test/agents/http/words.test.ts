import { expect, test } from 'vitest';
import { agentCatalogue } from '../../../src/agents/catalogue.ts';
import { failureCodes } from '../../../src/agents/http/exchange.ts';
import { diagnostic } from '../../../src/kernel/diagnostic.ts';

function words(code: string, found: string | null, facts: Parameters<typeof diagnostic>[3]) {
  const entry = agentCatalogue.find((each) => each.code === code);
  if (entry === undefined) throw new Error(code);
  return entry.words(diagnostic(code, entry.severity, { step: 5 }, { found, ...facts }));
}

test('every way in which an exchange fails has its row', () => {
  const codes = agentCatalogue.map((entry) => entry.code);
  expect(failureCodes.filter((code) => !codes.includes(code))).toStrictEqual([]);
});

test('H05: a redirect is quoted, and the usual cause has its remedy', () => {
  const said = words('http-redirect', '/decide/', { facts: { status: 307 } });
  expect(said.message).toBe(
    'The endpoint answered with 307 and Location: /decide/ at step 5; it is not followed.',
  );
  expect(said.fix).toContain('redirect_slashes=False');
});

test('attempts that failed in different ways are all named', () => {
  const facts = { phase: 'headers', attempts: 3, causes: ['http-reset', 'http-refused', 'http-refused'] };
  expect(words('http-reset', null, { facts }).message).toBe(
    'The server reset the connection at step 5 while the headers of the answer were awaited, in 3 attempts (http-reset, http-refused).',
  );
});

test('an end at the start shows stdout where stderr is empty', () => {
  const said = words('http-server-exited', null, {
    facts: { at_start: true, exit_code: 0, stderr_tail: [], stdout_tail: ['usage: serve'] },
  });
  expect(said.message).toBe(
    'The server ended with code 0 before its port was open. The last of its stdout:\n  usage: serve',
  );
  expect(said.cause).toContain('foreground');
});
