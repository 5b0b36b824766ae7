import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sbdev, temporaryFolder } from '../../support/cli.ts';
import {
  config,
  fixtureText,
  ofType,
  onlyJournal,
  save,
  slowAgent,
  startWatch,
} from '../../support/watch.ts';

const hold = fixtureText('hold.py');
const quick = ['--no-double-run'];
const base = { windows: ['20:40'], transport: { kind: 'stdio', command: ['python3', 'agent.py'] } };

/** Puts `source.py` into place as the agent; fails, saying so, if it says `refuse`. */
const builder = `import shutil, sys, time
text = open('source.py').read()
if 'linger' in text: time.sleep(60)
if 'refuse' in text:
    print('source.py:1: refused \\x1b[31mhere', file=sys.stderr)
    sys.exit(3)
import os
os.makedirs('out', exist_ok=True)
shutil.copy('source.py', 'out/agent.py')
`;

function builtProject(source: string): string {
  const folder = temporaryFolder();
  save(folder, builder, 'build.py');
  save(folder, source, 'source.py');
  config(folder, {
    windows: ['20:40'],
    transport: { kind: 'stdio', command: ['python3', 'out/agent.py'] },
    build: ['python3', 'build.py'],
  });
  return folder;
}

test('a build comes before the first run, and again for every change', async () => {
  const folder = builtProject(hold);
  const watch = startWatch(folder, quick);
  await watch.report(1);
  save(folder, `# 2\n${hold}`, 'source.py');
  await watch.report(2);
  const { code } = await watch.stop();
  expect(code).toBe(0);
  const told = watch.events
    .map((each) => each.type)
    .filter((type) => /build|generation_st|change/.test(type));
  expect(told).toStrictEqual([
    ...['build_started', 'build_ended', 'generation_started'],
    ...['source_changed', 'build_started', 'build_ended', 'generation_started'],
  ]);
});

test('W09: a build that fails is told with what it printed, runs nothing and leaves the last result', async () => {
  const folder = builtProject(hold);
  const watch = startWatch(folder, quick);
  await watch.report(1);
  save(folder, 'refuse', 'source.py');
  const ended = await watch.until(
    (each) => each.type === 'build_ended' && each.outcome === 'failed',
    'a failure',
  );
  expect(ended).toMatchObject({
    exit_code: 3,
    output_tail: expect.stringContaining('source.py:1: refused'),
  });
  save(folder, `# mended\n${hold}`, 'source.py');
  await watch.report(2);
  const { code } = await watch.stop();
  expect(code).toBe(0);
  expect(ofType(watch, 'generation_started')).toHaveLength(2);
});

test('a first build that fails waits for the next save; a first run comes with the first build that passes', async () => {
  const folder = builtProject('refuse');
  const watch = startWatch(folder, quick);
  await watch.until((each) => each.type === 'build_ended', 'a build');
  expect(ofType(watch, 'generation_started')).toHaveLength(0);
  save(folder, hold, 'source.py');
  await watch.report(1);
  const { code } = await watch.stop();
  expect(code).toBe(0);
  const shown = await sbdev(['runs', 'list', '--format', 'json'], { cwd: folder });
  const [{ id }] = JSON.parse(shown.stdout).runs;
  expect((await sbdev(['runs', 'show', id, '--verify'], { cwd: folder })).code).toBe(0);
});

test('nothing that was built ends with 3: nothing was run', async () => {
  const folder = builtProject('refuse');
  const watch = startWatch(folder, quick);
  await watch.until((each) => each.type === 'build_ended', 'a build');
  // Ctrl-C with no run to go by is an interrupt like any other.
  expect((await watch.stop()).code).toBe(130);
});

test('a save in the middle of a build cancels it, and the next build is the one that counts', async () => {
  const folder = builtProject(hold);
  const watch = startWatch(folder, quick);
  await watch.report(1);
  save(folder, 'linger', 'source.py');
  await watch.until((each) => each.type === 'build_started', 'a build', watch.events.length);
  save(folder, `# 3\n${hold}`, 'source.py');
  await watch.report(2);
  await watch.stop();
  expect(ofType(watch, 'build_ended').map((each) => each.outcome)).toStrictEqual([
    'passed',
    'canceled',
    'passed',
  ]);
});

test('a stop in the middle of a build ends it', async () => {
  const folder = builtProject('linger');
  const watch = startWatch(folder, quick);
  await watch.until((each) => each.type === 'build_started', 'a build');
  const { code, wallMs } = await watch.stop();
  expect(code).toBe(130);
  expect(wallMs).toBeLessThan(20_000);
  expect(onlyJournal(folder).at(-1)).toStrictEqual({ type: 'session_ended', exit_code: 130 });
});

test('a saved configuration is read again: what it sets holds for the next generation', async () => {
  const folder = temporaryFolder();
  save(folder, hold);
  config(folder, base);
  const watch = startWatch(folder, quick);
  expect((await watch.report(1)).cell).toStrictEqual({ window_start: 20, window_end: 40, seed: 0 });
  config(folder, { ...base, windows: ['30:45'], seeds: [7] });
  expect((await watch.report(2)).cell).toStrictEqual({ window_start: 30, window_end: 45, seed: 7 });
  await watch.stop();
  // Other cells have nothing to compare.
  expect(ofType(watch, 'generations_compared')).toHaveLength(0);
});

test('a broken configuration is a finding of the session, and its repair the next generation', async () => {
  const folder = temporaryFolder();
  save(folder, hold);
  config(folder, base);
  const watch = startWatch(folder, quick);
  await watch.report(1);
  save(folder, '{"windows": [', 'sharpebench.json');
  const found = await watch.until((each) => each.type === 'finding' && each.scope === 'session', 'a finding');
  expect(found.code).toBe('config-not-json');
  config(folder, { ...base, windowz: [] });
  await watch.until((each) => each.type === 'finding' && each.code === 'unknown-config-key', 'a finding');
  config(folder, { ...base, windows: ['20:50'] });
  expect((await watch.report(2)).cell.window_end).toBe(50);
  await watch.stop();
  expect(ofType(watch, 'generation_started')).toHaveLength(2);
  // None of it is held against an attempt.
  const shown = await sbdev(['runs', 'list', '--format', 'json'], { cwd: folder });
  const [{ id }] = JSON.parse(shown.stdout).runs;
  const record = await sbdev(['runs', 'show', id, '--verify', '--format', 'json'], { cwd: folder });
  const { attempts, problem_count } = JSON.parse(record.stdout);
  expect(problem_count).toBe(0);
  expect(
    attempts.flatMap((each: { findings: { code: string }[] }) => each.findings.map(({ code }) => code)),
  ).not.toContain('config-not-json');
});

test('other globs in the configuration are followed from then on', async () => {
  const folder = temporaryFolder();
  save(folder, hold);
  save(folder, '1', 'model.txt');
  config(folder, { ...base, watch: ['agent.py', 'sharpebench.json'] });
  const watch = startWatch(folder, quick);
  await watch.report(1);
  config(folder, { ...base, watch: ['agent.py', 'sharpebench.json', 'model.txt'] });
  await watch.report(2);
  save(folder, '2', 'model.txt');
  await watch.report(3);
  await watch.stop();
  expect(ofType(watch, 'watching').map((each) => each.files)).toStrictEqual([2, 3]);
});

test('an agent that is not there yet is waited for', async () => {
  const folder = temporaryFolder();
  config(folder, base);
  const watch = startWatch(folder, quick);
  const change = await watch.until((each) => each.type === 'source_changed', 'what is missing');
  expect(change).toMatchObject({ files: [], missing: ['agent.py'] });
  save(folder, hold);
  await watch.report(1);
  expect((await watch.stop()).code).toBe(0);
});

test('what an edit changes is told with the run: the same cell, against the last that got as far', async () => {
  const folder = temporaryFolder();
  const buying = (from: number): string =>
    `import json, sys\nfor step, line in enumerate(sys.stdin):\n    orders = [{"symbol": "SYN1", "action": "buy", "target_weight": 0.5}] if step >= ${from} else []\n    print(json.dumps({"orders": orders}), flush=True)\n`;
  save(folder, buying(100));
  config(folder, base);
  const watch = startWatch(folder, [...quick]);
  const first = await watch.report(1);
  save(folder, 'oops(');
  await watch.report(2);
  const symbol = Object.keys(first.book[0].shares)[0]!;
  save(folder, buying(7).replace('SYN1', symbol));
  const third = await watch.report(3);
  await watch.stop();
  expect(ofType(watch, 'generations_compared')).toStrictEqual([
    {
      type: 'generations_compared',
      before: 1,
      after: 3,
      steps_compared: 20,
      steps_different: 13,
      first_difference: 7,
      return_before: 0,
      return_after: third.summary.total_return,
    },
  ]);
  expect(third.summary.total_return).not.toBe(0);
});

test('usage that is wrong ends with 2 and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  for (const [args, code] of [
    [['watch', '--agent', 'momentum'], 'watch-matches-nothing'],
    [['watch', '--cmd', 'python3 agent.py', '--window', '9:1'], 'window-range'],
    [['watch', '--cmd', 'python3 agent.py', '--format', 'xml'], 'bad-option'],
  ] as const) {
    const result = await sbdev(args, { cwd: folder });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(code);
    expect(result.stdout).toBe('');
  }
  expect(() => onlyJournal(folder)).toThrow();
  rmSync(join(folder), { recursive: true });
});

test('a slow first generation that was superseded is no result', async () => {
  const folder = temporaryFolder();
  save(folder, slowAgent(1, 100));
  config(folder, base);
  const watch = startWatch(folder, quick);
  await watch.until((each) => each.type === 'turn', 'a turn');
  save(folder, slowAgent(2, 100));
  await watch.until(
    (each) => each.type === 'generation_started' && each.task_generation === 2,
    'generation 2',
  );
  expect((await watch.stop()).code).toBe(130);
});
