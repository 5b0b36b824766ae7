import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentCatalogue } from '../../src/agents/catalogue.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';

const source = new URL('../../src/agents/', import.meta.url);

/** Every code that the sources raise. */
function raised(): ReadonlySet<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const text = files
    .filter((name) => !name.startsWith('words'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .join('\n');
  const calls = text.matchAll(
    /(?:diagnostic|cannotStart|fault|surplus|notice|pipeFault)\(\s*(?:[\w.<>= ]+\? )?'([a-z0-9-]+)'/g,
  );
  return new Set([...calls].map((call) => call[1] ?? ''));
}

test('a code that is raised has a row, and a row has one code', () => {
  const codes = agentCatalogue.map((entry) => entry.code);
  expect(new Set(codes).size).toBe(codes.length);
  const missing = [...raised()].filter((code) => !codes.includes(code));
  expect(missing).toEqual([]);
  expect(raised().size).toBeGreaterThan(15);
});

test('words are whole sentences even when no fact is known', () => {
  for (const entry of agentCatalogue) {
    const words = entry.words(diagnostic(entry.code, entry.severity, {}));
    const all = [words.message, words.cause ?? 'x.', words.fix].join('\n');
    expect(all, entry.code).not.toMatch(/undefined|null|NaN|\[object/);
    expect(words.message.length, entry.code).toBeGreaterThan(10);
    expect(words.fix.length, entry.code).toBeGreaterThan(10);
    expect(`${entry.title}${entry.about}${entry.bad}${entry.good}`, entry.code).not.toMatch(/undefined/);
  }
});

function words(code: string, facts: Parameters<typeof diagnostic>[3]) {
  const entry = agentCatalogue.find((each) => each.code === code);
  if (entry === undefined) throw new Error(code);
  return entry.words(diagnostic(code, entry.severity, { step: 5 }, facts));
}

test('a timeout names buffering and the flush of the language in use', () => {
  const facts = { budget_ms: 30_000, before_first_answer: true, language: 'python', flushed_at_eof: false };
  const said = words('timeout', { facts });
  expect(said.message).toContain('No answer at step 5 within 30 s, before the first answer.');
  expect(said.cause).toContain('not flushed');
  expect(said.fix).toContain('print(json.dumps(decision), flush=True)');
});

test('an exit names its code, its stderr and the variable that was withheld', () => {
  const facts = { exit_code: 1, stderr_tail: ["KeyError: 'API_KEY'"], withheld_variable: 'API_KEY' };
  const said = words('agent-exited', { facts });
  expect(said.message).toContain('with code 1 at step 5');
  expect(said.message).toContain("KeyError: 'API_KEY'");
  expect(said.fix).toContain('sharpebench.json');
  expect(said.fix).toContain('SHARPEBENCH_AGENT_ENV');
});

test('a program that is not found behind shell syntax is told about the shell', () => {
  const said = words('command-not-found', { found: 'cd', facts: { shell_syntax: '&&' } });
  expect(said.cause).toContain('&&');
  expect(said.fix).toContain('No shell runs the command');
  expect(words('command-not-found', { found: 'python', facts: { did_you_mean: 'python3' } }).fix).toBe(
    'Did you mean python3?',
  );
});
