import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { agentFixtures, plainEnv, projectRoot, sbdevBin, temporaryFolder } from '../../support/cli.ts';
import { agentCommand, onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux, type Terminal } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('SKIPPED: python3 is not on this machine');

/** The one wait of these tests: silence is measured over a time. */
const MEASURED_MS = 1500;

/** Bytes that come in a while of doing nothing, once the last frame is out. */
async function bytesWhileIdle(terminal: Terminal): Promise<number> {
  const settledMs = 400;
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  const before = terminal.raw().length;
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  return terminal.raw().length - before;
}

describe.skipIf(!hasTmux)('while nothing changes nothing is written', () => {
  it('paused', async () => {
    const terminal = onTerminal(['simulate', '--cmd', agentCommand('slow.mjs', 20), '--no-record']);
    await terminal.shows(/running +\d/);
    terminal.press('Space');
    await terminal.shows('= paused');
    expect(await bytesWhileIdle(terminal)).toBe(0);
    terminal.press('q');
    await terminal.ends();
  });

  it('finished', async () => {
    const terminal = onTerminal(['simulate', '--agent', 'momentum', '--no-record']);
    await terminal.shows('✓ passed');
    expect(await bytesWhileIdle(terminal)).toBe(0);
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });

  it('T04: but the last state is shown, however fast the run was', async () => {
    const terminal = onTerminal([
      'simulate',
      '--agent',
      'hold',
      '--data',
      'synthetic:3:3000:1',
      '--window',
      '20:2980',
    ]);
    await terminal.shows('2960/2960');
    expect(terminal.text()).toContain('2959');
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });
});

describe.skipIf(!hasPython)('T04: a run that goes as fast as it can', () => {
  it('is drawn at most 30 times a second', () => {
    const agent = `${process.execPath} ${join(agentFixtures, 'hold.mjs')}`;
    const flags = ['--no-double-run', '--no-record', '--data', 'synthetic:3:6000:1', '--window', '20:5980'];
    const recorded = execFileSync(
      'python3',
      [
        ...[join(projectRoot, 'test/support/terminalSink.py'), '120', '40', '✓ passed', 'q', '--'],
        ...[process.execPath, sbdevBin, 'simulate', '--cmd', agent, ...flags],
      ],
      { cwd: temporaryFolder(), env: plainEnv(), encoding: 'utf8' },
    );
    const { writes, exit_code } = JSON.parse(recorded) as { writes: number[][]; exit_code: number };
    expect(exit_code).toBe(0);
    const frames = writes.flatMap(([at, , count]) => Array.from({ length: count! }, () => at!));
    expect(frames.length).toBeGreaterThan(5);
    for (const at of frames)
      expect(frames.filter((other) => other >= at && other < at + 1000).length).toBeLessThanOrEqual(30);
  });
});
