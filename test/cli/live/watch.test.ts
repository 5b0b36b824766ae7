import { cpSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesWith, projectRoot, sbdev, temporaryFolder } from '../../support/cli.ts';
import type { StoredEvent } from '../../support/session.ts';
import {
  agentFolder,
  fixtureText,
  ofType,
  onlyJournal,
  save,
  slowAgent,
  startWatch,
} from '../../support/watch.ts';

const quick = ['--cmd', 'python3 agent.py', '--no-double-run', '--window', '20:40'];
const hold = fixtureText('hold.py');
const broken = 'def decide(:\n';

describe('sbdev watch', () => {
  test('W01: every save is one generation, however the editor writes; swap and backup files are none', async () => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    for (let n = 1; n <= 5; n += 1) {
      writeFileSync(join(folder, '.agent.py.swp'), `swap ${n}`);
      writeFileSync(join(folder, 'agent.py~'), readFileSync(join(folder, 'agent.py')));
      save(folder, `# save ${n}\n${hold}`);
      await watch.report(n + 1);
    }
    const { code } = await watch.stop();
    expect(code).toBe(0);
    expect(ofType(watch, 'generation_started').map((each) => each.task_generation)).toStrictEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    expect(new Set(ofType(watch, 'generation_started').map((each) => each.snapshot_id)).size).toBe(6);
    expect(ofType(watch, 'source_changed').every((each) => each.files.join() === 'agent.py')).toBe(true);
  });

  test('W02: a file that vanishes is waited for; nothing is held against the agent meanwhile', async () => {
    const folder = agentFolder();
    save(folder, slowAgent(1));
    const watch = startWatch(folder, quick);
    await watch.until((each) => each.type === 'turn' && each.step === 3, 'turn 3');
    rmSync(join(folder, 'agent.py'));
    const change = await watch.until((each) => each.type === 'source_changed', 'a change');
    expect(change.missing).toStrictEqual(['agent.py']);
    await watch.until((each) => each.type === 'attempt_ended' && each.outcome === 'interrupted', 'its end');
    save(folder, hold);
    await watch.report(1);
    const { code } = await watch.stop();
    expect(code).toBe(0);
    expect(ofType(watch, 'finding').filter((each) => each.severity === 'error')).toStrictEqual([]);
    expect(ofType(watch, 'attempt_ended').map((each) => each.outcome)).toStrictEqual([
      'interrupted',
      'passed',
    ]);
    expect(ofType(watch, 'generation_started')).toHaveLength(2);
  });

  test('a file that comes back as it was is run all the same', async () => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    rmSync(join(folder, 'agent.py'));
    await watch.until((each) => each.type === 'source_changed' && each.missing.length > 0, 'a missing file');
    save(folder, hold);
    await watch.report(2);
    await watch.stop();
    expect(ofType(watch, 'generation_started').map((each) => each.snapshot_id)).toStrictEqual([
      watch.events.find((each) => each.type === 'generation_started')!.snapshot_id,
      watch.events.find((each) => each.type === 'generation_started')!.snapshot_id,
    ]);
  });

  test('W05: what a run writes into the watched folder starts no run', async () => {
    const folder = agentFolder();
    save(folder, 'LIMIT = 3\n', 'rules.py');
    save(
      folder,
      `import os, sqlite3, sys\nfrom rules import LIMIT\nfor line in sys.stdin:\n    open('state.json', 'a').write('x')\n    base = sqlite3.connect('cache.sqlite')\n    base.execute('create table if not exists t (a)')\n    base.execute('insert into t values (1)')\n    base.commit()\n    base.close()\n    print('{"orders":[]}', flush=True)\n`,
    );
    const watch = startWatch(folder, quick);
    await watch.report(1);
    // A save that is seen shows that whatever came before it was looked at, too.
    save(folder, 'LIMIT = 4\n', 'rules.py');
    await watch.report(2);
    await watch.stop();
    expect(ofType(watch, 'source_changed').map((each) => each.files)).toStrictEqual([['rules.py']]);
    expect(ofType(watch, 'generation_started')).toHaveLength(2);
  });

  test('W05: a file of the data that the agent itself writes to starts no run', async () => {
    const folder = agentFolder();
    cpSync(join(projectRoot, 'examples/data/calm.csv'), join(folder, 'prices.csv'));
    const agent = `import sys\nfor line in sys.stdin:\n    open('prices.csv', 'a').write('\\n')\n    print('{"orders":[]}', flush=True)\n`;
    save(folder, agent);
    const watch = startWatch(folder, [...quick, '--data', 'prices.csv']);
    await watch.report(1);
    await watch.until(({ type, code }) => type === 'finding' && code === 'watch-output', 'a notice');
    // A save that is seen shows that whatever came before it was looked at, too.
    save(folder, `# an edit\n${agent}`);
    await watch.report(2);
    await watch.stop();
    expect(ofType(watch, 'source_changed').map((each) => each.files)).toStrictEqual([['agent.py']]);
  });

  test('data and costs that are saved the moment a run has ended are edits', async () => {
    const folder = agentFolder();
    const prices = readFileSync(join(projectRoot, 'examples/data/calm.csv'), 'utf8');
    const costs = (fee_bps: number): string =>
      JSON.stringify({ fee_bps, slippage_bps: 1, impact_bps: 0, financing_bps: 0 });
    save(folder, prices, 'prices.csv');
    save(folder, costs(1), 'costs.json');
    const watch = startWatch(folder, [...quick, '--data', 'prices.csv', '--costs', 'costs.json']);
    for (let n = 1; n <= 5; n += 1) {
      await watch.report(2 * n - 1);
      save(
        folder,
        prices
          .split('\n')
          .slice(0, -5 * n)
          .join('\n'),
        'prices.csv',
      );
      await watch.report(2 * n);
      writeFileSync(join(folder, 'costs.json'), costs(n + 1));
    }
    await watch.report(11);
    await watch.stop();
    expect(ofType(watch, 'source_changed').map((each) => each.files.join())).toStrictEqual(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'prices.csv' : 'costs.json')),
    );
  });

  test('W06: a touch, a rewrite of the same bytes and a passing file are no edits', async () => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    utimesSync(join(folder, 'agent.py'), new Date(), new Date());
    save(folder, hold);
    writeFileSync(join(folder, 'x.tmp'), 'x');
    rmSync(join(folder, 'x.tmp'));
    readFileSync(join(folder, 'agent.py'));
    save(folder, `# an edit\n${hold}`);
    await watch.report(2);
    await watch.stop();
    expect(ofType(watch, 'source_changed')).toHaveLength(1);
    expect(ofType(watch, 'generation_started')).toHaveLength(2);
  });

  test('W09: a save with a syntax error is told in its own words, ends nothing, and does not wipe the result', async () => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    save(folder, broken);
    const failed = await watch.report(2);
    expect(failed.findings[0].message).toContain('SyntaxError');
    const { code } = await watch.stop();
    expect(code).toBe(0);
    expect(onlyJournal(folder).at(-1)).toStrictEqual({ type: 'session_ended', exit_code: 0 });
  });

  test('ten bad saves and ten good ones in turn: each good one recovers', async () => {
    const folder = agentFolder();
    const watch = startWatch(folder, quick);
    await watch.report(1);
    for (let round = 1; round <= 10; round += 1) {
      // The same bad content every time: a clean run in between closes the episode.
      save(folder, broken);
      expect((await watch.report(2 * round)).stop.status).toBe('incomplete');
      save(folder, hold);
      expect((await watch.report(2 * round + 1)).stop.status).toBe('done');
    }
    const { code } = await watch.stop();
    expect(code).toBe(0);
    const shown = await sbdev(['runs', 'list', '--format', 'json'], { cwd: folder });
    expect(JSON.parse(shown.stdout).runs).toMatchObject([
      { status: 'finished', verdict: 'passed', exit_code: 0, steps_done: 20, steps: 20 },
    ]);
    const [id] = JSON.parse(shown.stdout).runs.map((each: { id: string }) => each.id);
    const verified = await sbdev(['runs', 'show', id, '--verify', '--format', 'json'], { cwd: folder });
    expect(JSON.parse(verified.stdout)).toMatchObject({ problem_count: 0 });
    expect(verified.code).toBe(0);
  });

  test('4: edits while the failure remains do not refill the retries, and one back to a failed content is not run', async () => {
    const folder = agentFolder('exit_seven.py');
    const failing = fixtureText('exit_seven.py');
    const watch = startWatch(folder, [...quick, '--retries', '1']);
    await watch.report(1);
    save(folder, `# another\n${failing}`);
    await watch.report(2);
    save(folder, failing);
    await watch.until(
      (each) => each.type === 'stall' && each.action?.cause === 'unchanged-repetition',
      'a stop',
    );
    save(folder, hold);
    expect((await watch.report(3)).stop.status).toBe('done');
    await watch.stop();
    const journal = onlyJournal(folder);
    expect(
      journal.filter((each) => each.type === 'attempt_started').map((each) => each.attempt_id),
    ).toStrictEqual(['g1.a1', 'g1.a2', 'g2.a1', 'g4.a1']);
    const remaining = journal
      .filter((each) => each.type === 'stall')
      .map((each) => [each.action.kind, each.action.cause, each.checkpoint.remaining]);
    expect(remaining).toStrictEqual([
      ['retry', 'transport_error', 0],
      ['stop', 'retries-exhausted', 0],
      ['stop', 'retries-exhausted', 0],
      ['stop', 'unchanged-repetition', 0],
    ]);
  });

  test('5: a save supersedes what runs: its late answer is canceled, and nothing of it is dispatched after', async () => {
    const folder = agentFolder();
    save(folder, slowAgent(1, 150));
    const watch = startWatch(folder, quick);
    await watch.until((each) => each.type === 'turn' && each.step === 1, 'turn 1');
    save(folder, hold);
    await watch.report(1);
    await watch.stop();
    const journal = onlyJournal(folder);
    const steered = journal.findIndex((each) => each.type === 'control_accepted');
    const begun = journal.findIndex(
      (each) => each.type === 'generation_started' && each.task_generation === 2,
    );
    const between = journal.slice(steered, begun);
    expect(between.map((each) => each.type)).toStrictEqual([
      'control_accepted',
      'dispatch_canceled',
      'agent_ended',
      'attempt_ended',
    ]);
    expect(between[1]).toMatchObject({ task_generation: 1, dispatch: { disposition: 'canceled' } });
    expect(between[3]).toMatchObject({ outcome: 'interrupted', failure: null });
    expect(journal.slice(begun).some((each) => each.evidence?.task_generation === 1)).toBe(false);
    expect(journal.filter((each) => each.type === 'run_report')).toHaveLength(1);
  });

  test('200 saves in ten seconds leave one live generation, no orphan and no second run', async () => {
    const folder = agentFolder();
    const agent = fixtureText('alone.py');
    const log = join(temporaryFolder(), 'begun');
    const living = (n: number): string => `LOG, SAVE = ${JSON.stringify(log)}, ${n}\n${agent}`;
    save(folder, living(0));
    const watch = startWatch(folder, quick);
    await watch.report(1);
    const startedAt = performance.now();
    for (let n = 1; n <= 200; n += 1) {
      save(folder, living(n));
      while (performance.now() - startedAt < n * 50) await new Promise((wake) => setTimeout(wake, 5));
    }
    const isLast = (each: StoredEvent): boolean =>
      each.type === 'turn' && each.step === 19 && each.decision.reasoning === 'save 200';
    await watch.until(isLast, 'the last turn of the last save');
    const { code, stderr } = await watch.stop();
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    expect(processesWith(join(folder, 'agent.py'))).toStrictEqual([]);
    const begun = readFileSync(log, 'utf8').trim().split('\n');
    expect(begun.length).toBeGreaterThan(2);
    expect(begun.filter((line) => line.includes('beside'))).toStrictEqual([]);
    const journal = onlyJournal(folder);
    const starts = journal.filter((each) => each.type === 'attempt_started').length;
    const ends = journal.filter((each) => each.type === 'attempt_ended').length;
    expect(starts).toBe(ends);
    expect(journal.filter((each) => each.type === 'generation_started')).toHaveLength(starts);
  });
});
