import { expect, test } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import type { RunEvent } from '../../src/harness/events.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';
import { styleFor } from '../../src/reporters/style.ts';
import { WatchReporter } from '../../src/reporters/text/watchReporter.ts';

const plain = styleFor({ isTTY: false, env: {}, color: false });

/** Events hold what the reporter looks at. */
function linesOf(events: readonly object[], quiet = false): string[] {
  let text = '';
  const write = (piece: string): void => {
    text += piece;
  };
  const reporter = new WatchReporter({ write, style: plain, wordsOf, quiet });
  for (const each of events) reporter.onEvent(each as RunEvent);
  return text.split('\n').slice(0, -1);
}

const started = {
  type: 'run_started',
  agent: { id: 'cmd:python3 agent.py', transport: 'stdio' },
  cell: { window_start: 20, window_end: 60, seed: 3n },
  steps: 40,
  data: { source: 'calm', symbols: ['A', 'B'], bars: 100 },
  costs: 'typical',
};
const generation = (n: number) => [
  { type: 'generation_started', task_generation: n },
  { type: 'attempt_started' },
  started,
];
const steer = (reason: string) => ({ type: 'control_accepted', control: { kind: 'steer', reason } });
const report = (rest: object = {}) => ({
  type: 'run_report',
  stop: { status: 'done', reason: 'every step answered' },
  health: { failure: null },
  book: { steps: 40 },
  summary: { total_return: 0.0125 },
  timing: { wall_ms: 412 },
  ...rest,
});
const turns = Array(40).fill({ type: 'turn', verdict: 'accepted' });
const head = ['cmd:python3 agent.py  stdio', 'calm (2 symbols, 100 bars)  [20,60)  seed 3  typical costs'];

test('a generation is one line; who runs on what is said once, until it changes', () => {
  const compared = {
    type: 'generations_compared',
    before: 1,
    after: 2,
    steps_compared: 40,
    steps_different: 12,
    first_difference: 7,
    return_before: -0.004,
    return_after: 0.0125,
  };
  expect(
    linesOf([
      { type: 'watching', files: 3, mode: 'events', reason: null },
      ...[...generation(1), ...turns, report()],
      steer('agent.py changed'),
      ...[...generation(2), ...turns, compared, report()],
      steer('seed 4'),
      ...[
        ...generation(3).slice(0, 2),
        { ...started, cell: { ...started.cell, seed: 4n } },
        ...turns,
        report(),
      ],
    ]),
  ).toStrictEqual([
    '  watching 3 files; no keys here, Ctrl-C ends',
    ...head,
    '✓ g1  start  40/40  passed  +1.25 %  412 ms',
    '✓ g2  agent.py changed  40/40  passed  +1.25 %  412 ms  12 of 40 decisions differ from g1, first at step 7: return -0.40 % -> +1.25 %',
    head[0],
    head[1]!.replace('seed 3', 'seed 4'),
    '✓ g3  seed 4  40/40  passed  +1.25 %  412 ms',
  ]);
});

test('a failed run has no return, and its first finding in full; the others are counted', () => {
  const error = (step: number) => ({
    type: 'finding',
    diagnostic: diagnostic('answer-not-json', 'error', { step }, { found: 'oops' }),
    excerpt: null,
  });
  const lines = linesOf([
    ...generation(1),
    error(0),
    error(1),
    error(2),
    report({ stop: { status: 'incomplete' }, health: { failure: 'agent_protocol_violation' } }),
  ]);
  expect(lines[2]).toBe('✗ g1  start  0/40  failed (agent_protocol_violation)  412 ms');
  expect(lines[3]).toMatch(/^ {2}✗ .*\[answer-not-json\]$/);
  expect(lines.at(-1)).toBe('  and 2 further findings');
  expect(lines.filter((line) => line.includes('[answer-not-json]'))).toHaveLength(1);
});

test('what a person has to know between runs is said, and nothing of it can write to the terminal', () => {
  expect(
    linesOf([
      { type: 'watching', files: 1, mode: 'polling', reason: 'asked' },
      { type: 'source_changed', files: ['a.py'], file_count: 1, missing: ['a\u001b[2J.py'] },
      { type: 'build_started', command: ['make', '\u001b]0;x\u0007'] },
      {
        type: 'build_ended',
        outcome: 'failed',
        exit_code: 2,
        signal: null,
        duration_ms: 12,
        output_tail: 'a.c:1: \u001b[31merror\u001b[0m\u202e\n',
      },
      { type: 'build_ended', outcome: 'passed', duration_ms: 1_234 },
      { type: 'build_ended', outcome: 'canceled', duration_ms: 1 },
      ...generation(1),
      steer('a\u202e.py changed'),
      { type: 'attempt_ended', outcome: 'interrupted', turns: 1 },
      { type: 'generation_started', task_generation: 2 },
      { type: 'stall', action: { kind: 'stop', cause: 'unchanged-repetition' } },
    ]),
  ).toStrictEqual([
    '  watching 1 file, polling; no keys here, Ctrl-C ends',
    '! waiting for a\\x1b[2J.py',
    '  building: make \\x1b]0;x\\x07',
    '    a.c:1: error\\u202e',
    '  built in 1234 ms',
    '  build canceled',
    ...head,
    '- g1  start  superseded after 1 step',
    '! g2  a\\u202e.py changed  not run: this content has failed already',
  ]);
});

test('a run that is stopped says so, and quiet leaves the generations alone', () => {
  const stop = { type: 'control_accepted', control: { kind: 'stop', reason: 'interrupted by SIGINT' } };
  expect(
    linesOf(
      [
        { type: 'watching', files: 1, mode: 'events', reason: null },
        ...generation(1),
        ...turns.slice(0, 3),
        stop,
        { type: 'attempt_ended', outcome: 'interrupted', turns: 3 },
        report({ stop: { status: 'incomplete', reason: 'interrupted by SIGINT' }, book: { steps: 3 } }),
      ],
      true,
    ),
  ).toStrictEqual(['- g1  start  3/40  stopped  412 ms']);
});
