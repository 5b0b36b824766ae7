import type { Diagnostic, Fact } from '../../kernel/diagnostic.ts';

/** Reading facts for words: a fact that is absent reads as nothing, never as `undefined`. */
export function text(diagnostic: Diagnostic, fact: string): string {
  const value = factOf(diagnostic, fact);
  return value === undefined || Array.isArray(value) ? '' : String(value);
}

export function flag(diagnostic: Diagnostic, fact: string): boolean {
  return factOf(diagnostic, fact) === true;
}

export function count(diagnostic: Diagnostic, fact: string): number {
  const value = factOf(diagnostic, fact);
  return typeof value === 'number' ? value : 0;
}

export function list(diagnostic: Diagnostic, fact: string): readonly string[] {
  const value = factOf(diagnostic, fact);
  return Array.isArray(value) ? value : [];
}

/** ` at step 5`, or nothing where no step is known. */
export function atStep(diagnostic: Diagnostic): string {
  return diagnostic.place.step === undefined ? '' : ` at step ${diagnostic.place.step}`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** 30 s, 1.5 s, 250 ms. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Number((milliseconds / 1000).toFixed(2))} s`;
}

/** ` The last of stderr: ...`, or that there was none. */
export function stderrEnd(diagnostic: Diagnostic): string {
  const lines = list(diagnostic, 'stderr_tail');
  return lines.length === 0 ? ' It wrote nothing to stderr.' : ` The last of its stderr:\n${indented(lines)}`;
}

export function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

function factOf(diagnostic: Diagnostic, fact: string): Fact | undefined {
  return Object.hasOwn(diagnostic.facts, fact) ? diagnostic.facts[fact] : undefined;
}
