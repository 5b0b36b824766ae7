import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/kernel/limits.ts';
import { githubReport } from '../../../src/reporters/github/githubReport.ts';
import { bad, clean } from '../../harness/sweep/support.ts';
import { check, checkFinding, findings, HOSTILE, hostileRun, instrument, run, sweep } from '../documents.ts';

describe('annotations of GitHub Actions', () => {
  it('name file, line and column where a source is known', () => {
    const source = { file: 'agents/mine.py', line: 7, column: 2 };
    const [line] = githubReport(run({ findings: [findings({ source })] })).commands;
    expect(line).toBe(
      '::error file=agents/mine.py,line=7,col=2,title=non-finite-literal::step 3: NaN at /orders/0/target_weight is not JSON (2 times)%0Awhy: its default%0Afix: check for finite numbers',
    );
  });

  it('leave out a file that is not of the checkout', () => {
    for (const file of ['../elsewhere.py', '/etc/agent.py', 'C:\\agent.py']) {
      const { commands } = githubReport(
        run({ findings: [findings({ source: { file, line: 1, column: null } })] }),
      );
      expect(commands[0]).toMatch(/^::error title=/);
    }
  });

  it('escape what would end a property, a line or the command', () => {
    const { commands } = githubReport(hostileRun());
    expect(commands[0]).toContain('file=src/a%2Cb%3Ac%25.py,line=7,col=2,');
    expect(commands[0]).toContain(`${HOSTILE.replaceAll('%', '%25')}%0A`);
    for (const command of commands) {
      expect(command).not.toMatch(/[\r\n]/);
      expect(command).toMatch(/^::(error|warning|notice) [^:]*::/);
    }
  });

  it('say once that a run passed, and always that one did not', () => {
    expect(githubReport(run()).commands).toEqual([
      '::notice title=sbdev%3A passed::3 steps, every one answered within the contract [20,23) seed 18446744073709551615',
    ]);
    const killed = { tone: 'bad', word: 'killed', sentence: 'no report' } as const;
    expect(githubReport(run({ verdict: killed })).commands).toEqual([
      '::error title=sbdev%3A killed::no report [20,23) seed 18446744073709551615',
    ]);
  });

  it('keep to the ten of a kind that GitHub shows, and say how many are left out', () => {
    const many = Array.from({ length: 25 }, (_, index) => findings({}, `code-${index}`));
    const { commands, summary } = githubReport({ ...hostileRun(), problems: [], findings: many });
    expect(commands).toHaveLength(limits.githubAnnotations);
    expect(commands.at(-1)).toBe('::error title=more::and 16 more; the summary of the step has them');
    expect(summary).toContain('`code-9`');
  });

  it('put cells that met the same into one', () => {
    const failed = (at: number) => bad(at, 'failed', 'agent_protocol_violation');
    const { commands } = githubReport(
      sweep([clean(0), failed(1), failed(2), bad(3, 'incomplete', 'timeout')]),
    );
    expect(commands.map((line) => line.replace(/%0A.*/, ''))).toEqual([
      '::error title=x::2 of 4 cells failed, first [20,30) seed 1',
      '::warning title=x::1 of 4 cells incomplete, first [20,30) seed 3',
    ]);
  });

  it('of a check stand at the source, an error for what is required, a warning for what is advisory', () => {
    const { commands } = githubReport(
      check(
        instrument({ instrument_id: 'size', binding: false, status: 'failed', reason: 'too large' }),
        instrument({ instrument_id: 'double-run-equal', status: 'failed', findings: [checkFinding()] }),
        instrument({ instrument_id: 'lost', status: 'abstained' }),
      ),
    );
    expect(commands).toEqual([
      '::error file=agent.py,line=12,col=5,title=double-run-equal%3A non-deterministic::cell 2, step 7: two runs differ first at step 7%0Awhy: a set is iterated%0Afix: sort before you iterate',
      '::warning title=size%3A failed::too large',
    ]);
    expect(githubReport(check(instrument())).commands).toEqual([
      '::notice title=sbdev%3A passed::1 instrument: 1 passed',
    ]);
  });
});

describe('the summary of a step', () => {
  it('fits what GitHub takes, cut at the end of a line', () => {
    const message = 'x'.repeat(60_000);
    const many = Array.from({ length: 20 }, (_, index) => findings({ message }, `code-${index}`));
    const { summary } = githubReport(run({ findings: many }));
    expect(new TextEncoder().encode(summary).length).toBeLessThan(limits.githubSummaryBytes);
    expect(summary).toMatch(/\n\nand more: see the report itself\n$/);
  });
});
