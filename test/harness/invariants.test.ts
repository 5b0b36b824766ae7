import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/harness/events.ts';
import { runEvidence, stopDecision } from '../../src/harness/forms/schemas.ts';
import {
  GRADES_FILE,
  gradeCandidate,
  type Instrument,
  type Measurement,
} from '../../src/harness/grader/grader.ts';
import { sealRecord } from '../../src/harness/grader/seal.ts';
import { agentFixtures, temporaryFolder } from '../support/cli.ts';
import {
  type RecordedSession,
  recordedSession,
  type StoredEvent,
  stdioTask,
  storedEvents,
} from '../support/session.ts';

/** Invariants of page 7, through the real runner, real child processes and the stored journal. */

const hold = ['python3', join(agentFixtures, 'hold.py')];
const python = (code: string): string[] => ['python3', '-c', code];

/** Answers with the JSON that `expression` makes of the step number `n` and the symbols `s`. */
const answering = (expression: string, before = ''): string[] =>
  python(
    `import sys,json\n${before}\nn=-1\nfor l in sys.stdin:\n n+=1\n s=[x['symbol'] for x in json.loads(l)['symbols']]\n print(json.dumps(${expression}),flush=True)`,
  );

const turnsOf = ({ events }: { events: readonly StoredEvent[] }) =>
  events.filter((each) => each.type === 'turn');
const isError = (event: RunEvent): boolean =>
  event.type === 'finding' && event.diagnostic.severity === 'error';
const typesOf = ({ events }: RecordedSession) => events.map((each) => each.type);
const attemptsOf = ({ events }: RecordedSession) => events.filter((each) => each.type === 'attempt_ended');

describe('1: what follows in a session consumes its last dispatch exactly once; a new session inherits nothing', () => {
  test('positions go on without gap or repetition over generations, and each turn has one stop decision', async () => {
    const session = await recordedSession(stdioTask(hold), {
      steered: async () => stdioTask(hold, { snapshotId: 'second', steps: 12 }),
      onEvent: (event, controls) => {
        if (event.type === 'turn' && event.step === 4 && event.evidence.task_generation === 1) {
          controls.accept({ kind: 'steer', reason: 'edit', by: 'edit' });
        }
      },
    });
    const turns = turnsOf(session);
    expect(turns.map((each) => each.evidence.evidence_position)).toStrictEqual(
      turns.map((_, index) => index),
    );
    for (const turn of turns) {
      runEvidence.parse(turn.evidence);
      expect(stopDecision.parse(turn.stop).turn_id).toBe(turn.evidence.turn_id);
    }
    expect(new Set(turns.map((each) => each.stop.decision_id)).size).toBe(turns.length);
    // The finish cites the second generation's turns, each once, the last one included.
    const last = turns.at(-1)!;
    expect(last.stop.result.kind).toBe('finish');
    expect(last.stop.result.evidence).toStrictEqual(
      Array.from({ length: 12 }, (_, step) => `g2.a1.t${step}/decide`),
    );
    expect(session.report.stop.status).toBe('done');
  });

  test('a new session starts at generation 1, attempt 1, position 0, with an id of its own', async () => {
    const [first, second] = [await recordedSession(stdioTask(hold)), await recordedSession(stdioTask(hold))];
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(turnsOf(second)[0]!.evidence).toMatchObject({
      session_id: second.sessionId,
      task_generation: 1,
      turn_id: 'g1.a1.t0',
      evidence_position: 0,
      accepted_control: null,
    });
  });
});

test('2: an unchanged order earns nothing, and an applied one stays applied when another of its turn does not', async () => {
  const unchanged = await recordedSession(
    stdioTask(answering("{'orders':[{'symbol':s[0],'action':'close','target_weight':0}]}"), {
      costs: 'frictionless',
    }),
  );
  for (const turn of turnsOf(unchanged)) {
    expect(turn.evidence.dispatches[1]).toMatchObject({ disposition: 'executed', mutation: 'unchanged' });
  }
  // Under execution noise one of two orders is deferred while the other fills.
  const both = "{'orders':[{'symbol':x,'action':'buy','target_weight':0.1*(n%4+1)} for x in s]}";
  const mixed = await recordedSession(stdioTask(answering(both), { costs: 'realistic', steps: 40 }));
  const split = turnsOf(mixed).find((turn) => {
    const fresh = turn.evidence.dispatches.filter((each: { call_id: string }) =>
      each.call_id.includes('/rebalance/'),
    );
    return fresh[0]?.mutation === 'applied' && fresh[1]?.disposition === 'deferred';
  });
  expect(split, 'a turn with one order applied and the next deferred').toBeDefined();
  const fill = split!.fills.find((each: { outcome: string }) => each.outcome !== 'deferred');
  expect(Math.abs(fill.shares)).toBeGreaterThan(0);
});

describe('3: a failed check survives success elsewhere', () => {
  const failsAt3 = answering("{'orders':[]} if n!=3 else {'orders':[],'oops':1}");

  test('the run that failed one step and answered all others is not done', async () => {
    const session = await recordedSession(stdioTask(failsAt3));
    expect(turnsOf(session).map((each) => each.verdict)).toStrictEqual([
      ...Array(3).fill('accepted'),
      'refused',
      ...Array(6).fill('accepted'),
    ]);
    expect(session.report.stop).toMatchObject({ status: 'incomplete' });
    expect(turnsOf(session).at(-1)!.stop.result.unmet).toContain('contract-clean');
  });

  test('the same check, passed by the next generation, clears it', async () => {
    const session = await recordedSession(stdioTask(failsAt3), {
      steered: async () => stdioTask(hold),
      onEvent: (event, controls) => {
        if (event.type === 'turn' && event.verdict === 'refused')
          controls.accept({ kind: 'steer', reason: 'mended', by: 'edit' });
      },
    });
    expect(session.report.stop.status).toBe('done');
    const checked = turnsOf(session).filter((each) => each.step === 3);
    expect(checked.map((each) => each.evidence.dispatches[0].verification.kind)).toStrictEqual([
      'failed',
      'passed',
    ]);
  });
});

describe('4: recovery is bounded', () => {
  const crashing = (text: string): string[] =>
    answering("{'orders':[]}", `import os\nif False: pass`).map((word) =>
      word.replace(' n+=1\n', ` n+=1\n if n==3: sys.exit('${text} '+str(os.getpid()))\n`),
    );

  test('a changed repair recovers', async () => {
    const session = await recordedSession(stdioTask(crashing('first')), {
      steered: async () => stdioTask(hold, { snapshotId: 'mended' }),
      onEvent: (event, controls) => {
        if (isError(event)) controls.accept({ kind: 'steer', reason: 'edit', by: 'edit' });
      },
    });
    expect(session.report.stop.status).toBe('done');
    expect(attemptsOf(session).map((each) => [each.attempt_id, each.outcome])).toStrictEqual([
      ['g1.a1', 'failed'],
      ['g2.a1', 'passed'],
    ]);
  });

  test('an unchanged repetition stops as incomplete', async () => {
    const task = stdioTask(crashing('same'), { snapshotId: 'same' });
    const session = await recordedSession(task, {
      steered: async () => task,
      onEvent: (event, controls) => {
        if (isError(event)) controls.accept({ kind: 'steer', reason: 'saved without a change', by: 'edit' });
      },
    });
    expect(session.report.stop).toMatchObject({ status: 'incomplete', reason: 'unchanged-repetition' });
    expect(attemptsOf(session)).toHaveLength(1);
  });

  test('turns without orders and new error text grant no further retries', async () => {
    // Every turn is a hold, and each attempt dies with another text (its own pid).
    const session = await recordedSession(stdioTask(crashing('text')), { retries: 2 });
    expect(attemptsOf(session).map((each) => [each.attempt_id, each.outcome, each.failure])).toStrictEqual([
      ['g1.a1', 'failed', 'transport_error'],
      ['g1.a2', 'failed', 'transport_error'],
      ['g1.a3', 'failed', 'transport_error'],
    ]);
    const stalls = session.events.filter((each) => each.type === 'stall').map((each) => each.action);
    expect(stalls.map((each) => each.kind)).toStrictEqual(['retry', 'retry', 'stop']);
    expect(session.report.attempts).toHaveLength(3);
    expect(session.report.stop.status).toBe('incomplete');
  });

  test('edits while the failure remains do not reset the cap', async () => {
    let edits = 0;
    const session = await recordedSession(stdioTask(crashing('0'), { snapshotId: '0' }), {
      retries: 1,
      steered: async () => {
        edits += 1;
        return stdioTask(crashing(String(edits)), { snapshotId: String(edits) });
      },
      onEvent: (event, controls) => {
        if (isError(event) && edits < 2)
          controls.accept({ kind: 'steer', reason: 'another try', by: 'edit' });
      },
    });
    // One attempt per edit, and the single retry once: never one retry per edit.
    expect(attemptsOf(session).map((each) => each.attempt_id)).toStrictEqual(['g1.a1', 'g2.a1', 'g3.a1']);
    expect(session.report.stop.status).toBe('incomplete');
  });
});

describe('5: controls', () => {
  /** Counts, in a file, the observations that it was shown. */
  const counting = (log: string): string[] =>
    answering("{'orders':[]}").map((word) =>
      word.replace(' n+=1\n', ` n+=1\n open(${JSON.stringify(log)},'a').write('x')\n`),
    );

  test('after an accepted stop nothing more is dispatched', async () => {
    const log = join(temporaryFolder(), 'seen');
    const session = await recordedSession(stdioTask(counting(log), { steps: 30 }), {
      onEvent: (event, controls) => {
        if (event.type === 'turn' && event.step === 5) controls.accept({ kind: 'stop', reason: 'enough' });
      },
    });
    const types = typesOf(session);
    expect(types.lastIndexOf('turn')).toBeLessThan(types.indexOf('control_accepted'));
    expect(session.report.stop).toMatchObject({ status: 'incomplete', reason: 'enough' });
    // The observation of step 6 was under way when the stop came; its turn is canceled, not completed.
    expect(turnsOf(session)).toHaveLength(6);
    expect(readFileSync(log, 'utf8').length).toBeLessThanOrEqual(7);
    expect(
      session.events.filter((each) => each.type === 'dispatch_canceled').map((each) => each.step),
    ).toStrictEqual([6]);
  });

  test('a steer supersedes the old generation’s late completion', async () => {
    const slow = answering("{'orders':[]}").map((word) =>
      word.replace(' n+=1\n', ' n+=1\n if n==2:\n  import time; time.sleep(30)\n'),
    );
    const session = await recordedSession(stdioTask(slow, { timeoutMs: 20_000 }), {
      steered: async () => stdioTask(hold, { snapshotId: 'quick' }),
      onEvent: (event, controls) => {
        if (event.type === 'turn' && event.step === 1 && event.evidence.task_generation === 1) {
          controls.accept({ kind: 'steer', reason: 'edit', by: 'edit' });
        }
      },
    });
    const canceled = session.events.find((each) => each.type === 'dispatch_canceled');
    expect(canceled).toMatchObject({ turn_id: 'g1.a1.t2', dispatch: { disposition: 'canceled' } });
    expect(turnsOf(session).filter((each) => each.evidence.task_generation === 1)).toHaveLength(2);
    expect(turnsOf(session).filter((each) => each.evidence.task_generation === 2)).toHaveLength(10);
    expect(session.report.stop.status).toBe('done');
  });
});

describe('6 and 7: grading', () => {
  const log = () => join(temporaryFolder(), 'measured');

  /** Reads the stored journal, and leaves a mark for every time it was run. */
  function reading(
    id: string,
    marks: string,
    judge: (events: StoredEvent[]) => Measurement,
    rule = {},
  ): Instrument {
    return {
      instrumentId: id,
      requirementId: id,
      required: true,
      binding: true,
      ...rule,
      measure: async (candidate) => {
        appendFileSync(marks, `${id}\n`);
        return judge(storedEvents(candidate.record));
      },
    };
  }

  const clean = (events: StoredEvent[]): Measurement => {
    const bad = events.filter((each) => each.type === 'turn' && each.verdict !== 'accepted');
    return bad.length === 0
      ? { status: 'passed', reason: null, evidence: [] }
      : { status: 'failed', reason: bad[0]!.code, evidence: [`${bad[0]!.evidence.turn_id}/decide`] };
  };
  const rules = { advisoryMayBeMissing: false };
  const never = new AbortController().signal;

  test('an interrupted batch resumes exactly its pending instruments and leaves the candidate as it was', async () => {
    const session = await recordedSession(stdioTask(hold));
    const candidate = await sealRecord(session.folder, 'g1.a1', 'snap');
    const marks = log();
    const stop = new AbortController();
    const instruments = ['a', 'b', 'c'].map((id) =>
      reading(id, marks, (events) => {
        if (id === 'b') stop.abort();
        return clean(events);
      }),
    );
    const first = await gradeCandidate(candidate, instruments, rules, stop.signal);
    expect(first.result).toStrictEqual({ kind: 'pending', instruments: ['c'] });
    // Torn in the middle of a further revision, as a kill would leave it.
    appendFileSync(join(session.folder, GRADES_FILE), '{"seal":"');
    const resumed = await gradeCandidate(candidate, instruments, rules, never);
    expect(resumed).toMatchObject({ result: { kind: 'passed' }, revision: 3 });
    expect(readFileSync(marks, 'utf8')).toBe('a\nb\nc\n');
    expect((await sealRecord(session.folder, 'g1.a1', 'snap')).seal).toBe(candidate.seal);
    const uninterrupted = await recordedSession(stdioTask(hold));
    const other = await sealRecord(uninterrupted.folder, 'g1.a1', 'snap');
    expect(await gradeCandidate(other, instruments, rules, never)).toStrictEqual(resumed);
  });

  test('an instrument that cannot run is invalid, never failed; a missing required one leaves the grade pending', async () => {
    const session = await recordedSession(stdioTask(hold));
    const candidate = await sealRecord(session.folder, 'g1.a1', 'snap');
    const broken = reading('broken', log(), () => {
      throw new Error('no such device');
    });
    const verdict = await gradeCandidate(candidate, [reading('ok', log(), clean), broken], rules, never);
    expect(verdict.result).toStrictEqual({ kind: 'invalid', reason: 'broken: no such device' });
    expect(verdict.vetoes).toStrictEqual([]);
    const aborted = new AbortController();
    aborted.abort();
    const fresh = await recordedSession(stdioTask(hold));
    const unread = await sealRecord(fresh.folder, 'g1.a1', 'snap');
    expect(
      (await gradeCandidate(unread, [reading('ok', log(), clean)], rules, aborted.signal)).result.kind,
    ).toBe('pending');
  });

  test('an advisory one may be missing only if the case contract says so', async () => {
    const session = await recordedSession(stdioTask(hold));
    const candidate = await sealRecord(session.folder, 'g1.a1', 'snap');
    const advisory = reading(
      'latency',
      log(),
      () => ({ status: 'invalid', reason: 'no clock', evidence: [] }),
      {
        required: false,
        binding: false,
      },
    );
    const all = [reading('ok', log(), clean), advisory];
    expect((await gradeCandidate(candidate, all, { advisoryMayBeMissing: false }, never)).result.kind).toBe(
      'invalid',
    );
    expect((await gradeCandidate(candidate, all, { advisoryMayBeMissing: true }, never)).result.kind).toBe(
      'passed',
    );
  });

  test('a record that was changed after it was sealed supports no grade', async () => {
    const session = await recordedSession(stdioTask(hold));
    const candidate = await sealRecord(session.folder, 'g1.a1', 'snap');
    appendFileSync(join(session.folder, 'journal.jsonl'), '{"type":"turn","step":99}\n');
    const verdict = await gradeCandidate(candidate, [reading('ok', log(), clean)], rules, never);
    expect(verdict.result).toStrictEqual({ kind: 'invalid', reason: 'ok: the sealed record has changed' });
  });

  test('a positive control, a known-bad agent, shows that the instrument is live', async () => {
    const bad = await recordedSession(stdioTask(['python3', join(agentFixtures, 'unknown_key.py')]));
    const candidate = await sealRecord(bad.folder, 'g1.a1', 'snap');
    const verdict = await gradeCandidate(candidate, [reading('contract-clean', log(), clean)], rules, never);
    expect(verdict.result.kind).toBe('failed');
    expect(verdict.vetoes).toMatchObject([
      { instrument_id: 'contract-clean', reason: 'unknown-field', evidence: ['g1.a1.t0/decide'] },
    ]);
  });
});

// 8 is test/chaos/sigkill.test.ts: the program is killed and its journal read.

test('9: usage that was not reported stays unknown, and what was reported is exact', async () => {
  const silent = await recordedSession(stdioTask(hold));
  expect(silent.events.at(-2)).toMatchObject({
    type: 'run_report',
    usage: { decisions_reported: 0, decisions_unreported: 10, cost_usd: null, tokens_in: null },
  });
  const partly = await recordedSession(
    stdioTask(answering("{'orders':[],**({'cost':{'tokens_in':2**63}} if n<3 else {})}")),
  );
  const stored = readFileSync(join(partly.folder, 'journal.jsonl'), 'utf8');
  expect(stored).toContain(
    '"usage":{"decisions_reported":3,"decisions_unreported":7,"cost_usd":0,"tokens_in":18446744073709551615',
  );
  const crashed = await recordedSession(stdioTask(['python3', join(agentFixtures, 'exit_seven.py')]));
  expect(attemptsOf(crashed)[0]).toMatchObject({
    outcome: 'failed',
    usage: { cost_usd: null, tokens_in: null },
  });
});
