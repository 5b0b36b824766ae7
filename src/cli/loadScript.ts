import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import type { Decision } from '../protocol/decision.ts';
import { ARRAY } from '../protocol/json/kinds.ts';
import { JsonTape } from '../protocol/json/tape.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import { readAnswer } from '../protocol/readAnswer.ts';

export interface DecisionScript {
  readonly decisions: readonly Decision[];
  /** What a wire would refuse in them; the engine takes a script as it is. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads `script:FILE.json`: a JSON array of decisions, token counts exact. Throws a
 * UsageError if it is not one, or if an element is not shaped as a decision.
 */
export async function loadScript(
  file: string,
  cwd: string,
  symbols: readonly string[],
): Promise<DecisionScript> {
  const bytes = await readScript(file, cwd);
  const tape = new JsonTape();
  if (!tape.read(bytes)) {
    const [fault] = tape.faults;
    throw unusable(file, '', `not JSON at byte ${fault?.offset ?? 0}`, ['a JSON array of decisions']);
  }
  if (tape.kind(0) !== ARRAY) throw unusable(file, '', 'not an array', ['a JSON array of decisions']);
  const observed = observedSymbols(symbols);
  const decisions: Decision[] = [];
  const warnings: Diagnostic[] = [];
  for (let node = 1; node < tape.count; node = tape.next(node)) {
    const element = bytes.subarray(tape.start(node), tape.end(node));
    const index = decisions.length;
    const shape = readAnswer(element, null);
    if (shape.decision === null) {
      const [first] = shape.findings;
      throw unusable(
        file,
        `/${index}${first?.place.pointer ?? ''}`,
        first?.code ?? 'no decision',
        first?.accepted ?? [],
      );
    }
    decisions.push(shape.decision);
    for (const each of readAnswer(element, observed).findings) {
      warnings.push({
        ...each,
        severity: 'warning',
        place: { pointer: each.place.pointer ?? '', step: index },
      });
    }
  }
  return { decisions, warnings };
}

async function readScript(file: string, cwd: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(resolve(cwd, file));
    if (bytes.length <= limits.documentBytes) return bytes;
    throw unusable(file, '', `${bytes.length} bytes`, [`at most ${limits.documentBytes} bytes`]);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw unusable(file, '', code === 'ENOENT' ? 'no such file' : String(code ?? error), ['a readable file']);
  }
}

function unusable(file: string, pointer: string, found: string, accepted: readonly string[]): UsageError {
  return new UsageError(diagnostic('script-unreadable', 'error', { file, pointer }, { found, accepted }));
}
