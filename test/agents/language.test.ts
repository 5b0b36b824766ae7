import { expect, test } from 'vitest';
import { guessLanguage } from '../../src/agents/language.ts';

test.each([
  ['python3 agent.py', 'python'],
  ['/usr/bin/python3.12 -u x', 'python'],
  ['./agent.py', 'python'],
  ['uv run agent', 'python'],
  ['env FOO=1 node agent.mjs', 'node'],
  ['npx tsx agent.ts', 'node'],
  ['deno run agent.ts', 'node'],
  ['bun agent.ts', 'node'],
  ['timeout 5 ruby agent.rb', 'ruby'],
  ['go run .', 'go'],
  ['cargo run --release', 'rust'],
  ['./target/release/agent', 'rust'],
  ['./target/x86_64-unknown-linux-gnu/release/agent', 'rust'],
  ['java -jar agent.jar', 'java'],
  ['Rscript agent.R', 'r'],
  ['jq -c .', 'jq'],
  ['sh agent.sh', 'shell'],
  ['C:\\Python\\python.exe agent', 'python'],
  ['./agent', 'unknown'],
  ['', 'unknown'],
  ['constructor __proto__ a.constructor', 'unknown'],
])('%s is %s', (command, id) => {
  const language = guessLanguage(command.split(' '));
  expect(language.id).toBe(id);
  expect(language.flush).not.toBe('');
  expect(language.log).not.toBe('');
});
