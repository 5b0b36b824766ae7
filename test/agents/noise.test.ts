import { expect, test } from 'vitest';
import { agentCatalogue } from '../../src/agents/catalogue.ts';
import { stdoutNoise } from '../../src/agents/noise.ts';

function noise(text: string, command: string) {
  const lines = text.split('\n').map((line) => Buffer.from(line));
  return stdoutNoise(3, lines, command.split(' '));
}

test.each([
  ['\n> my-agent@1.0.0 start\n> node agent.js\n', 'npm start', 'npm run'],
  ['[dotenv@17.2.0] injecting env (3) from .env', 'node agent.js', 'dotenv'],
  ['agent.py:3: DeprecationWarning: old', 'python3 agent.py', 'warning'],
  ['2024-01-02 INFO loaded', 'python3 agent.py', 'logger'],
  ['some text', 'npm start', 'npm'],
])('%j is traced to its likely source', (text, command, culprit) => {
  expect(noise(text, command).facts.culprit).toContain(culprit);
});

test('the words show the text and the way to stderr in the language in use', () => {
  const found = noise('loading \u001b[31mmodel', 'python3 agent.py');
  expect(found).toMatchObject({ code: 'stdout-noise', severity: 'error', place: { step: 3 } });
  const words = agentCatalogue.find((entry) => entry.code === 'stdout-noise')?.words(found);
  expect(words?.message).toContain('loading \\x1b[31mmodel');
  expect(words?.cause).toContain('print()');
  expect(words?.fix).toContain('file=sys.stderr');
});
