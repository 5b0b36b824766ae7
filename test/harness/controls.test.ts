import { describe, expect, test } from 'vitest';
import { Controls, modeTable } from '../../src/harness/controls.ts';

describe('the controls of a session', () => {
  test('are exactly this machine', () => {
    expect(modeTable).toStrictEqual({
      running: {
        pause: 'paused',
        resume: 'running',
        step: 'stepping',
        stop: 'stopped',
        steer: 'running',
        turn: 'running',
      },
      paused: { pause: 'paused', resume: 'running', step: 'stepping', stop: 'stopped', steer: 'paused' },
      stepping: {
        pause: 'paused',
        resume: 'running',
        step: 'stepping',
        stop: 'stopped',
        steer: 'stepping',
        turn: 'paused',
      },
      stopped: {},
    });
  });

  test('after a stop accept nothing, and say so', () => {
    const heard: string[] = [];
    const controls = new Controls((accepted) => heard.push(accepted.control.kind));
    expect(controls.accept({ kind: 'stop', reason: 'enough' })).toBe(true);
    for (const kind of ['pause', 'resume', 'step'] as const) expect(controls.accept({ kind })).toBe(false);
    expect(controls.accept({ kind: 'steer', reason: 'edit', by: 'edit' })).toBe(false);
    expect(controls.accept({ kind: 'stop', reason: 'again' })).toBe(false);
    expect(heard).toStrictEqual(['stop']);
    expect(controls.stopReason).toBe('enough');
    expect(controls.pendingSteer).toBeNull();
  });

  test('let one turn through per step and then pause', async () => {
    const controls = new Controls();
    controls.accept({ kind: 'pause' });
    controls.accept({ kind: 'step' });
    await controls.ready();
    expect(controls.mode).toBe('stepping');
    expect(controls.turnDone()).toBe('control-2');
    expect(controls.mode).toBe('paused');
    const passed: string[] = [];
    const waiting = controls.ready().then(() => passed.push('ready'));
    await Promise.resolve();
    expect(passed).toStrictEqual([]);
    controls.accept({ kind: 'resume' });
    await waiting;
    expect(passed).toStrictEqual(['ready']);
  });

  test('hold a turn for a person from when it could begin until it may, or never will', async () => {
    for (const control of [
      { kind: 'resume' },
      { kind: 'step' },
      { kind: 'steer', reason: 'save', by: 'edit' },
      { kind: 'stop', reason: 'q' },
    ] as const) {
      const controls = new Controls();
      controls.accept({ kind: 'pause' });
      expect(controls.isHolding, 'the agent still thinks').toBe(false);
      const ready = controls.ready();
      expect(controls.isHolding).toBe(true);
      controls.accept(control);
      expect(controls.isHolding, control.kind).toBe(false);
      await ready;
      expect(controls.isHolding, control.kind).toBe(false);
    }
  });

  test('hold nothing for a person where a turn waits for its time', async () => {
    const controls = new Controls(
      () => {},
      () => 0,
    );
    controls.paceMs = 50;
    controls.turnDone();
    const ready = controls.ready();
    expect(controls.isHolding).toBe(false);
    controls.accept({ kind: 'pause' });
    expect(controls.isHolding).toBe(true);
    controls.accept({ kind: 'stop', reason: 'q' });
    await ready;
  });

  test('of several steers keep the newest, and interrupt what is under way each time', () => {
    const controls = new Controls();
    let interrupts = 0;
    const release = controls.onInterrupt(() => {
      interrupts += 1;
    });
    controls.accept({ kind: 'steer', reason: 'first save', by: 'edit' });
    controls.accept({ kind: 'steer', reason: 'second save', by: 'edit' });
    expect(interrupts).toBe(2);
    expect(controls.interruption).toBe('superseded: second save');
    expect(controls.takeSteer()).toStrictEqual({
      controlId: 'control-2',
      reason: 'second save',
      by: 'edit',
    });
    expect(controls.interrupted).toBe(false);
    release();
    controls.accept({ kind: 'stop', reason: 'q' });
    expect(interrupts).toBe(2);
    expect(() => controls.takeSteer()).toThrow(/taken once/);
  });
});

describe('the pace of a session', () => {
  test('holds a turn until its time, and full speed holds none', async () => {
    let now = 0;
    const controls = new Controls(
      () => {},
      () => now,
    );
    controls.turnDone();
    expect(controls.holdsTurns).toBe(false);
    controls.paceMs = 100;
    expect(controls.holdsTurns, 'the first waits for none').toBe(false);
    controls.turnDone();
    expect(controls.holdsTurns).toBe(true);
    now = 99;
    expect(controls.holdsTurns).toBe(true);
    now = 100;
    expect(controls.holdsTurns).toBe(false);
    await controls.ready();
  });

  test.each([
    ['another pace', (controls: Controls) => Object.assign(controls, { paceMs: 0 })],
    ['a stop', (controls: Controls) => controls.accept({ kind: 'stop', reason: 'q' })],
    ['a steer', (controls: Controls) => controls.accept({ kind: 'steer', reason: 'r', by: 'request' })],
    ['a step', (controls: Controls) => controls.accept({ kind: 'step' })],
  ])('is woken by %s at once', async (_, change) => {
    const controls = new Controls(
      () => {},
      () => 0,
    );
    controls.paceMs = 3_600_000;
    controls.turnDone();
    let isReady = false;
    const ready = controls.ready().then(() => {
      isReady = true;
    });
    await Promise.resolve();
    expect(isReady).toBe(false);
    change(controls);
    await ready;
  });

  test('goes on waiting under a control that lets no turn through', async () => {
    let now = 0;
    const controls = new Controls(
      () => {},
      () => now,
    );
    controls.paceMs = 50;
    controls.turnDone();
    const ready = controls.ready();
    controls.accept({ kind: 'pause' });
    now = 1_000;
    expect(controls.holdsTurns).toBe(true);
    controls.accept({ kind: 'resume' });
    await ready;
  });

  test('does not hold a step, and a turn that catches up is not the step that was asked for', () => {
    const controls = new Controls();
    controls.accept({ kind: 'step' });
    expect(controls.turnDone(true)).toBe('control-1');
    expect(controls.mode).toBe('stepping');
    expect(controls.turnDone()).toBeNull();
    expect(controls.mode).toBe('paused');
  });
});

describe('a steer', () => {
  test('that a person asked for stays a request under the saves that join it, until it is taken', () => {
    const controls = new Controls();
    controls.accept({ kind: 'steer', reason: 'seed 3', by: 'request' });
    controls.accept({ kind: 'steer', reason: 'agent.py changed', by: 'edit' });
    expect(controls.takeSteer()).toStrictEqual({
      controlId: 'control-2',
      reason: 'agent.py changed',
      by: 'request',
    });
    controls.accept({ kind: 'steer', reason: 'agent.py changed', by: 'edit' });
    expect(controls.pendingSteer?.by).toBe('edit');
  });

  test('or a stop ends the wait of a session that has nothing to run', async () => {
    for (const control of [
      { kind: 'steer', reason: 'save', by: 'edit' },
      { kind: 'stop', reason: 'q' },
    ] as const) {
      const controls = new Controls();
      const steered = controls.steered();
      controls.accept({ kind: 'pause' });
      controls.accept(control);
      await steered;
      expect(controls.interrupted).toBe(true);
    }
  });
});
