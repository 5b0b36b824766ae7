import { spawnSync } from 'node:child_process';
import { limits } from '../../kernel/limits.ts';
import { allProcesses, childrenOf, openFiles, processFacts } from './processTable.ts';

/**
 * Everything that one agent started: its process group, and the descendants that left
 * the group (setsid, daemons). The latter are noted while they can still be traced,
 * and found again by the pipes that they inherited. A group that was once seen gone is
 * never signalled again, since its number may name someone else by then.
 */
export class ProcessTree {
  readonly #leader: number;
  readonly #startTicks: number;
  /** The child's ends of its three pipes. */
  readonly #pipes: ReadonlySet<string>;
  /** Descendants by pid, with the start that makes the pid unmistakable. */
  readonly #noted = new Map<number, number>();
  readonly #watch: NodeJS.Timeout;
  #groupGone = false;

  /** `leader` has just been spawned as the leader of its own group. */
  constructor(leader: number) {
    this.#leader = leader;
    this.#startTicks = processFacts(leader)?.startTicks ?? 0;
    this.#pipes = new Set(openFiles(leader, ['0', '1', '2']).filter((file) => /^(socket|pipe):/.test(file)));
    this.#watch = setInterval(() => this.note(), limits.descendantScanMs);
    this.#watch.unref();
    register(this);
  }

  /** Records which descendants there are now. */
  note(): void {
    if (process.platform !== 'linux') return;
    const seen = new Set<number>();
    const open = [this.#leader, ...this.#noted.keys()];
    for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
      if (seen.has(pid)) continue;
      seen.add(pid);
      if (pid === this.#leader ? this.#groupGone : !this.#isAlive(pid)) continue;
      for (const child of childrenOf(pid)) {
        const facts = processFacts(child);
        if (facts === null) continue;
        this.#noted.set(child, facts.startTicks);
        open.push(child);
      }
    }
  }

  /** Adds what outlives its parent: members of the group, and holders of the agent's pipes. */
  noteOrphans(): void {
    if (process.platform !== 'linux') return;
    for (const pid of allProcesses()) {
      if (pid === process.pid || pid === this.#leader || this.#noted.has(pid)) continue;
      const facts = processFacts(pid);
      if (facts === null || facts.dead || facts.startTicks < this.#startTicks) continue;
      const inGroup = facts.group === this.#leader && !this.#groupGone;
      if (inGroup || openFiles(pid).some((file) => this.#pipes.has(file)))
        this.#noted.set(pid, facts.startTicks);
    }
    this.note();
  }

  /** Sends `signal` to the group, if there is one. */
  signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.#groupGone) return;
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(this.#leader), '/T', '/F'], { windowsHide: true });
      return;
    }
    send(-this.#leader, signal);
  }

  /** Kills the noted descendants outside the group as well. Returns those that were still alive. */
  killNoted(): readonly number[] {
    const alive = [...this.#noted.keys()].filter((pid) => this.#isAlive(pid));
    for (const pid of alive) send(pid, 'SIGKILL');
    return alive;
  }

  /** The whole tree, at once and synchronously: for the last moments of the kit. */
  killNow(): void {
    this.note();
    this.signalGroup('SIGKILL');
    this.noteOrphans();
    this.killNoted();
  }

  /** Whether a member of the group lives. Call it only once the leader's end was seen, or is awaited. */
  groupAlive(): boolean {
    if (this.#groupGone) return false;
    if (!send(process.platform === 'win32' ? this.#leader : -this.#leader, 0)) {
      this.#groupGone = true;
      return false;
    }
    if (process.platform !== 'linux') return true;
    // A member that nobody has reaped yet still answers to signal 0.
    return allProcesses().some((pid) => {
      const facts = processFacts(pid);
      return facts !== null && facts.group === this.#leader && !facts.dead;
    });
  }

  /** The noted descendants that are still there, in the group or not. */
  survivors(): readonly number[] {
    return [...this.#noted.keys()].filter((pid) => this.#isAlive(pid));
  }

  /** Nothing is left: signals have no target any more. */
  release(): void {
    this.#groupGone = true;
    clearInterval(this.#watch);
    living.delete(this);
  }

  #isAlive(pid: number): boolean {
    const facts = processFacts(pid);
    return facts !== null && !facts.dead && facts.startTicks === this.#noted.get(pid);
  }
}

const living = new Set<ProcessTree>();
let exitWatched = false;

function register(tree: ProcessTree): void {
  living.add(tree);
  if (exitWatched) return;
  exitWatched = true;
  process.on('exit', killAllAgentsNow);
}

/** Kills every agent that is still alive, without waiting: the kit's own process exits. */
function killAllAgentsNow(): void {
  for (const tree of living) tree.killNow();
}

/** Whether there was someone to take the signal. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
