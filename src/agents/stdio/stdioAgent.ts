import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { invariant } from '../../kernel/invariant.ts';
import { limits } from '../../kernel/limits.ts';
import type { Agent, AgentExit, Answer, Presentation, StderrText } from '../agent.ts';
import { AwakeWait } from '../awakeWait.ts';
import type { Language } from '../language.ts';
import { type AgentProcess, type ProcessListener, terminated } from './agentProcess.ts';
import { AnswerExtent } from './answerExtent.ts';
import { Deadline } from './deadline.ts';
import { endFindings } from './endFindings.ts';
import { exitFault, overrunFault, pipeFault, type Scene, surplusFault, timeoutFault } from './faults.ts';
import { Inbox } from './inbox.ts';
import { type Event, nextState, type State } from './lifecycle.ts';
import type { Overrun } from './lineFramer.ts';
import { Quiet } from './quiet.ts';

type Fault = Extract<Answer, { kind: 'fault' }>;

/** The decision that is being waited for. */
interface Asked {
  readonly step: number;
  readonly budgetMs: number;
  readonly askedAt: number;
  readonly resolve: (answer: Answer) => void;
}

export interface StdioAgentParts {
  readonly start: (listener: ProcessListener) => AgentProcess;
  readonly pid: number;
  readonly language: Language;
  /** Names that the parent has and the child does not. */
  readonly withheld: readonly string[];
  readonly notices: readonly Diagnostic[];
  /** Milliseconds, never going back. */
  readonly clock: () => number;
  /** Whether the kit may stay awake for its answers. */
  readonly staysAwake: boolean;
}

/** An agent that is a child process, spoken to over its stdin and stdout (page 6.1). */
export class StdioAgent implements Agent {
  /** What is worth saying before the first decision. */
  readonly notices: readonly Diagnostic[];
  readonly pid: number;
  readonly language: Language;
  readonly #process: AgentProcess;
  readonly #withheld: readonly string[];
  readonly #clock: () => number;
  readonly #inbox = new Inbox();
  readonly #quiet = new Quiet();
  readonly #deadline = new Deadline(() => this.#onDeadline());
  readonly #awake: AwakeWait | null;

  #state: State = 'ready';
  #asked: Asked | null = null;
  #fault: Fault | null = null;
  #answers = 0;
  #lastStep = 0;
  #lastLine: Buffer | null = null;
  /** Lines that belong to the first answer have had their time to come. */
  #firstSettled = false;
  #extent: AnswerExtent | null = null;
  /** Bounds the states `flushing` and `parting`. */
  #patience: NodeJS.Timeout | undefined;
  #inputEnd = { at: 0, unreadBytes: 0 };
  #closing: Promise<AgentExit> | null = null;

  constructor(parts: StdioAgentParts) {
    this.notices = parts.notices;
    this.pid = parts.pid;
    this.language = parts.language;
    this.#withheld = parts.withheld;
    this.#clock = parts.clock;
    this.#awake = parts.staysAwake
      ? new AwakeWait(() => this.#asked === null, limits.stdioAwakeMs, parts.clock)
      : null;
    this.#process = parts.start({
      onLine: (line) => this.#onLine(line),
      onBytes: () => this.#quiet.touch(),
      onOverrun: (overrun) => this.#onOverrun(overrun),
      onBroken: () => this.#onBroken(),
      onClosed: () => this.#endParting(),
    });
  }

  decide(presentation: Presentation, budgetMs: number): Promise<Answer> {
    // Lines printed along with the first answer may come a moment later than it.
    if (this.#answers === 1 && !this.#firstSettled && this.#fault === null) {
      return this.#settle(null).then(() => this.#ask(presentation, budgetMs));
    }
    return this.#ask(presentation, budgetMs);
  }

  async settleRefusal(): Promise<readonly Uint8Array[]> {
    if (this.#state !== 'ready' || this.#lastLine === null) return this.#inbox.drain();
    const extent = new AnswerExtent(this.#lastLine);
    for (const line of this.#inbox.peek()) extent.feed(line);
    await this.#settle(extent);
    // Nothing is asked, so an unfinished line belongs to the refused answer, too.
    const partial = this.#process.takePartial();
    return partial.length > 0 ? [...this.#inbox.drain(), partial] : this.#inbox.drain();
  }

  close(): Promise<AgentExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  stderrTail(): string {
    return this.#process.stderr.text();
  }

  takeStderr(): readonly StderrText[] {
    return this.#process.takeStderr();
  }

  #ask(presentation: Presentation, budgetMs: number): Promise<Answer> {
    if (this.#fault !== null) return Promise.resolve({ ...this.#fault, elapsedMs: 0 });
    const { step } = presentation;
    if (this.#inbox.count > 0) return Promise.resolve(this.#failOnSurplus(step));
    const line = presentation.terminated?.() ?? terminated(presentation.line());
    this.#move('ask');
    this.#lastStep = step;
    return new Promise((resolve) => {
      this.#asked = { step, budgetMs, askedAt: this.#clock(), resolve };
      if (this.#process.broken) {
        this.#part();
        return;
      }
      this.#deadline.start(budgetMs);
      this.#process.writeLine(line);
      this.#awake?.begin();
    });
  }

  #onLine(line: Buffer): void {
    // After a write that failed, no line can be an answer to what was not delivered.
    if (this.#state === 'asked' || (this.#state === 'parting' && !this.#process.stdinBroken)) {
      this.#deliver(line);
      return;
    }
    this.#inbox.push(line);
    this.#extent?.feed(line);
    this.#endProbe(line);
  }

  #deliver(line: Buffer): void {
    const asked = this.#asked;
    invariant(asked !== null, 'an answer has a question');
    this.#move('line');
    this.#deadline.stop();
    clearTimeout(this.#patience);
    this.#asked = null;
    this.#answers += 1;
    this.#lastLine = line;
    asked.resolve({ kind: 'line', bytes: line, elapsedMs: this.#clock() - asked.askedAt });
  }

  #onOverrun(overrun: Overrun): void {
    this.#process.stopReading();
    this.#move('overrun');
    if (this.#state !== 'failed' || this.#fault !== null) return;
    const partial = this.#process.partial;
    this.#fail('resource', overrunFault(overrun, this.#scene(partial)), partial);
  }

  #onBroken(): void {
    if (this.#process.stdoutEnded) {
      this.#quiet.end();
      this.#endProbe(null);
    }
    if (this.#state === 'asked') this.#part();
  }

  /** A pipe broke: the last answer may still be on its way, and so is the reason (page 6.1). */
  #part(): void {
    this.#move('break');
    this.#deadline.stop();
    if (this.#process.closed) this.#endParting();
    else this.#patience = setTimeout(() => this.#endParting(), limits.exitDrainMs);
  }

  #endParting(): void {
    if (this.#state !== 'parting') return;
    this.#move('reason');
    const { exit, stdinBroken, partial } = this.#process;
    const scene = this.#scene(partial);
    const reason =
      exit !== null
        ? exitFault(scene, exit, this.#withheld)
        : pipeFault(stdinBroken ? 'agent-stopped-reading' : 'agent-closed-stdout', scene);
    this.#fail('transport', reason, partial);
  }

  /** The budget is spent. What comes only when stdin ends was held back for want of a flush. */
  #onDeadline(): void {
    if (this.#state !== 'asked') return;
    this.#move('deadline');
    this.#inputEnd = { at: this.#clock(), unreadBytes: this.#process.unreadInputBytes };
    this.#patience = setTimeout(() => this.#endProbe(null), limits.flushProbeMs);
    this.#process.endInput();
  }

  #endProbe(line: Buffer | null): void {
    const asked = this.#asked;
    if (this.#state !== 'flushing' || asked === null) return;
    this.#move('listened');
    const held = line ?? this.#process.partial;
    const { at, unreadBytes } = this.#inputEnd;
    const cause = timeoutFault(
      { ...this.#scene(held), elapsedMs: at - asked.askedAt },
      {
        budgetMs: asked.budgetMs,
        unreadInputBytes: unreadBytes,
        flushedAfterMs: line === null ? null : this.#clock() - at,
      },
    );
    this.#fail('timeout', cause, held);
  }

  #failOnSurplus(step: number): Fault {
    this.#move('surplus');
    const count = this.#inbox.count;
    const lines = this.#inbox.drain();
    return this.#fail('protocol', surplusFault(step, this.#answers, lines, count), lines[0] ?? null);
  }

  /** Makes a fault the answer to everything from now on, and ends the agent. */
  #fail(kind: Fault['fault'], cause: Diagnostic, bytes: Uint8Array | null): Fault {
    const fault = this.#latch(kind, cause, bytes);
    this.#quiet.end();
    void this.#process.tearDown(true);
    return fault;
  }

  #latch(kind: Fault['fault'], cause: Diagnostic, bytes: Uint8Array | null): Fault {
    const asked = this.#asked;
    this.#asked = null;
    this.#deadline.clear();
    clearTimeout(this.#patience);
    const fault: Fault = {
      kind: 'fault',
      fault: kind,
      final: true,
      diagnostic: cause,
      elapsedMs: asked === null ? 0 : this.#clock() - asked.askedAt,
      bytes: bytes === null || bytes.length === 0 ? null : bytes.subarray(0, limits.recordedLineBytes),
    };
    this.#fault = fault;
    asked?.resolve(fault);
    return fault;
  }

  /** Waits for lines that belong to the last answer: a short quiet, or longer while it is not whole. */
  async #settle(extent: AnswerExtent | null): Promise<void> {
    this.#move('settle');
    this.#extent = extent;
    await this.#quiet.wait(
      () => (extent === null || extent.complete ? limits.surplusSettleMs : limits.noiseWindowMs),
      limits.noiseWindowMs,
    );
    this.#extent = null;
    this.#firstSettled = true;
    if (this.#state === 'settling') this.#move('settled');
  }

  async #close(): Promise<AgentExit> {
    const answeredAll = this.#state === 'ready' && this.#answers > 0;
    const failed = this.#fault !== null;
    this.#move('close');
    if (!failed)
      this.#latch('transport', diagnostic('agent-closed', 'notice', { step: this.#lastStep }), null);
    // Surplus to the last answer still comes unasked; after the end of stdin it no longer would.
    if (answeredAll) await this.#quiet.wait(() => limits.surplusSettleMs, limits.noiseWindowMs);
    const beforeEnd = this.#inbox.drain();
    this.#quiet.end();
    // One that was never asked may still be starting, and owes the end of stdin nothing.
    const findings = await this.#process.tearDown(failed || this.#answers === 0);
    this.#move('gone');
    const { exit, stderr } = this.#process;
    const run = { lastStep: this.#lastStep, answers: this.#answers };
    return {
      code: exit?.code ?? null,
      signal: exit?.signal ?? null,
      stderrTail: stderr.text(),
      stderrBytes: stderr.totalBytes,
      findings: answeredAll ? [...findings, ...endFindings(run, beforeEnd, this.#inbox.drain())] : findings,
    };
  }

  #move(event: Event): void {
    this.#state = nextState(this.#state, event);
  }

  #scene(partial: Uint8Array): Scene {
    const { stderr } = this.#process;
    return {
      step: this.#lastStep,
      beforeFirstAnswer: this.#answers === 0,
      elapsedMs: this.#asked === null ? 0 : this.#clock() - this.#asked.askedAt,
      language: this.language.id,
      stderrTail: stderr.text(),
      stderrBytes: stderr.totalBytes,
      partial,
    };
  }
}
