import { describe, expect, test } from 'vitest';
import { costProfiles } from '../../src/engine/costModel.ts';
import { observationAt } from '../../src/engine/observe.ts';
import { randomAgent } from '../../src/engine/referenceAgents.ts';
import { EngineRun } from '../../src/engine/run.ts';
import type { Decision } from '../../src/protocol/decision.ts';
import { vectorDataset } from '../support/vectors.ts';

const dataset = vectorDataset('synthetic:3:120:42:2:0.1:0.2');

function fresh(costs: keyof typeof costProfiles): EngineRun {
  return new EngineRun({ dataset, costs: costProfiles[costs], window: { start: 20, end: 100 }, seed: 7n });
}

/** Decisions that do not depend on the run, so that two runs can be given the same. */
function decisions(count: number): Decision[] {
  const decide = randomAgent(11n);
  const observation = observationAt(dataset, 20, 1, [0, 0, 0]);
  return Array.from({ length: count }, () => decide(observation));
}

function seen(run: EngineRun): unknown {
  const result = run.result();
  const navs = Array.from({ length: run.step }, (_, step) => run.history.nav(step));
  return { ...result, returns: Array.from(result.returns), trace: [...result.trace.events], navs };
}

describe('a snapshot of a run', () => {
  for (const costs of ['typical', 'stressed', 'realistic'] as const) {
    test(`restores the past exactly under ${costs} costs: the same decisions give the same run again`, () => {
      const script = decisions(80);
      const straight = fresh(costs);
      for (const decision of script) straight.execute(decision);
      const detour = fresh(costs);
      for (const decision of script.slice(0, 30)) detour.execute(decision);
      const at30 = detour.snapshot();
      const hold: Decision = { orders: [], reasoning: '' };
      for (let step = 0; step < 20; step += 1) detour.execute(hold);
      detour.restore(at30);
      for (const decision of script.slice(30)) detour.execute(decision);
      expect(seen(detour)).toStrictEqual(seen(straight));
    });
  }

  test('has a size that does not depend on how many steps came before it', () => {
    const run = fresh('realistic');
    const script = decisions(80);
    run.execute(script[0]!);
    const early = run.snapshot();
    for (const decision of script.slice(1)) run.execute(decision);
    const late = run.snapshot();
    expect(late.shares.length).toBe(early.shares.length);
    expect(late.carried.length).toBe(early.carried.length);
    expect(late.waiting.length).toBe(0);
  });

  test('of a future that was left is refused', () => {
    const run = fresh('typical');
    const script = decisions(20);
    for (const decision of script.slice(0, 5)) run.execute(decision);
    const at5 = run.snapshot();
    for (const decision of script.slice(5, 10)) run.execute(decision);
    const at10 = run.snapshot();
    run.restore(at5);
    expect(() => run.restore(at10)).toThrow(/past of the run/);
    for (const decision of script.slice(10, 18)) run.execute(decision);
    expect(() => run.restore(at10)).toThrow(/past of the run/);
  });

  test('of another run is refused', () => {
    expect(() => fresh('typical').restore(fresh('typical').snapshot())).toThrow(/past of the run/);
  });
});

test('a finished run takes no further decision', () => {
  const run = new EngineRun({
    dataset,
    costs: costProfiles.typical,
    window: { start: 20, end: 21 },
    seed: 0n,
  });
  run.execute({ orders: [], reasoning: '' });
  expect(run.done).toBe(true);
  expect(() => run.execute({ orders: [], reasoning: '' })).toThrow(/finished run/);
});
