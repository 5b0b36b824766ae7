import { join } from 'node:path';
import type { Agent } from '../../src/agents/agent.ts';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { type RunFlags, resolveRun } from '../../src/cli/resolveRun.ts';
import { Controls } from '../../src/harness/controls.ts';
import type { RunEvent, Turn } from '../../src/harness/events.ts';
import { runSession } from '../../src/harness/session.ts';
import type { MarketObservation } from '../../src/protocol/observation.ts';
import type { Size } from '../../src/ui/layout.ts';
import { Baseline } from '../../src/ui/model/baseline.ts';
import type { RunMarket } from '../../src/ui/model/runLog.ts';
import { SessionLog } from '../../src/ui/model/sessionLog.ts';
import { initialUi, type UiState } from '../../src/ui/model/uiState.ts';
import type { ControlsView, PaneContext } from '../../src/ui/panes/pane.ts';
import { projectRoot } from '../support/cli.ts';

/** A run that was told: its events as the runner emits them, and what it ran on. */
export interface ToldRun {
  readonly events: readonly RunEvent[];
  readonly turns: readonly Turn[];
  readonly market: RunMarket;
}

/** An answer line to an observation. */
export type Answering = (step: number, observation: MarketObservation) => string;

/** How a run is controlled, and who hears of it as it goes on. */
export interface Hearing {
  readonly controls?: Controls;
  readonly catchUpTo?: number;
  readonly onEvent?: (event: RunEvent, market: RunMarket) => void;
}

/** Runs an agent that is a function of the observation, over a wire that is one too. */
export async function toldRun(
  answer: Answering,
  flags: Partial<RunFlags> = {},
  { controls = new Controls(), catchUpTo, onEvent = () => {} }: Hearing = {},
): Promise<ToldRun> {
  const io = { cwd: join(projectRoot, 'examples/faults'), env: {} } as Parameters<typeof resolveRun>[1];
  const given = { agent: 'hold', data: 'calm', window: '30:110', seed: '3', ...flags };
  const { task } = await resolveRun(given as RunFlags, io);
  const market = {
    inputs: task.inputs,
    schedule: task.faults?.schedule ?? null,
    planName: flags.faultPlan ?? null,
    catchUpTo: catchUpTo ?? null,
  };
  const events: RunEvent[] = [];
  await runSession({
    sessionId: 'told',
    kit: 'test',
    task: {
      ...task,
      agent: { id: 'told', transport: 'stdio', command: ['told'] },
      startAgent: async () => answeringAgent(answer),
      ...(catchUpTo !== undefined && { catchUpTo }),
    },
    retries: 0,
    controls,
    emit: (event) => {
      events.push(event);
      onEvent(event, market);
    },
    clock: () => performance.now(),
  });
  return {
    events,
    turns: events.filter((event) => event.type === 'turn'),
    market,
  };
}

function answeringAgent(answer: Answering): Agent {
  return {
    decide: async ({ step, observation }) => ({
      kind: 'line',
      bytes: Buffer.from(answer(step, observation())),
      elapsedMs: step === 0 ? 50 : (step % 7) + 1,
    }),
    settleRefusal: async () => [],
    close: async () => ({ code: 0, signal: null, stderrTail: 'the end\n', stderrBytes: 8, findings: [] }),
  };
}

/** A third of the NAV in one symbol after another; a weight that is too large at one step. */
export function rotating(refusedAt = -1): Answering {
  return (step, { symbols }) => {
    const { symbol } = symbols[Math.floor(step / 3) % symbols.length]!;
    const weight = step === refusedAt ? 1.2 : 0.33;
    const orders =
      step % 3 === 0 || step === refusedAt
        ? symbols.map((each) => ({
            symbol: each.symbol,
            action: each.symbol === symbol ? 'buy' : 'close',
            target_weight: each.symbol === symbol ? weight : 0,
            confidence: 0.5,
          }))
        : [];
    return JSON.stringify({ orders, reasoning: 'in turn' });
  };
}

/** A view's context after the first `count` events, as the screen makes it. */
export function contextOf(
  { events, market }: ToldRun,
  {
    ui = {},
    count = events.length,
    nowMs = 0,
    controls = new Controls(),
  }: { ui?: Partial<UiState>; count?: number; nowMs?: number; controls?: ControlsView } = {},
): PaneContext {
  const session = new SessionLog(() => market);
  for (const event of events.slice(0, count)) session.take(event, nowMs);
  const run = session.run!;
  const state = { ...initialUi, ...ui };
  return {
    session,
    controls,
    run,
    baseline: new Baseline(market.inputs),
    ui: state,
    upTo: Math.min(state.look ?? run.turns.length, run.turns.length),
    nowMs,
    wordsOf,
  };
}

/** Events up to the turn of a step, that included. */
export function countThrough({ events }: ToldRun, step: number): number {
  return events.findIndex((event) => event.type === 'turn' && event.step === step) + 1;
}

export const sizes: readonly Size[] = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
  { columns: 250, rows: 70 },
];
