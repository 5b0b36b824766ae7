import type { ChildProcess } from 'node:child_process';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { ProcessTree } from './processTree.ts';

/** How often a group that has no event for it is looked at. */
const POLL_MS = 5;

/**
 * Ends an agent for certain (page 6.1): end of stdin, TERM to the group, KILL to the
 * group and to what left it. Settles when nothing is left and returns what the end has
 * shown. `failed` skips the first rung: such an agent had its time.
 */
export async function tearDown(
  child: ChildProcess,
  tree: ProcessTree,
  options: { failed: boolean; closed: Promise<void> },
): Promise<readonly Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const leaderGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const allGone = (): boolean => leaderGone() && !tree.groupAlive();

  tree.note();
  child.stdin?.end();
  if (!(await eventually(allGone, options.failed ? 0 : limits.voluntaryExitMs))) {
    if (!leaderGone() && !options.failed) findings.push(notice('ignored-eof', limits.voluntaryExitMs));
    tree.note();
    tree.signalGroup('SIGTERM');
    if (!(await eventually(allGone, limits.terminateGraceMs))) {
      if (!leaderGone()) findings.push(notice('ignored-term', limits.terminateGraceMs));
      tree.note();
      tree.signalGroup('SIGKILL');
      await eventually(allGone, limits.killConfirmMs);
    }
  }
  findings.push(...(await endEscaped(tree, allGone)));
  tree.release();
  // With nobody left to hold them, the pipes end as soon as they are read out.
  await within(options.closed, limits.exitDrainMs);
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
  return findings;
}

/** Kills what left the group; a process that cannot be killed is reported, never waited for without end. */
async function endEscaped(tree: ProcessTree, groupGone: () => boolean): Promise<readonly Diagnostic[]> {
  tree.noteOrphans();
  const escaped = tree.killNoted();
  if (escaped.length > 0) {
    await eventually(() => {
      tree.noteOrphans();
      return tree.killNoted().length === 0;
    }, limits.killConfirmMs);
  }
  const left = tree.survivors();
  const findings: Diagnostic[] = [];
  if (escaped.length > 0) {
    findings.push(diagnostic('descendants-killed', 'notice', {}, { facts: { pids: escaped.map(String) } }));
  }
  if (left.length > 0 || !groupGone()) {
    findings.push(diagnostic('teardown-incomplete', 'error', {}, { facts: { pids: left.map(String) } }));
  }
  return findings;
}

function notice(code: string, waitedMs: number): Diagnostic {
  return diagnostic(code, 'notice', {}, { facts: { waited_ms: waitedMs } });
}

/** Whether `holds` became true within `withinMs`. Groups and orphans send no event, so it is polled. */
async function eventually(holds: () => boolean, withinMs: number): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() >= endsAt) return false;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  return true;
}

/** Settles with `done`, or after `longestMs`. */
function within(done: Promise<void>, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    void done.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
