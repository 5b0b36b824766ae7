import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Io } from '../../../src/cli/command.ts';
import { type ScreenWish, wantsScreen } from '../../../src/cli/live/wantsScreen.ts';
import { agentFixtures, plainEnv, sbdev, sbdevBin, temporaryFolder } from '../../support/cli.ts';
import { onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux, Terminal } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const momentum = ['simulate', '--agent', 'momentum', '--no-record'];
const overweight = `node ${join(agentFixtures, '../screens/overweight.mjs')}`;
const quoted = `'${process.execPath}' '${sbdevBin}'`;

describe('a screen is for a person', () => {
  const person = { stdin: { isTTY: true }, stdout: { isTTY: true }, env: { TERM: 'xterm' } } as unknown as Io;
  const wants = (change: object, flags: Partial<ScreenWish> = {}): boolean =>
    wantsScreen({ format: 'text', ...flags }, { ...person, ...change } as Io);

  it('who sits before a terminal at both ends', () => {
    expect(wants({})).toBe(true);
    expect(wants({ stdin: {} })).toBe(false);
    expect(wants({ stdout: {} })).toBe(false);
  });

  it.each([
    [{ TERM: 'dumb' }, false],
    [{ CI: '1' }, false],
    [{ CI: 'true' }, false],
    [{ CI: '' }, true],
    [{ CI: 'false' }, true],
    [{ CI: '0' }, true],
    [{ NO_COLOR: '1' }, true],
  ])('with %o: %s', (env, expected) => {
    expect(wants({ env: { TERM: 'xterm', ...env } })).toBe(expected);
  });

  it.each<Partial<ScreenWish>>([{ format: 'json' }, { quiet: true }, { plain: true }, { repeat: '3' }])(
    'who did not ask for lines: %o',
    (flags) => {
      expect(wants({}, flags)).toBe(false);
    },
  );
});

describe('T01: without a terminal nothing hangs or asks', () => {
  it.each([
    ['an empty stdin', [], { input: '' }],
    ['a line on stdin', [], { input: '\n' }],
    ['CI', [], { env: plainEnv({ CI: 'true' }) }],
  ])('%s: plain lines, the same verdict and code', async (_, extra, options) => {
    const passed = await sbdev([...momentum, ...extra], options);
    expect(passed).toMatchObject({ code: 0, stderr: '' });
    expect(passed.stdout).toContain('✓ passed');
    const failed = await sbdev(['simulate', '--cmd', overweight, '--no-record', '--no-double-run'], options);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('weight-out-of-range');
    for (const { stdout } of [passed, failed]) expect(stdout).not.toMatch(/[\u001b\r]/);
  });

  it.skipIf(!hasTmux)('stdin alone is none: lines on the terminal, and no raw mode', async () => {
    const terminal = Terminal.running(['sh', '-c', `${quoted} ${momentum.join(' ')} </dev/null`], {
      env: plainEnv(),
    });
    expect(await terminal.ends()).toBe(0);
    expect(terminal.raw().includes('\u001b[?1049h')).toBe(false);
    expect(terminal.state()).toEqual(terminal.before);
    expect(terminal.text()).toContain('✓ passed');
  });

  it.skipIf(!hasTmux).each([
    ['CI=1', { CI: '1' }, []],
    ['--plain', {}, ['--plain']],
  ])('%s on a terminal: lines', async (_, env, extra) => {
    const terminal = onTerminal([...momentum, ...extra], { env });
    expect(await terminal.ends()).toBe(0);
    expect(terminal.raw().includes('\u001b[?1049h')).toBe(false);
    expect(terminal.text()).toContain('✓ passed');
  });

  it.skipIf(!hasTmux)('TERM=dumb on a terminal: lines, and no sequence at all', async () => {
    const terminal = Terminal.running(['env', 'TERM=dumb', process.execPath, sbdevBin, ...momentum], {
      env: plainEnv(),
    });
    expect(await terminal.ends()).toBe(0);
    expect(terminal.raw().includes('\u001b')).toBe(false);
    expect(terminal.text()).toContain('✓ passed');
  });
});

describe('T02: in a pipe or a file', () => {
  it('there is no byte 0x1B, no carriage return, and every finding', () => {
    const { stdout, status } = spawnSync(
      'sh',
      ['-c', `${quoted} simulate --cmd '${overweight}' --no-record | cat`],
      {
        cwd: temporaryFolder(),
        env: plainEnv(),
      },
    );
    expect(status).toBe(0);
    expect(stdout.includes(0x1b)).toBe(false);
    expect(stdout.includes(0x0d)).toBe(false);
    expect(stdout.toString()).toContain('weight-out-of-range');
  });
});

describe('T10: events are JSON alone', () => {
  it('with FORCE_COLOR=1, and when the run fails', async () => {
    const env = plainEnv({ FORCE_COLOR: '1' });
    const { code, stdout } = await sbdev(['simulate', '--cmd', overweight, '--format', 'json'], { env });
    expect(code).toBe(1);
    expect(stdout).not.toContain('\u001b');
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.at(-1)).toBe('run_report');
  });
});

describe('T13: a reader that goes away', () => {
  it('gets no stack trace, and the record is whole', () => {
    const cwd = temporaryFolder();
    const script = `{ ${quoted} simulate --agent momentum; echo "exit=$?" >&2; } | head -1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd, env: plainEnv(), encoding: 'utf8' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^exit=[03]\n$/);
    const records = join(cwd, '.sbdev/runs');
    const [session] = readdirSync(records).filter((name) => existsSync(join(records, name, 'journal.jsonl')));
    const events = readFileSync(join(records, session!, 'journal.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(JSON.parse(events.at(-1)!)).toMatchObject({ type: 'session_ended' });
  });
});

describe.skipIf(!hasTmux)('T11: colours', () => {
  const hasColor = (raw: Buffer): boolean => /\u001b\[(?:3[1-7])m/.test(raw.toString('latin1'));

  it.each([
    ['a terminal', {}, [], true],
    ['NO_COLOR=1', { NO_COLOR: '1' }, [], false],
    ['NO_COLOR empty', { NO_COLOR: '' }, [], true],
    ['NO_COLOR=1 and FORCE_COLOR=1', { NO_COLOR: '1', FORCE_COLOR: '1' }, [], false],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, [], false],
    ['FORCE_COLOR=false', { FORCE_COLOR: 'false' }, [], false],
    ['FORCE_COLOR empty', { FORCE_COLOR: '' }, [], true],
    ['--no-color and FORCE_COLOR=1', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('on the screen with %s', async (_, env, extra, expected) => {
    const terminal = onTerminal([...momentum, ...extra], { env });
    // No state is shown by colour alone: the words are the same.
    await terminal.shows('✓ passed');
    expect(hasColor(terminal.raw())).toBe(expected);
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });
});
