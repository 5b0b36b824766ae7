import { inProcessAgent } from '../../src/agents/inProcess.ts';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { costProfiles } from '../../src/engine/costModel.ts';
import type { RunInputs } from '../../src/engine/run.ts';
import { declarationLines } from '../../src/faults/declaration.ts';
import type { FaultPlan } from '../../src/faults/plan.ts';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { Controls } from '../../src/harness/controls.ts';
import type { RunEvent, RunReport, Turn } from '../../src/harness/events.ts';
import { eventText } from '../../src/harness/eventText.ts';
import { runSession } from '../../src/harness/session.ts';
import type { Task } from '../../src/harness/task.ts';
import { parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import type { Decision } from '../../src/protocol/decision.ts';
import type { MarketObservation } from '../../src/protocol/observation.ts';
import { stdioTask } from './session.ts';

export type Decide = (observation: MarketObservation) => Decision;

/** Inputs of a run over a generated market. */
export function inputsOf(options: {
  spec?: string;
  window?: readonly [number, number];
  seed?: bigint;
  costs?: keyof typeof costProfiles;
}): RunInputs {
  const spec = options.spec ?? 'synthetic:3:60:7';
  const [start, end] = options.window ?? [20, 50];
  return {
    dataset: generateDataset(parseGeneratorSpec(spec), spec),
    costs: costProfiles[options.costs ?? 'typical'],
    window: { start, end },
    seed: options.seed ?? 0n,
  };
}

/** The run of a function under a plan, or without one. */
export function functionTask(inputs: RunInputs, plan: FaultPlan | null, agent: Decide): Task {
  return {
    ...stdioTask([]),
    inputs,
    agent: { id: 'function', transport: 'in-process', command: [] },
    startAgent: async () => inProcessAgent(agent),
    faults: faultTask(inputs, plan),
  };
}

export function faultTask({ window, seed }: RunInputs, plan: FaultPlan | null): Task['faults'] {
  if (plan === null) return null;
  const schedule = scheduleFor(plan, { windowStart: window.start, windowEnd: window.end, seed });
  return { schedule, declaration: declarationLines(plan) };
}

export interface FaultedRun {
  readonly report: RunReport;
  readonly turns: readonly Turn[];
  /** All events as they are written, a line each; the clock stands still. */
  readonly lines: readonly string[];
}

/** Runs a task to its report. `onEvent` may control the session. */
export async function runTask(
  task: Task,
  onEvent: (event: RunEvent, controls: Controls) => void = () => {},
  controls: Controls = new Controls(),
): Promise<FaultedRun> {
  const events: RunEvent[] = [];
  const report = await runSession({
    sessionId: 's',
    kit: 'test',
    task,
    retries: 0,
    controls,
    emit: (event) => {
      events.push(event);
      onEvent(event, controls);
    },
    clock: () => 0,
  });
  const { symbols } = task.inputs.dataset;
  return {
    report,
    turns: events.filter((event) => event.type === 'turn'),
    lines: events.map((event) => [...eventText(event, symbols, wordsOf)].join('')),
  };
}

/** `run` and `book` of a report, to the last byte. */
export function runAndBook({ lines }: FaultedRun): string {
  const report = lines.at(-1) ?? '';
  return report.slice(report.indexOf('"run":'), report.indexOf(',"health":'));
}

/**
 * Targets that follow from the date alone: it ignores cash and portfolio, and says the
 * same again when it is asked again. Some dates it holds, some orders state a confidence.
 */
export const restates: Decide = ({ date, symbols }) => {
  const day = [...date].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7);
  const cost = { cost_usd: 0.25, tokens_in: 3n, tokens_out: 2n, reasoning_tokens: 1n };
  if (day % 4 === 0) return { orders: [], reasoning: '', cost };
  const orders = symbols.flatMap(({ symbol }, index) => {
    const pick = (day * (index + 3)) % 11;
    if (pick === 0) return [];
    const confidence = pick % 3 === 0 ? { confidence: pick / 10 } : {};
    return [
      {
        symbol,
        action: 'buy' as const,
        target_weight: (pick - 5) / 20,
        rationale: 'by the date',
        ...confidence,
      },
    ];
  });
  return { orders, reasoning: '', cost };
};
