import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { plainEnv, processesWith, sbdevBin } from '../../support/cli.ts';
import { eventually } from '../../support/eventually.ts';
import { agentCommand, newMarker } from '../../support/screen.ts';
import { disposeTerminals, hasTmux, Terminal } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const hasBash = spawnSync('bash', ['--version']).status === 0;
/** A bug that comes when it is called for. */
const BUG = `process.on('SIGUSR2', () => { throw new Error('provoked'); });`;
const REJECTION = `process.on('SIGUSR2', () => { Promise.reject(new Error('provoked')); });`;

interface Started {
  readonly terminal: Terminal;
  readonly marker: string;
}

/** A session whose agent falls silent, below 300 lines of earlier output. */
async function silentSession(preload?: string): Promise<Started> {
  const marker = newMarker();
  const terminal = Terminal.running(
    [
      process.execPath,
      ...(preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]),
      ...[sbdevBin, 'simulate', '--cmd', agentCommand('rotates.mjs', 12, marker), '--no-record'],
    ],
    { env: plainEnv(), before: 'seq -f "earlier line %g" 300' },
  );
  await terminal.shows('12/80');
  await eventually('both agents', () => processesWith(marker).length >= 3);
  return { terminal, marker };
}

/** What a person finds after the program has gone. */
async function expectRestored({ terminal, marker }: Started): Promise<void> {
  const { before } = terminal;
  expect(terminal.state()).toEqual(before);
  expect(before).toMatchObject({ alternateScreen: false, cursor: true, wrap: true });
  const earlier = Array.from({ length: 300 }, (_, index) => `earlier line ${index + 1}`);
  expect(
    terminal
      .history()
      .split('\n')
      .filter((line) => line.startsWith('earlier')),
  ).toEqual(earlier);
  expect(terminal.raw().includes('\u001b[3J')).toBe(false);
  await eventually('the end of every agent', () => processesWith(marker).length === 0);
}

describe.skipIf(!hasTmux)('the terminal is as it was', () => {
  it('after q, with the code of no completed run', async () => {
    const started = await silentSession();
    expect(started.terminal.state()).toMatchObject({ alternateScreen: true, cursor: false, wrap: false });
    started.terminal.press('q');
    expect(await started.terminal.ends()).toBe(3);
    await expectRestored(started);
    expect(started.terminal.text()).toContain('again   sbdev simulate');
  });

  it('after Ctrl-C', async () => {
    const started = await silentSession();
    started.terminal.press('C-c');
    expect(await started.terminal.ends()).toBe(130);
    await expectRestored(started);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('after %s', async (signal, code) => {
    const started = await silentSession();
    process.kill(await started.terminal.pid(), signal);
    expect(await started.terminal.ends()).toBe(code);
    await expectRestored(started);
  });

  it.each([
    ['an error that nobody caught', BUG],
    ['a rejection that nobody handled', REJECTION],
  ])('after %s in the kit itself, which is told on the screen that stays', async (_, preload) => {
    const started = await silentSession(preload);
    process.kill(await started.terminal.pid(), 'SIGUSR2');
    expect(await started.terminal.ends()).not.toBe(0);
    await expectRestored(started);
    expect(started.terminal.text()).toContain('provoked');
  });

  it('after it was stopped and continued from outside, and goes on meanwhile', async () => {
    const started = await silentSession();
    const { terminal } = started;
    const pid = await terminal.pid();
    process.kill(pid, 'SIGSTOP');
    process.kill(pid, 'SIGCONT');
    terminal.press('?');
    await terminal.shows('leave with the exit code of the last completed run');
    terminal.press('q');
    expect(await terminal.ends()).toBe(3);
    await expectRestored(started);
  });

  it.skipIf(!hasBash)('while it is suspended by Ctrl-Z, and fg comes back to it', async () => {
    const marker = newMarker();
    const terminal = new Terminal('bash --norc --noprofile -i', { env: plainEnv({ PS1: 'shell> ' }) });
    await terminal.shows('shell>');
    const before = terminal.state();
    const command = agentCommand('rotates.mjs', 12, marker);
    terminal.type(`'${process.execPath}' '${sbdevBin}' simulate --cmd "${command}" --no-record`);
    terminal.press('Enter');
    await terminal.shows('12/80');
    terminal.press('C-z');
    await terminal.shows('Stopped');
    // A shell with line editing of its own sets the line; what it does not touch is ours.
    expect({ ...terminal.state(), line: '' }).toEqual({ ...before, line: '' });
    terminal.type('echo typed and seen');
    terminal.press('Enter');
    await terminal.shows(/^typed and seen$/m);
    terminal.type('fg');
    terminal.press('Enter');
    await terminal.shows('12/80');
    expect(terminal.state()).toMatchObject({ alternateScreen: true, cursor: false });
    terminal.press('q');
    await terminal.shows('again   sbdev simulate');
    await eventually('the shell', () => terminal.state().line === before.line);
    expect(terminal.state()).toEqual(before);
    await eventually('the end of every agent', () => processesWith(marker).length === 0);
  });

  it('when its window is closed no agent stays behind', async () => {
    const { terminal, marker } = await silentSession();
    const pid = await terminal.pid();
    terminal.dispose();
    await eventually('the end of all', () => ![pid, ...processesWith(marker)].some(isAlive));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
