import { agentCatalogue } from '../agents/catalogue.ts';
import { determinismCatalogue } from '../determinism/catalogue.ts';
import { engineCatalogue } from '../engine/catalogue.ts';
import { faultCatalogue } from '../faults/catalogue.ts';
import { gradingCatalogue } from '../grading/catalogue.ts';
import { recordCatalogue } from '../harness/catalogue.ts';
import { sweepCatalogue } from '../harness/sweep/catalogue.ts';
import type { CodeEntry, Diagnostic, Words } from '../kernel/diagnostic.ts';
import { dataCatalogue } from '../market/catalogue.ts';
import { contractCatalogue } from '../protocol/diagnostics/catalogue.ts';
import { reloadCatalogue } from '../reload/catalogue.ts';
import { cliCatalogue } from './cliCatalogue.ts';
import { doctorCatalogue } from './doctor/doctorCatalogue.ts';
import { faultsCatalogue } from './faults/faultsCatalogue.ts';
import { lintCatalogue } from './lint/lintCatalogue.ts';
import { reportCatalogue } from './report/reportCatalogue.ts';
import { runsCatalogue } from './runs/runsCatalogue.ts';
import { scaffoldCatalogue } from './scaffoldCatalogue.ts';

/** The catalogue of each layer, under the heading that the documentation gives it. */
export const catalogueSections: readonly (readonly [heading: string, rows: readonly CodeEntry[]])[] = [
  ['The answer', contractCatalogue],
  ['Data', dataCatalogue],
  ['Costs', engineCatalogue],
  ['The agent', agentCatalogue],
  ['Fault plans', [...faultCatalogue, ...faultsCatalogue]],
  ['Determinism', determinismCatalogue],
  ['Watching and building', reloadCatalogue],
  ['Sweeps', sweepCatalogue],
  ['Checks', gradingCatalogue],
  ['Records', [...recordCatalogue, ...runsCatalogue]],
  ['The machine', doctorCatalogue],
  ['Reports', reportCatalogue],
  ['The command line', [...cliCatalogue, ...lintCatalogue]],
  ['A new project', scaffoldCatalogue],
];

/** Every code that the kit can say, each owned by the catalogue of its layer. */
export const allCodes: readonly CodeEntry[] = catalogueSections.flatMap(([, rows]) => rows);

const byCode = new Map(allCodes.map((entry) => [entry.code, entry]));

/** The row of a code; null if no catalogue has it. */
export function entryOf(code: string): CodeEntry | null {
  return byCode.get(code) ?? null;
}

/** The words for a diagnostic. A code without a row still says what was found and accepted. */
export function wordsOf(diagnostic: Diagnostic): Words {
  const entry = byCode.get(diagnostic.code);
  if (entry !== undefined) return entry.words(diagnostic);
  const { code, found, accepted } = diagnostic;
  const wanted = accepted.length === 0 ? '' : `; accepted: ${accepted.join(', ')}`;
  return {
    message: `${code}: found ${found ?? 'nothing'}${wanted}`,
    cause: null,
    fix: `sbdev explain ${code}`,
  };
}
