import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/agents/agent.ts';
import type { Doubling } from '../../../src/determinism/twin/doubleRun.ts';
import { RepeatedRun } from '../../../src/determinism/twin/repeatedRun.ts';
import type { DoubleRunEnded, DoubleRunReport } from '../../../src/harness/determinismEvents.ts';
import type { RunReport } from '../../../src/harness/events.ts';
import { diagnostic } from '../../../src/kernel/diagnostic.ts';

/** How one double run goes: equal, different, lost, or failing by an error of the agent's. */
type Course = 'equal' | 'different' | 'lost' | 'fails';

const divergence = { step: 3, observation_id: '2024-01-04', pointer: '/orders/0/symbol', a: '"A"', b: '"B"' };

const ambient = { kind: 'ambient', factors: [], text: 'why', fix: 'how' };

function reportOf(
  course: Course,
  explains: boolean,
  cause: DoubleRunReport['cause'] = ambient,
): DoubleRunReport {
  const isDifferent = course === 'different';
  return {
    status: isDifferent ? 'different' : course === 'lost' ? 'no_verdict' : 'equal',
    reason: course === 'lost' ? 'run B: timeout' : null,
    steps_compared: isDifferent ? 3 : 10,
    steps_asked_again_later: 0,
    varied: ['hash seed'],
    not_exercised: [],
    divergence: isDifferent
      ? { ...divergence, last_equal_step: 2, remark: null, history: [], stderr_a: '', stderr_b: '' }
      : null,
    cause: isDifferent && explains ? cause : null,
    hints: [],
  };
}

const agent: Agent = {
  decide: async () => ({ kind: 'decision', decision: { orders: [], reasoning: '' }, elapsedMs: 0 }),
  settleRefusal: async () => [],
  close: async () => ({ code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] }),
};

/** Several double runs that go as told; `stopAfter` is an interrupt in the midst of the run behind that one. */
async function repeated(
  courses: readonly Course[],
  {
    asked = courses.length,
    stopAfter = Number.NaN,
    cause = ambient,
  }: { asked?: number; stopAfter?: number; cause?: DoubleRunReport['cause'] } = {},
) {
  const interrupt = new AbortController();
  const told: DoubleRunEnded[] = [];
  const explained: boolean[] = [];
  let made = 0;
  const make = (explains: boolean): Doubling & { readonly course: Course } => {
    const course = courses[made]!;
    made += 1;
    if (made > 1) explained.push(explains);
    return {
      course,
      announcement: { mode: 'lockstep', varied: [] },
      start: async () => agent,
      report: () => reportOf(course, explains, cause),
    };
  };
  const run = new RepeatedRun({
    asked,
    first: make(true),
    again: make,
    play: async (again) => {
      if (made > stopAfter) interrupt.abort();
      const { course } = again as ReturnType<typeof make>;
      const failure = { diagnostic: diagnostic('agent-exited', 'error', { step: 5 }), type: 'finding' };
      return { findings: course === 'fails' ? [failure] : [] } as unknown as RunReport;
    },
    interrupt: interrupt.signal,
    tell: (event) => told.push(event),
  });
  const { findings } = await (await run.start(interrupt.signal)).close();
  return { report: run.report(), findings, told, made, explained };
}

describe('several double runs', () => {
  test('that are all equal are no divergence in so many, and all their steps are counted', async () => {
    const { report, findings, told } = await repeated(['equal', 'equal', 'equal']);
    expect(report).toMatchObject({ status: 'equal', reason: null });
    expect(report.repetition).toStrictEqual({
      asked: 3,
      compared: 3,
      diverged: 0,
      without_verdict: 0,
      steps_compared: 30,
      example: null,
    });
    expect(findings).toStrictEqual([]);
    expect(told.map((each) => [each.double_run, each.status])).toStrictEqual([
      [1, 'equal'],
      [2, 'equal'],
      [3, 'equal'],
    ]);
  });

  test('of which some diverge are different; the first that did is the example, with its cause', async () => {
    const { report, findings, explained } = await repeated([
      'equal',
      'equal',
      'different',
      'equal',
      'different',
    ]);
    expect(report).toMatchObject({
      status: 'different',
      divergence: { step: 3 },
      cause: { kind: 'ambient' },
    });
    expect(report.repetition).toMatchObject({ asked: 5, compared: 5, diverged: 2, example: 3 });
    // One example is explained, and no other.
    expect(explained).toStrictEqual([true, true, false, false]);
    expect(findings).toMatchObject([
      { code: 'non-deterministic', place: { step: 3 }, facts: { double_run: 3, last_equal_step: 2 } },
    ]);
  });

  test('whose first diverged go on to be counted; its finding was told already', async () => {
    const { report, findings } = await repeated(['different', 'equal', 'different']);
    expect(report.repetition).toMatchObject({ compared: 3, diverged: 2, example: 1 });
    expect(findings).toStrictEqual([]);
  });

  test('of which one has no verdict have none together', async () => {
    const { report, findings } = await repeated(['equal', 'lost', 'equal']);
    expect(report).toMatchObject({ status: 'no_verdict', reason: 'double run 2: run B: timeout' });
    expect(report.repetition).toMatchObject({ compared: 2, without_verdict: 1 });
    expect(findings).toStrictEqual([]);
  });

  test('of which the agent fails in one name that run and that failure', async () => {
    const { report, findings } = await repeated(['equal', 'equal', 'fails']);
    expect(report).toMatchObject({ status: 'no_verdict', reason: 'double run 3: agent-exited' });
    expect(findings).toMatchObject([
      {
        code: 'repetition-failed',
        severity: 'error',
        found: 'agent-exited',
        facts: { double_run: 3, asked: 3 },
      },
    ]);
  });

  test('end after three in a row without a verdict, and at once if the first has none', async () => {
    expect((await repeated(['equal', 'lost', 'lost', 'lost', 'equal'])).made).toBe(4);
    const { made, report } = await repeated(['lost', 'equal']);
    expect(made).toBe(1);
    expect(report).toMatchObject({
      status: 'no_verdict',
      reason: 'run B: timeout',
      repetition: { asked: 2 },
    });
  });

  test('that are interrupted keep what is complete, and are no pass', async () => {
    const { report, made } = await repeated(['equal', 'equal', 'equal', 'equal'], { stopAfter: 2 });
    expect(made).toBe(3);
    expect(report).toMatchObject({ status: 'no_verdict', reason: 'ended after 2 of 4 double runs' });
    expect(report.repetition).toMatchObject({ asked: 4, compared: 2, diverged: 0 });
  });

  test('that are interrupted in one that has diverged already keep that, too', async () => {
    const { report } = await repeated(['equal', 'equal', 'different', 'equal'], { stopAfter: 2 });
    expect(report).toMatchObject({
      status: 'different',
      repetition: { compared: 3, diverged: 1, example: 3 },
    });
  });

  test('in which a factor is varied every time, and some agree, are not explained by that factor', async () => {
    const causeOf = async (factor: string, courses: readonly Course[]) => {
      const cause = { kind: 'factor', factors: [factor], text: `by ${factor}`, fix: 'how' };
      return (await repeated(courses, { cause })).report.cause;
    };
    expect(await causeOf('time-zone', ['different', 'equal', 'equal'])).toMatchObject({
      kind: 'ambient',
      factors: [],
      text: 'ambient randomness: 2 of 3 double runs in the same surroundings agreed',
    });
    expect(await causeOf('time-zone', ['different', 'different'])).toMatchObject({ factors: ['time-zone'] });
    // A race goes one way or the other, whatever the pace.
    expect(await causeOf('pacing', ['different', 'equal'])).toMatchObject({ factors: ['pacing'] });
  });
});
