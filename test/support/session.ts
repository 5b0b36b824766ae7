import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStdioAgent } from '../../src/agents/stdio/startStdioAgent.ts';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { newSessionId } from '../../src/cli/sessionId.ts';
import { costProfiles } from '../../src/engine/costModel.ts';
import { Controls } from '../../src/harness/controls.ts';
import type { RunEvent, RunReport } from '../../src/harness/events.ts';
import { eventText } from '../../src/harness/eventText.ts';
import { Journal } from '../../src/harness/journal.ts';
import { type NextTask, runSession } from '../../src/harness/session.ts';
import { SessionJournal } from '../../src/harness/sessionJournal.ts';
import type { Task } from '../../src/harness/task.ts';
import { parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import { temporaryFolder } from './cli.ts';

const SPEC = 'synthetic:2:60:7';
const dataset = generateDataset(parseGeneratorSpec(SPEC), SPEC);

/** A task over real prices whose agent is a real child process. */
export function stdioTask(
  command: readonly string[],
  options: {
    snapshotId?: string;
    steps?: number;
    costs?: keyof typeof costProfiles;
    seed?: bigint;
    timeoutMs?: number;
  } = {},
): Task {
  return {
    inputs: {
      dataset,
      costs: costProfiles[options.costs ?? 'typical'],
      window: { start: 20, end: 20 + (options.steps ?? 10) },
      seed: options.seed ?? 0n,
    },
    agent: { id: command.join(' '), transport: 'stdio', command },
    startAgent: () => startStdioAgent({ command, cwd: process.cwd(), env: process.env, envNames: [] }),
    snapshotId: options.snapshotId ?? command.join(' '),
    digests: { dataset_sha256: 'd', cost_model_sha256: 'c', engine_version: '0.28.0' },
    costsName: options.costs ?? 'typical',
    decideTimeoutMs: options.timeoutMs ?? 8_000,
    doubleRun: null,
    faults: null,
    notices: [],
  };
}

export interface RecordedSession {
  readonly report: RunReport;
  /** Events as they stand in the stored journal. */
  readonly events: readonly StoredEvent[];
  readonly folder: string;
  readonly sessionId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a stored event is read as a stranger would read it.
export type StoredEvent = { readonly type: string } & Record<string, any>;

/**
 * Runs a session through the real runner with a real journal, and reads the journal
 * back. `onEvent` sees each event after it was stored and may control the session.
 */
export async function recordedSession(
  task: Task,
  options: {
    retries?: number;
    tellsStderr?: boolean;
    steered?: NextTask;
    onEvent?: (event: RunEvent, controls: Controls) => void;
    /** Hears where the record is, before anything is run. */
    onFolder?: (folder: string) => void;
  } = {},
): Promise<RecordedSession> {
  const sessionId = newSessionId();
  const journal = Journal.create(temporaryFolder(), sessionId, { kit: 'test' });
  options.onFolder?.(journal.folder);
  const kept = new SessionJournal(journal);
  const record = (event: RunEvent): void => kept.write(event, eventText(event, dataset.symbols, wordsOf));
  const controls = new Controls((accepted) =>
    record({ type: 'control_accepted', control_id: accepted.controlId, control: accepted.control }),
  );
  const report = await runSession({
    sessionId,
    kit: 'test',
    task,
    retries: options.retries ?? 0,
    tellsStderr: options.tellsStderr ?? false,
    ...(options.steered && { steered: options.steered }),
    controls,
    keeper: kept,
    emit: (event) => {
      record(event);
      options.onEvent?.(event, controls);
    },
    clock: () => performance.now(),
  });
  await kept.close(0);
  return { report, events: storedEvents(journal.folder), folder: journal.folder, sessionId };
}

export function storedEvents(folder: string): StoredEvent[] {
  return readFileSync(join(folder, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StoredEvent);
}
