import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordMeta } from '../../../src/harness/records/meta.ts';
import { type RecordItem, readJournal } from '../../../src/harness/records/readJournal.ts';
import { temporaryFolder } from '../../support/cli.ts';

export const meta: RecordMeta = {
  id: 's',
  kind: 'session',
  kit: '0.1.0',
  started_at: '2024-01-31T23:59:59.000Z',
  command: 'sbdev simulate --agent hold',
  writer: null,
  cells: null,
};

export function journalWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'journal.jsonl');
  writeFileSync(path, content);
  return path;
}

export function itemsOf(content: string | Uint8Array): readonly RecordItem[] {
  return [...readJournal(journalWith(content))];
}

export function textOf(events: readonly object[]): string {
  return events.map((each) => `${JSON.stringify(each)}\n`).join('');
}

export function asItems(events: readonly object[]): readonly RecordItem[] {
  return events.map((event, index) => ({
    kind: 'event',
    line: index + 1,
    type: (event as { type: string }).type,
    event: event as Record<string, unknown>,
  }));
}

export const generation = (number = 1) => ({
  type: 'generation_started',
  session_id: 's',
  task_generation: number,
  snapshot_id: 'abc',
  control_id: number === 1 ? null : `control-${number}`,
});

export const attempt = (number = 1, ofGeneration = 1) => ({
  type: 'attempt_started',
  attempt_id: `g${ofGeneration}.a${number}`,
  task_generation: ofGeneration,
});

export const run = (steps = 3) => ({
  type: 'run_started',
  version: 1,
  kit: '0.1.0',
  agent: { id: 'hold', transport: 'in-process', command: [] },
  cell: { window_start: 20, window_end: 20 + steps, seed: 7n },
  steps,
  data: { source: 'synthetic', symbols: ['A'], bars: 60 },
  costs: 'typical',
  digests: { dataset_sha256: 'd', cost_model_sha256: 'c', engine_version: '0.28.0' },
  decide_timeout_ms: 30_000,
});

export function turn(step: number, position = step, id = 'g1.a1', result: object = CONTINUE) {
  const turnId = `${id}.t${step}`;
  const taskGeneration = Number(id.slice(1, id.indexOf('.')));
  return {
    type: 'turn',
    step,
    date: `2024-02-0${step + 1}`,
    verdict: 'accepted',
    code: null,
    evidence: {
      session_id: 's',
      task_generation: taskGeneration,
      turn_id: turnId,
      evidence_position: position,
      actor_intent: { kind: 'continue' },
      dispatches: [
        {
          call_id: `${turnId}/decide`,
          evidence_ref: `${turnId}/decide`,
          disposition: 'executed',
          mutation: 'not_applicable',
          verification: { kind: 'passed', source_epoch: taskGeneration },
        },
      ],
      accepted_control: null,
    },
    stop: {
      decision_id: `${turnId}/stop`,
      turn_id: turnId,
      task_generation: taskGeneration,
      result,
    },
  };
}

/** The answer of a step, as it stands in a journal before its turn does. */
export const answer = (step: number, id = 'g1.a1') => ({
  type: 'answer_kept',
  turn_id: `${id}.t${step}`,
  step,
  decide_ms: 0.1,
  raw: { text: '{"orders":[]}', bytes: 13 },
});

const CONTINUE = { kind: 'continue', unmet: ['every-step-answered'], feedback: null };
export const FINISH = {
  kind: 'finish',
  status: 'done',
  supported: ['every-step-answered'],
  unmet: [],
  evidence: [],
  reason: 'every step answered',
};

export const ended = (turns: number, id = 'g1.a1', outcome = 'passed') => ({
  type: 'attempt_ended',
  attempt_id: id,
  task_generation: 1,
  outcome,
  failure: null,
  code: null,
  turns,
  duration_ms: 1,
  usage: {},
});

export const report = (attempts = 1) => ({
  type: 'run_report',
  stop: { status: 'done', supported: ['every-step-answered'], unmet: [], reason: 'every step answered' },
  health: { failure: null },
  finding_counts: {},
  timing: {},
  summary: { total_return: 0.25 },
  usage: {},
  attempts: Array(attempts).fill({}),
});

export const end = { type: 'session_ended', exit_code: 0 };

/** A whole session of three turns. */
export const whole = [
  generation(),
  attempt(),
  run(),
  turn(0),
  turn(1),
  turn(2, 2, 'g1.a1', FINISH),
  ended(3),
  report(),
  end,
];

/** A record in `cwd` as the kit would leave it. */
export function keepRecord(cwd: string, id: string, more: object, journal: string | null): string {
  const folder = join(cwd, '.sbdev', 'runs', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ version: 1, id, ...more }));
  if (journal !== null) writeFileSync(join(folder, 'journal.jsonl'), journal);
  return folder;
}
