import { modeTable, type RunMode } from '../harness/controls.ts';
import type { RunEvent } from '../harness/events.ts';
import type { Diagnostic, Words } from '../kernel/diagnostic.ts';
import { count, milliseconds, percent } from '../reporters/text/numbers.ts';
import { keyRows } from './model/keys.ts';
import type { RunLog, ShownTurn } from './model/runLog.ts';
import type { SessionLog } from './model/sessionLog.ts';
import type { UiState } from './model/uiState.ts';
import { findingGroups } from './panes/contract.ts';
import { screenText } from './text/screenText.ts';

type WordsOf = (diagnostic: Diagnostic) => Words;

/**
 * What an event is worth saying; turns are told in between, or when they are asked for.
 * `mode` is that of the controls, which an accepted one is heard before it changes.
 */
export function sentencesFor(
  event: RunEvent,
  session: SessionLog,
  mode: RunMode,
  wordsOf: WordsOf,
): string[] {
  switch (event.type) {
    case 'generation_started':
      return [`Generation ${event.task_generation}${reasonOf(session)}.`];
    case 'run_started':
      return [
        `Running ${screenText(event.agent.id)} for ${count(event.steps, 'step')} on ${screenText(event.data.source)}, window ${event.cell.window_start} to ${event.cell.window_end}, seed ${event.cell.seed}.`,
        ...(event.faults?.declaration ?? []).map((line) => `Fault plan: ${screenText(line)}.`),
      ];
    case 'finding':
      return findingSentences(event.diagnostic, wordsOf);
    case 'control_accepted':
      return modeSentences(mode, modeTable[mode][event.control.kind]);
    case 'source_changed':
      if (event.missing.length > 0) return [`Waiting for ${screenText(event.missing[0]!)}.`];
      return [`Changed: ${event.files.slice(0, 3).map(screenText).join(', ')}. Reloading.`];
    case 'build_started':
      return ['Building.'];
    case 'build_ended':
      return event.outcome === 'failed' ? ['The build failed.', ...lastLines(event.output_tail)] : [];
    case 'generations_compared':
      return [
        event.steps_different === 0
          ? `All ${event.steps_compared} decisions are as before.`
          : `${event.steps_different} of ${event.steps_compared} decisions differ, first at step ${event.first_difference}; return ${percent(event.return_before)} before, ${percent(event.return_after)} now.`,
      ];
    case 'run_report':
      return [reportSentence(event)];
    default:
      return [];
  }
}

function modeSentences(before: RunMode, now: RunMode = before): string[] {
  return now === before ? [] : [`Now ${now}.`];
}

/** Where a run stands. */
export function progressSentence(run: RunLog): string {
  const last = run.turns.at(-1);
  const nav = last === undefined ? 0 : last.nav - 1;
  return `Step ${run.turns.length} of ${run.steps}, ${percent(nav)} so far.`;
}

/** What a key brought into view: a step, the keys, or the findings. */
export function stepSentences(before: UiState, now: UiState, run: RunLog | null, wordsOf: WordsOf): string[] {
  if (now.view === 'help' && before.view !== 'help')
    return keyRows.map(({ label, help }) => `${label}: ${help}.`);
  if (now.message !== null && now.message !== before.message) return [now.message];
  if (run === null) return [];
  if (now.pane !== before.pane && now.pane === 'contract') {
    const groups = findingGroups(run, run.turns.length);
    return groups.length === 0
      ? ['Nothing was found against the contract.']
      : groups.flatMap(({ newest }) => findingSentences(newest.diagnostic, wordsOf));
  }
  if (now.look === before.look) return [];
  return now.look === null ? [progressSentence(run)] : [turnSentence(run.turns[now.look - 1])];
}

function turnSentence(turn: ShownTurn | undefined): string {
  if (turn === undefined) return 'No step there.';
  const orders = turn.decision.orders
    .map(({ symbol, target_weight: weight }) => `${screenText(symbol)} to ${weight.toFixed(2)}`)
    .join(', ');
  const decided =
    turn.verdict === 'accepted'
      ? orders === ''
        ? 'the agent holds'
        : orders
      : `${turn.verdict.replace('_', ' ')}${turn.code === null ? '' : ` (${turn.code})`}, held by the kit`;
  const time = turn.decide_ms === null ? '' : `, ${milliseconds(turn.decide_ms)}`;
  return `Step ${turn.step}, ${screenText(turn.date)}: ${decided}${time}; NAV ${percent(turn.nav - 1)}.`;
}

function findingSentences(diagnostic: Diagnostic, wordsOf: WordsOf): string[] {
  const { message, cause, fix } = wordsOf(diagnostic);
  const kind =
    diagnostic.severity === 'error' ? 'Error' : diagnostic.severity === 'warning' ? 'Warning' : 'Note';
  return [
    `${kind}, ${diagnostic.code}: ${screenText(message)}`,
    ...(cause === null ? [] : [`Why: ${screenText(cause)}`]),
    `Fix: ${screenText(fix)}`,
  ];
}

function reportSentence({ stop, book, summary, health }: Extract<RunEvent, { type: 'run_report' }>): string {
  const steps = count(book.steps, 'step');
  if (stop.status === 'done') return `Passed: ${steps}, return ${percent(summary.total_return)}.`;
  if (stop.status === 'blocked') return 'The agent could not be started.';
  return `Not passed after ${steps}: ${screenText(health.failure ?? stop.reason)}.`;
}

function reasonOf({ generations }: SessionLog): string {
  const reason = generations.at(-1)?.reason ?? null;
  return reason === null ? '' : `: ${screenText(reason)}`;
}

function lastLines(text: string): string[] {
  return text.trimEnd().split('\n').slice(-3).map(screenText);
}
