import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { disposeTerminals, hasTmux, Terminal } from '../support/terminal.ts';
import { createBin, strangerEnv, treeOf } from './createCli.ts';

/** The scaffolder on a terminal, in a folder that is empty or holds one file. */
function scaffolder(args: string, extra: Record<string, string> = {}, existing?: string): Terminal {
  const cwd = temporaryFolder('prompt-');
  if (existing !== undefined) writeFileSync(join(cwd, existing), 'mine');
  const words = args === '' ? [] : args.split(' ');
  return Terminal.running([process.execPath, createBin, ...words], { cwd, env: strangerEnv(extra) });
}

afterEach(disposeTerminals);

describe.skipIf(!hasTmux)('on a terminal', () => {
  it('asks for what is missing, and for nothing else', async () => {
    const screen = scaffolder('--transport http');
    await screen.shows('Which folder');
    screen.type('../up');
    screen.press('Enter');
    await screen.shows('leads out of the working directory');
    for (let at = 0; at < 5; at += 1) screen.press('BSpace');
    screen.type('My Bot');
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
    const screen = scaffolder('--template python --no-git', {}, 'mine');
    await screen.shows('Which folder');
    screen.type('.');
    screen.press('Enter');
    await screen.shows('it is not empty');
    screen.press('C-c');
    expect(await screen.ends()).toBe(130);
    expect(treeOf(screen.cwd)).toEqual({ mine: 'mine' });
  });

  it('says what is wrong with the flags before it asks', async () => {
    const screen = scaffolder('../up');
    expect(await screen.ends()).toBe(2);
    expect(await screen.shows('leads out of')).not.toContain('Which');
  });

  it('takes the suggested folder, and offers packages where some are needed', async () => {
    const screen = scaffolder('--template typescript --no-git');
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
    const screen = scaffolder('');
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
    const screen = scaffolder(args, env);
    expect(await screen.ends()).toBe(code);
    expect(screen.text()).not.toContain('Which');
  });
});
