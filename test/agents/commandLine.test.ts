import { expect, test } from 'vitest';
import { splitCommandLine } from '../../src/agents/commandLine.ts';
import { UsageError } from '../../src/kernel/errors.ts';

test('a command text is split on white space alone', () => {
  expect(splitCommandLine('  python3   agent.py\t--fast \n')).toEqual({
    argv: ['python3', 'agent.py', '--fast'],
    notices: [],
  });
});

test('an empty command is an error of usage', () => {
  for (const text of ['', ' \t\n']) expect(() => splitCommandLine(text)).toThrow(UsageError);
});

test.each([
  ['cd bots && python3 agent.py', '&&'],
  ['python3 agent.py | tee log', '|'],
  ['python3 "my agent.py"', '"'],
  ["python3 'my agent.py'", "'"],
  ['python3 $HOME/agent.py', '$H'],
  ['python3 ~/agent.py', '~'],
  ['DEBUG=1 python3 agent.py', 'DEBUG=1'],
  ['python3 agent.py 2> log', '>'],
])('shell syntax in %j is noticed and passed on', (text, syntax) => {
  const { argv, notices } = splitCommandLine(text);
  expect(argv).toEqual(text.split(' '));
  expect(notices).toMatchObject([{ code: 'shell-syntax', severity: 'notice', found: syntax }]);
});

test('what merely looks odd is not shell syntax', () => {
  for (const text of ['./agent --rate=5 a~b', 'agent --cost 5$ x=y', 'C:\\bots\\agent.exe 50%']) {
    expect(splitCommandLine(text).notices).toEqual([]);
  }
});
