import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { createBin, strangerEnv, treeOf } from './createCli.ts';

const hasTmux = spawnSync('tmux', ['-V']).status === 0;
if (!hasTmux) console.warn('SKIPPED: tmux is not on this machine');
const opened: Screen[] = [];

/** A real terminal: tmux with a server of its own, so that no other one is touched. */
class Screen {
  readonly cwd = temporaryFolder('prompt-');
  readonly #socket = join(temporaryFolder('tmux-'), 's');

  constructor(args: string, extra: Record<string, string> = {}, existing?: string) {
    if (existing !== undefined) writeFileSync(join(this.cwd, existing), 'mine');
    const env = strangerEnv({ TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...extra });
    const script = `'${process.execPath}' '${createBin}' ${args}; echo "exit=$?" >'${this.cwd}.code'; cat`;
    const size = ['-x', '100', '-y', '40'];
    execFileSync('tmux', ['-S', this.#socket, 'new-session', '-d', ...size, 'sh', '-c', script], {
      cwd: this.cwd,
      env,
    });
    opened.push(this);
  }

  press(...keys: string[]): void {
    execFileSync('tmux', ['-S', this.#socket, 'send-keys', ...keys]);
  }

  text(): string {
    return execFileSync('tmux', ['-S', this.#socket, 'capture-pane', '-p'], { encoding: 'utf8' });
  }

  /** Waits until the screen shows a text. */
  async shows(text: string): Promise<string> {
    await expect.poll(() => this.text(), { timeout: 20_000, interval: 50 }).toContain(text);
    return this.text();
  }

  /** Waits until the program has ended, and gives its exit code. */
  async ends(): Promise<number> {
    const file = `${this.cwd}.code`;
    const ended = (): boolean => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
    await expect.poll(ended, { timeout: 20_000, interval: 50 }).toBe(true);
    return Number(/exit=(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
  }

  dispose(): void {
    spawnSync('tmux', ['-S', this.#socket, 'kill-server']);
  }
}

afterEach(() => {
  for (const screen of opened.splice(0)) screen.dispose();
});

describe.skipIf(!hasTmux)('on a terminal', () => {
  it('asks for what is missing, and for nothing else', async () => {
    const screen = new Screen('--transport http');
    await screen.shows('Which folder');
    screen.press('-l', '../up');
    screen.press('Enter');
    await screen.shows('leads out of the working directory');
    for (let at = 0; at < 5; at += 1) screen.press('BSpace');
    screen.press('-l', 'My Bot');
    screen.press('Enter');
    const templates = await screen.shows('Which template?');
    expect(templates).toContain('Python, as an HTTP endpoint');
    expect(templates).not.toContain('Rust');
    screen.press('Enter');
    await screen.shows('git repository');
    screen.press('n');
    expect(await screen.ends()).toBe(0);
    const shown = await screen.shows('Next:');
    expect(shown).toContain('my-bot (python-http) written to My Bot');
    expect(shown).not.toContain('Install its packages');
    expect(treeOf(screen.cwd)).toHaveProperty(['My Bot/agent.py']);
    expect(treeOf(screen.cwd)).not.toHaveProperty(['My Bot/.git']);
  });

  it('asks again for a folder that holds something, and touches nothing in it', async () => {
    const screen = new Screen('--template python --no-git', {}, 'mine');
    await screen.shows('Which folder');
    screen.press('-l', '.');
    screen.press('Enter');
    await screen.shows('it is not empty');
    screen.press('C-c');
    expect(await screen.ends()).toBe(130);
    expect(treeOf(screen.cwd)).toEqual({ mine: 'mine' });
  });

  it('says what is wrong with the flags before it asks', async () => {
    const screen = new Screen('../up');
    expect(await screen.ends()).toBe(2);
    expect(await screen.shows('leads out of')).not.toContain('Which');
  });

  it('takes the suggested folder, and offers packages where some are needed', async () => {
    const screen = new Screen('--template typescript --no-git');
    await screen.shows('Which folder');
    screen.press('Enter');
    await screen.shows('Install its packages now');
    screen.press('n');
    expect(await screen.ends()).toBe(0);
    expect(treeOf(screen.cwd)).toHaveProperty(['my-agent/package.json']);
  });

  it.each([
    ['C-c', 'the first question', []],
    ['C-c', 'the second question', ['Enter']],
    ['Escape', 'the first question', []],
  ])('ends with exit code 130 and nothing written on %s at %s', async (key, _, before) => {
    const screen = new Screen('');
    await screen.shows('Which folder');
    if (before.length > 0) {
      screen.press(...before);
      await screen.shows('Which template?');
    }
    screen.press(key);
    expect(await screen.ends()).toBe(130);
    await screen.shows('cancelled; nothing was written');
    expect(treeOf(screen.cwd)).toEqual({});
  });

  it.each([
    ['everything was said', 'bot --template python', {}, 0],
    ['defaults are taken', '--yes', {}, 0],
    ['it is CI', 'bot', { CI: 'true' }, 2],
    ['the answer is JSON', 'bot --json', {}, 2],
  ])('asks nothing if %s', async (_, args, env, code) => {
    const screen = new Screen(args, env);
    expect(await screen.ends()).toBe(code);
    expect(screen.text()).not.toContain('Which');
  });
});
