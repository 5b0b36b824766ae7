import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { AttemptFold } from './attemptFold.ts';
import { countAt, type Fields, fieldsAt, listAt, textAt } from './fields.ts';
import type { RecordMeta } from './meta.ts';
import type { RecordItem } from './readJournal.ts';
import type { RecordVerdict, ReportRecord, SessionRecord, SessionStatus } from './sessionRecord.ts';

/**
 * Folds the items of a journal into what they say. A pure function of what is kept:
 * nothing is run again, and the last completed step counts (page 7, invariant 8). Its
 * memory grows with attempts and codes, not with turns.
 */
export function foldJournal(meta: RecordMeta, items: Iterable<RecordItem>): SessionRecord {
  const fold = new SessionFold(meta);
  for (const item of items) fold.take(item);
  return fold.view();
}

class SessionFold {
  readonly #meta: RecordMeta;
  readonly #generations: SessionRecord['generations'][number][] = [];
  readonly #attempts: AttemptFold[] = [];
  readonly #controls: SessionRecord['controls'][number][] = [];
  readonly #stalls: Fields[] = [];
  readonly #problems: Diagnostic[] = [];
  #problemCount = 0;
  #line = 0;
  #positions = 0;
  #report: ReportRecord | null = null;
  #isInterrupted = false;
  #end: Fields | null = null;
  #torn: SessionRecord['torn'] = null;

  constructor(meta: RecordMeta) {
    this.#meta = meta;
  }

  take(item: RecordItem): void {
    switch (item.kind) {
      case 'problem':
        this.#problem(item.diagnostic);
        return;
      case 'torn':
        this.#torn = { line: item.line, offset: item.offset, bytes: item.bytes };
        return;
      case 'event':
        this.#line = item.line;
        if (this.#end !== null) this.#contradict(`${item.type} after the end record`, 'nothing');
        this.#takeEvent(item.type, item.event);
    }
  }

  #takeEvent(type: string, event: Fields): void {
    switch (type) {
      case 'generation_started':
        this.#generation(event);
        return;
      case 'attempt_started':
        this.#attempts.push(
          new AttemptFold(
            textAt(event, 'attempt_id') ?? 'unknown',
            countAt(event, 'task_generation') ?? 0,
            (found, accepted) => this.#contradict(found, accepted),
          ),
        );
        return;
      case 'run_started':
        this.#attempt(type)?.started(event);
        return;
      case 'turn':
        this.#turn(event);
        return;
      case 'answer_kept':
        this.#attempt(type)?.answerKept(event);
        return;
      case 'finding':
        if (textAt(event, 'scope') !== 'session') this.#attempt(type)?.finding(event);
        return;
      case 'dispatch_canceled':
        this.#attempt(type)?.canceled(event);
        return;
      case 'agent_ended':
        this.#attempt(type)?.agentEnded(event);
        return;
      case 'attempt_ended':
        this.#attempt(type)?.ended(event);
        return;
      case 'control_accepted':
        this.#takeControl(event);
        return;
      case 'stall':
        this.#stalls.push(fieldsAt(event, 'action'));
        return;
      case 'run_report':
        this.#takeReport(event);
        return;
      case 'watching':
      case 'source_changed':
      case 'build_started':
      case 'build_ended':
      case 'generations_compared':
      case 'twin_started':
      case 'double_run_ended':
      case 'agent_stderr':
        return;
      case 'session_ended':
        this.#end = event;
        return;
      default:
        this.#contradict(`an event of type ${type.slice(0, 40)}`, 'a type of this version');
    }
  }

  #generation(event: Fields): void {
    const generation = countAt(event, 'task_generation') ?? 0;
    const expected = (this.#generations.at(-1)?.task_generation ?? 0) + 1;
    if (generation !== expected) this.#contradict(`generation ${generation}`, `generation ${expected}`);
    const session = textAt(event, 'session_id');
    if (session !== this.#meta.id) this.#contradict(`session ${session}`, this.#meta.id);
    this.#generations.push({
      task_generation: generation,
      snapshot_id: textAt(event, 'snapshot_id'),
      control_id: textAt(event, 'control_id'),
    });
  }

  #turn(event: Fields): void {
    const position = countAt(fieldsAt(event, 'evidence'), 'evidence_position');
    if (position !== this.#positions)
      this.#contradict(`evidence at position ${position}`, `position ${this.#positions}`);
    this.#positions += 1;
    this.#attempt('turn')?.turn(event);
  }

  /** A stop interrupts what has no report yet; a session that waits for a change is only left. */
  #takeControl(event: Fields): void {
    const control = fieldsAt(event, 'control');
    this.#controls.push({ control_id: textAt(event, 'control_id'), control });
    if (textAt(control, 'kind') === 'stop')
      this.#isInterrupted = this.#report?.task_generation !== this.#generationNow();
  }

  #generationNow(): number {
    return this.#generations.at(-1)?.task_generation ?? 0;
  }

  #takeReport(event: Fields): void {
    const generation = this.#generationNow();
    if (this.#report?.task_generation === generation) this.#contradict('a second report', 'one report');
    this.#report = {
      task_generation: generation,
      stop: fieldsAt(event, 'stop'),
      health: fieldsAt(event, 'health'),
      finding_counts: fieldsAt(event, 'finding_counts'),
      timing: fieldsAt(event, 'timing'),
      summary: fieldsAt(event, 'summary'),
      usage: fieldsAt(event, 'usage'),
    };
    // A session that outlives its runs lists those of the run alone.
    const rows = listAt(event, 'attempts').length;
    const own = this.#attempts.filter((each) => each.generation === generation).length;
    if (rows !== this.#attempts.length && rows !== own)
      this.#contradict(`a report of ${rows} attempts`, `${own} recorded`);
  }

  #attempt(type: string): AttemptFold | null {
    const attempt = this.#attempts.at(-1);
    if (attempt === undefined) this.#contradict(`${type} before an attempt`, 'attempt_started');
    return attempt ?? null;
  }

  #contradict(found: string, accepted: string): void {
    this.#problem(
      diagnostic('record-contradiction', 'warning', { line: this.#line }, { found, accepted: [accepted] }),
    );
  }

  #problem(found: Diagnostic): void {
    this.#problemCount += 1;
    if (this.#problems.length < limits.recordProblems) this.#problems.push(found);
  }

  view(): SessionRecord {
    return {
      meta: this.#meta,
      status: this.#status(),
      verdict: this.#report === null ? null : verdictOf(this.#report),
      exit_code: this.#end === null ? null : countAt(this.#end, 'exit_code'),
      incomplete: this.#end === null ? null : textAt(this.#end, 'record_incomplete'),
      generations: this.#generations,
      attempts: this.#attempts.map((each) => each.view()),
      controls: this.#controls,
      stalls: this.#stalls,
      report: this.#report,
      torn: this.#torn,
      problems: this.#problems,
      problem_count: this.#problemCount,
    };
  }

  #status(): SessionStatus {
    if (this.#end === null) return 'torn';
    return this.#isInterrupted ? 'interrupted' : 'finished';
  }
}

function verdictOf({ stop, health }: ReportRecord): RecordVerdict {
  const status = textAt(stop as Fields, 'status');
  if (status === 'done') return 'passed';
  if (status === 'blocked') return 'blocked';
  return textAt(health as Fields, 'failure') === null ? 'incomplete' : 'failed';
}
