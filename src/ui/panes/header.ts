import { NON_DETERMINISTIC } from '../../harness/stop.ts';
import { limits } from '../../kernel/limits.ts';
import { fixed, milliseconds, percent } from '../../reporters/text/numbers.ts';
import type { Phase } from '../model/phase.ts';
import type { RunLog } from '../model/runLog.ts';
import type { SessionLog } from '../model/sessionLog.ts';
import { paces } from '../model/uiState.ts';
import { cutToCells, padEndCells, padStartCells } from '../text/cells.ts';
import { seconds } from '../text/figures.ts';
import { type Line, lineCells, type Span, span, spreadLine, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { tellingLine } from '../text/tellingLine.ts';
import type { ControlsView, PaneContext } from './pane.ts';

export interface StateWords {
  readonly sign: string;
  readonly text: string;
  readonly tone: Tone;
}

const PHASES: Readonly<Record<Phase, StateWords>> = {
  opening: { sign: '~', text: 'opening', tone: 'accent' },
  building: { sign: '*', text: 'building', tone: 'accent' },
  'build-failed': { sign: '✗', text: 'build failed', tone: 'bad' },
  'setting-refused': { sign: '✗', text: 'waiting for a change', tone: 'bad' },
  missing: { sign: '!', text: 'waiting for the file', tone: 'warn' },
  starting: { sign: '~', text: 'starting', tone: 'accent' },
  running: { sign: '>', text: 'running', tone: 'accent' },
  reloading: { sign: '~', text: 'reloading', tone: 'accent' },
  finished: { sign: '✓', text: 'passed', tone: 'good' },
  failed: { sign: '✗', text: 'failed', tone: 'bad' },
  blocked: { sign: '✗', text: 'did not start', tone: 'bad' },
  stalled: { sign: '!', text: 'stalled: the same agent failed before', tone: 'warn' },
  stopping: { sign: '~', text: 'stopping', tone: 'accent' },
};

type StateContext = Pick<PaneContext, 'session' | 'controls' | 'nowMs'>;

/** What the session is doing, in one sign and a few words. */
export function stateWords({ session, controls, nowMs }: StateContext): StateWords {
  // What is under way; what is shown may still be the run before it.
  const { phase, run } = session;
  if (phase === 'missing') {
    const file = session.change?.missing[0];
    return {
      ...PHASES.missing,
      text: file === undefined ? 'waiting for a file' : `waiting for ${screenText(file)}`,
    };
  }
  if (phase === 'building' || phase === 'reloading') {
    const since = nowMs - session.phaseAtMs;
    return since < 1000
      ? PHASES[phase]
      : { ...PHASES[phase], text: `${PHASES[phase].text} ${seconds(since).padEnd(6)}` };
  }
  if (run !== null && isUnderWay(phase)) {
    if (isPaused(run, controls)) return { sign: '=', text: 'paused', tone: 'warn' };
    const silent = nowMs - run.progressAtMs;
    if (silent >= limits.waitingShownMs)
      return { sign: '~', text: `${waitedFor(run)} ${seconds(silent).padEnd(6)}`, tone: 'warn' };
  }
  return PHASES[phase];
}

function isUnderWay(phase: Phase): boolean {
  return phase === 'running' || phase === 'starting';
}

/**
 * Whether no turn follows the one under way. In spite of a pause a run catches up with what
 * was seen before; and behind its last turn, which is told late, there is none to hold.
 */
function isPaused(run: RunLog, { mode, isHolding }: ControlsView): boolean {
  return isHolding || (mode === 'paused' && !run.isCatchingUp && run.turns.length < run.steps - 1);
}

/** The last step is told once the agent has ended and a cause has been looked for. */
function waitedFor(run: RunLog): string {
  const { length } = run.turns;
  if (length === 0) return 'waiting for the first answer';
  if (length < run.steps - 1) return 'waiting for the agent';
  const isDivergent = run.findings.some(({ finding }) => finding.diagnostic.code === NON_DETERMINISTIC);
  return isDivergent ? 'looking for the cause' : 'waiting for the agent to end';
}

/** Whether the header changes by itself as time goes on. */
export function isTimed({ phase, run }: SessionLog, controls: ControlsView): boolean {
  if (phase === 'building' || phase === 'reloading') return true;
  return isUnderWay(phase) && !(run !== null && isPaused(run, controls));
}

/** Two lines: who runs on what, and what it is doing. */
export function headerLines(context: PaneContext, width: number): Line[] {
  return [identityLine(context, width), stateLine(context, width)];
}

function identityLine({ session, run }: PaneContext, width: number): Line {
  const { started } = run;
  const generation = session.generations.at(-1);
  const isStale = generation !== undefined && run.generation !== generation.generation;
  const { window, seed } = run.market.inputs;
  const agent = screenText(agentName(started?.agent.id ?? 'agent'));
  const parts: Part[] = [
    {
      side: 'left',
      rank: 0,
      spans: [span(` ${cutToCells(agent, Math.max(16, Math.floor(width * 0.35)))}`, 'bright')],
    },
    { side: 'left', rank: 6, spans: [span(`  ${started?.agent.transport ?? ''}`, 'dim')] },
    { side: 'left', rank: 1, spans: [span(`  gen ${generation?.generation ?? 1}`)] },
    { side: 'left', rank: 0, spans: isStale ? [span(` (showing ${run.generation})`, 'warn')] : [] },
    { side: 'left', rank: 5, spans: [span(`  ${(generation?.snapshotId ?? '').slice(0, 7)}`, 'dim')] },
    { side: 'right', rank: 3, spans: [span(`${screenText(baseName(started?.data.source ?? ''))}  `, 'dim')] },
    { side: 'right', rank: 2, spans: [span(`[${window.start},${window.end})`, 'dim')] },
    { side: 'right', rank: 2, spans: [span(`  seed ${seed}`)] },
    { side: 'right', rank: 4, spans: [span(`  ${screenText(baseName(started?.costs ?? ''))}`, 'dim')] },
    {
      side: 'right',
      rank: 1,
      spans:
        started?.faults === undefined
          ? []
          : [span(`  ! plan ${screenText(baseName(run.market.planName ?? ''))}`, 'warn')],
    },
  ];
  const kept = keepRanked(parts, width - 3);
  const side = (name: Part['side']): Line =>
    kept.filter((part) => part.side === name).flatMap(({ spans }) => spans);
  return spreadLine(side('left'), [...side('right'), span(' ')], width);
}

/** A part of a line that may be left out; the highest rank goes first. */
interface Part {
  readonly side: 'left' | 'right';
  readonly rank: number;
  readonly spans: readonly Span[];
}

function keepRanked(parts: readonly Part[], width: number): readonly Part[] {
  let kept = parts;
  for (let rank = 6; rank > 0; rank -= 1) {
    if (kept.reduce((sum, { spans }) => sum + lineCells(spans), 0) <= width) break;
    kept = kept.filter((part) => part.rank !== rank);
  }
  return kept;
}

/** `python3 agent.py` of `cmd:python3 some/where/agent.py`. */
function agentName(id: string): string {
  if (!id.startsWith('cmd:')) return id;
  return id
    .slice('cmd:'.length)
    .split(/\s+/)
    .map((word) => (word.startsWith('-') ? word : baseName(word)))
    .join(' ');
}

/** The usual states take as much, so that the bar stays where it is from one to the next. */
const STATE_CELLS = 8;
const LEAST_BAR_CELLS = 6;

function stateLine(context: PaneContext, width: number): Line {
  const { run, ui, upTo } = context;
  const { sign, text, tone } = stateWords(context);
  const done = run.turns.length;
  const { p50, p95 } = run.times.view();
  const { dataset, window } = run.market.inputs;
  const date = screenText(dataset.dates[window.start + Math.max(0, upTo - 1)] ?? '');
  const lead: Span[] = [
    span(` ${sign} `, tone),
    span(padEndCells(text, STATE_CELLS), tone),
    span(`  ${padStartCells(String(done), String(run.steps).length)}/${run.steps}`, 'bright'),
    ...(run.answered === done ? [] : [span(` (${run.answered} answered)`, 'bad')]),
    ...(ui.look === null ? [] : [span(`  looking at ${upTo}`, 'accent')]),
  ];
  const times: Span[] =
    run.started?.agent.transport === 'in-process' ? [] : [timeSpan('p50', p50), timeSpan('p95', p95)];
  const pace: Span[] = ui.pace === 0 ? [] : [span(`  ${paces[ui.pace]!.label}`, 'accent')];
  const tailOf = (some: readonly Span[]): Line => [span(date, 'dim'), ...pace, ...some, span(' ')];
  const roomBeside = (tail: Line): number => width - lineCells(lead) - lineCells(tail) - 4;
  // How far it has come is worth more than how fast it was.
  const tail = roomBeside(tailOf(times)) >= LEAST_BAR_CELLS ? tailOf(times) : tailOf([]);
  const room = roomBeside(tail);
  const bar =
    room >= LEAST_BAR_CELLS ? [span('  '), ...barSpans(done, upTo, run.steps, Math.min(room, 60))] : [];
  return spreadLine([...lead, ...bar], tail, width);
}

/** As wide for any time, so that nothing beside it moves. */
function timeSpan(name: string, time: number | null): Span {
  return span(`  ${name} ${padStartCells(milliseconds(time), 7)}`, 'dim');
}

function barSpans(done: number, upTo: number, steps: number, cells: number): Span[] {
  const filled = steps === 0 ? 0 : Math.floor((done / steps) * cells);
  const looked = steps === 0 ? 0 : Math.min(filled, Math.floor((upTo / steps) * cells));
  return [
    span('━'.repeat(looked), 'accent'),
    span('━'.repeat(filled - looked), 'dim'),
    span('─'.repeat(cells - filled), 'dim'),
  ];
}

/** What the last reload changed, or what stands in its way; null if there is nothing to say. */
export function newsLine({ session, run, ui, wordsOf }: PaneContext): Line | null {
  if (ui.message !== null) return [span(` ${screenText(ui.message)}`, 'accent')];
  const { comparison, phase, build } = session;
  if (phase === 'build-failed' && build !== null) {
    const last = tellingLine(build.output_tail, 'first');
    return [
      span(' ✗ build failed  ', 'bad'),
      span(screenText(last), 'plain'),
      span('  (5: its output; the next save tries again)', 'dim'),
    ];
  }
  if (session.openNotice !== null) {
    const { diagnostic } = session.openNotice;
    const [message = ''] = wordsOf(diagnostic).message.split('\n');
    const isError = diagnostic.severity === 'error';
    return [
      span(isError ? ' ✗ ' : ' ! ', isError ? 'bad' : 'warn'),
      span(screenText(message)),
      span(`  [${diagnostic.code}]`, 'dim'),
    ];
  }
  if (phase === 'failed' || phase === 'blocked' || phase === 'stalled') return failureLine(session, run);
  if (comparison !== null && comparison.after === run.generation) return comparisonLine(comparison);
  return phase === 'finished' && run.report !== null ? resultLine(run.report) : null;
}

function failureLine(session: SessionLog, run: RunLog): Line | null {
  const first = run.findings.find(({ finding }) => finding.diagnostic.severity === 'error')?.finding;
  if (first === undefined) return null;
  const quoted = tellingLine(run.stderr.A, 'last');
  return [
    span(` ✗ ${first.diagnostic.code}`, 'bad'),
    ...(quoted === '' ? [] : [span(`  ${screenText(quoted)}`, 'plain')]),
    span('  mend it and save', 'dim'),
    ...lastGoodSpans(session),
  ];
}

/** The last result that stands, so that a bad save does not wipe it. */
function lastGoodSpans({ runs }: SessionLog): Span[] {
  const good = runs.findLast((run) => run.report?.stop.status === 'done');
  if (good === undefined) return [];
  const change = percent(good.report!.summary.total_return);
  return [span(`; last good: gen ${good.generation}, ${change}`, 'dim')];
}

/** The kit's own figures of a whole run, and what they are worth. */
function resultLine({ summary }: NonNullable<RunLog['report']>): Line {
  return [
    span(' ✓ ', 'good'),
    span('every step answered within the contract', 'plain'),
    span(`  Sharpe ${fixed(summary.sharpe_per_period, 3)} a step`, 'dim'),
    span(`  hit rate ${fixed(summary.hit_rate, 2)}`, 'dim'),
    span('  one run is a smoke read', 'dim'),
  ];
}

function comparisonLine(comparison: NonNullable<SessionLog['comparison']>): Line {
  const {
    before,
    after,
    steps_compared: steps,
    steps_different: different,
    first_difference: first,
  } = comparison;
  const what =
    different === 0
      ? `all ${steps} decisions as before`
      : `${different} of ${steps} decisions differ, first at step ${first}`;
  return [
    span(` gen ${before} → ${after}  `, 'dim'),
    span(different === 0 ? '= ' : '≠ ', 'accent'),
    span(what, 'plain'),
    span(`; return ${percent(comparison.return_before)} → ${percent(comparison.return_after)}`, 'plain'),
  ];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:csv|json)$/, '');
}
