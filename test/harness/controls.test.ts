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
