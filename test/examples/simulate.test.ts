import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { exampleAgents, projectRoot, skipAloud, whyNotHere } from './exampleAgents.ts';
import { rawMember } from './rawMember.ts';

const CRYPTO = '../shared/data/crypto-majors-1d.csv';

/** Runs that differ in what the data does to an agent: dividends, crashes, jumps, short histories. */
const markets: readonly (readonly string[])[] = [
  ['--data', 'calm'],
  ['--data', 'jumpy', '--seed', '18446744073709551615'],
  ['--data', 'flash-crash', '--costs', 'realistic'],
  ['--data', 'whipsaw', '--costs', 'stressed'],
  ['--data', 'dividends', '--short-borrow-bps', '3'],
  ['--data', 'synthetic:4:60:9007199254740993', '--window', '0:60'],
  ['--data', CRYPTO],
];

describe.each(markets.map((flags) => ({ name: flags.join(' '), flags })))('simulate $name', ({ flags }) => {
  for (const agent of exampleAgents) {
    it(`gives the ${agent.language} agent the run of the in-process momentum agent, bit for bit`, async (context) => {
      needs(context, agent);
      if (flags.includes(CRYPTO) && !existsSync(join(projectRoot, CRYPTO))) {
        skipAloud(context, `${CRYPTO} is not beside this project`);
      }
      const [inProcess, process] = await Promise.all([
        finalReport(['--agent', 'momentum', ...flags]),
        finalReport(['--cmd', agent.command.join(' '), ...flags]),
      ]);
      expect(rawMember(process, 'run')).toBe(rawMember(inProcess, 'run'));
      expect(rawMember(process, 'book')).toBe(rawMember(inProcess, 'book'));
      expect(Object.keys(JSON.parse(rawMember(process, 'run')) as object)).toEqual([
        'returns',
        'trace',
        'confidences',
        'outcomes',
        'cost',
      ]);
    });
  }
});

function needs(context: TestContext, agent: (typeof exampleAgents)[number]): void {
  const why = whyNotHere(agent);
  if (why !== null) skipAloud(context, why);
}

/** The last line of the event stream; fails with what the program said if it did not end well. */
function finalReport(flags: readonly string[]): Promise<string> {
  const args = [
    'dist/bin/sbdev.js',
    'simulate',
    ...flags,
    '--format',
    'json',
    '--no-double-run',
    '--no-record',
  ];
  return new Promise((resolve, reject) => {
    const options = { cwd: projectRoot, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error !== null)
        return reject(new Error(`sbdev simulate ${flags.join(' ')}\n${stderr}`, { cause: error }));
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      expect(last.startsWith('{"type":"run_report",'), last.slice(0, 200)).toBe(true);
      resolve(last);
    });
  });
}
