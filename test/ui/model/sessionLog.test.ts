import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/harness/events.ts';
import { SessionLog } from '../../../src/ui/model/sessionLog.ts';
import { rotating, type ToldRun, toldRun } from '../toldRun.ts';

const steer = (reason: string): RunEvent => ({
  type: 'control_accepted',
  control_id: 'c',
  control: { kind: 'steer', by: 'edit', reason },
});

function logOf({ market }: ToldRun, events: readonly RunEvent[]): SessionLog {
  const log = new SessionLog(() => market);
  for (const [at, event] of events.entries()) log.take(event, at);
  return log;
}

describe('what was told of a session', () => {
  it('is its runs, each with its turns, findings and report', async () => {
    const told = await toldRun(rotating(7));
    const log = logOf(told, told.events);
    expect(log.runs).toHaveLength(1);
    const shown = told.turns.map(({ evidence: _evidence, stop: _stop, ...turn }) => turn);
    expect(log.run!.turns).toEqual(shown);
    expect([...log.run!.navs]).toEqual(told.turns.map(({ nav }) => nav));
    expect(log.run!.findings).toMatchObject([
      { step: 7, finding: { diagnostic: { code: 'weight-out-of-range' } } },
    ]);
    expect(log.run!.report).toBe(told.events.at(-1));
    expect(log).toMatchObject({ phase: 'failed', notices: [] });
  });

  it('names why a generation began', async () => {
    const told = await toldRun(rotating());
    const log = logOf(told, [...told.events, steer('agent.py changed'), ...told.events]);
    expect(log.generations.map(({ reason }) => reason)).toEqual([null, 'agent.py changed']);
  });

  it('keeps the last few runs of hundreds', async () => {
    const told = await toldRun(rotating(), { window: '30:34' });
    const log = logOf(told, Array.from({ length: 200 }, () => told.events).flat());
    expect(log.runs.length).toBeLessThanOrEqual(4);
    expect(log.generations).toHaveLength(200);
  });

  it('keeps findings that belong to no run apart', async () => {
    const told = await toldRun(rotating());
    const finding = {
      type: 'finding',
      diagnostic: { code: 'watch-limit' },
      excerpt: null,
    } as unknown as RunEvent;
    expect(logOf(told, [finding, ...told.events]).notices).toEqual([finding]);
  });
});
