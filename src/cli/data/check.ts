import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { KitError } from '../../kernel/errors.ts';
import { styleFor } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { count } from '../../reporters/text/numbers.ts';
import { wordsOf } from '../catalogue.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadDataset } from '../loadDataset.ts';

/** Lists every problem of a data file, or every notice about it, on stdout. */
export async function checkData(file: string, io: Io): Promise<ExitCode> {
  const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  const list = (diagnostics: readonly Diagnostic[]) => {
    for (const each of diagnostics) {
      const lines = findingLines({ type: 'finding', diagnostic: each, excerpt: null }, wordsOf(each), style);
      io.stdout.write(`${lines.join('\n')}\n`);
    }
  };
  try {
    const { dataset, notices } = await loadDataset(file, { cwd: io.cwd });
    list(notices);
    const { dates, symbols } = dataset;
    const noticed = notices.length === 0 ? 'nothing to notice' : count(notices.length, 'notice');
    io.stdout.write(
      `${style.good('✓')} accepted: ${count(symbols.length, 'symbol')}, ${count(dates.length, 'bar')}; ${noticed}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    list(error.diagnostics);
    io.stdout.write(`${style.bad('✗')} refused: ${count(problemsIn(error.diagnostics), 'problem')}\n`);
    return error.exitCode;
  }
}

/** Those that are listed, and those that are only counted. */
function problemsIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, each) => sum + Number(each.facts.more ?? 1), 0);
}
