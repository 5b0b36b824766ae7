import type { ControlResult } from '../../grading/checkReport.ts';
import { instrumentTable } from '../../grading/instruments/table.ts';
import { escapeUnseen } from '../../harness/escapeUnseen.ts';
import { findingRecord } from '../../harness/eventText.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { UsageError } from '../../kernel/errors.ts';
import { styleFor } from '../../reporters/style.ts';
import { wordsOf } from '../catalogue.ts';
import { controlDesk } from '../check/controls.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { ExitCode, Io } from '../command.ts';
import { type LoadedConfig, loadConfig } from '../config.ts';
import { signalExitCode } from '../exitCode.ts';
import { outputFormat } from '../outputFormat.ts';
import { watchSignals } from '../signals.ts';
import { version } from '../version.ts';
import { writeNotice } from '../writeKitError.ts';
import type { Look } from './check.ts';
import { type ControlLook, controlLines, doctorLines } from './doctorText.ts';
import { doctorTable } from './table.ts';

export interface DoctorFlags {
  readonly controls?: boolean;
  readonly format: string;
}

/** Looks at the machine, and with --controls at every instrument: whether it catches its bad agent. */
export async function doctor(flags: DoctorFlags, io: Io): Promise<ExitCode> {
  const isText = outputFormat(flags.format) === 'text';
  onClosedOutput(io);
  const config = await configHere(io);
  const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  const tell = (lines: readonly string[]): void => {
    if (isText) io.stdout.write(`${lines.join('\n')}\n`);
  };
  const looks: { readonly id: string; readonly title: string; readonly look: Look }[] = [];
  for (const { id, title, look } of doctorTable) {
    const seen = { id, title, look: await look({ io, config }) };
    looks.push(seen);
    tell(doctorLines(seen, wordsOf, style));
  }
  const abort = new AbortController();
  const signals = watchSignals((reason) => abort.abort(reason));
  try {
    const controls = flags.controls === true ? await lookAtControls(io, abort.signal, tell, style) : null;
    const isIll = looks.some(({ look }) => look.finding?.severity === 'error');
    const isDead = (controls ?? []).some(({ result }) => result.state === 'not_live');
    const code: ExitCode = signals.caught !== null ? signalExitCode(signals.caught) : isIll || isDead ? 3 : 0;
    if (!isText) io.stdout.write(`${documentOf(looks, controls, code)}\n`);
    return code;
  } finally {
    signals.dispose();
  }
}

/** A configuration that cannot be read is said, and is no reason not to look at the rest. */
async function configHere(io: Io): Promise<LoadedConfig | null> {
  try {
    return await loadConfig(undefined, io.cwd);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const each of error.diagnostics) writeNotice(each, io);
    return null;
  }
}

/** Every control is run anew: what was caught once is no answer to the question whether it is now. */
async function lookAtControls(
  io: Io,
  signal: AbortSignal,
  tell: (lines: readonly string[]) => void,
  style: ReturnType<typeof styleFor>,
): Promise<readonly ControlLook[]> {
  const desk = controlDesk(io, signal, { fresh: true });
  const looks: ControlLook[] = [];
  for (const row of instrumentTable) {
    if (signal.aborted) break;
    const result: ControlResult = await desk.stateOf(row);
    const look = { instrument: row.id, catches: row.control.catches, result };
    looks.push(look);
    tell(controlLines(look, looks.length === 1, style));
  }
  return looks;
}

function documentOf(
  looks: readonly { readonly id: string; readonly title: string; readonly look: Look }[],
  controls: readonly ControlLook[] | null,
  code: ExitCode,
): string {
  return escapeUnseen(
    recordJson({
      type: 'doctor_report',
      version: 1,
      kit: version,
      checks: looks.map(({ id, title, look: { found, finding } }) => ({
        id,
        title,
        found,
        finding:
          finding === null
            ? null
            : findingRecord({ type: 'finding', diagnostic: finding, excerpt: null }, wordsOf),
      })),
      controls:
        controls?.map(({ instrument, catches, result }) => ({ instrument, catches, ...result })) ?? null,
      exit_code: code,
    }),
  );
}
