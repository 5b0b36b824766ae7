import { limits } from '../../kernel/limits.ts';
import type { SourcePlace } from '../documents/document.ts';

/** A message that GitHub Actions shows at a run, and in the file where one is named. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** May have several lines. */
  readonly message: string;
  readonly source: SourcePlace | null;
}

/**
 * Annotations as workflow commands, a line each. GitHub keeps ten of a kind a step, so the
 * first ten of each are written, and the last of them says how many are left out.
 */
export function workflowCommands(annotations: readonly Annotation[]): readonly string[] {
  const levels = ['error', 'warning', 'notice'] as const;
  return levels.flatMap((level) => {
    const all = annotations.filter((each) => each.level === level);
    const left = all.length - limits.githubAnnotations;
    if (left <= 0) return all.map(commandLine);
    const shown = all.slice(0, limits.githubAnnotations - 1);
    const rest = `and ${left + 1} more; the summary of the step has them`;
    return [...shown, { level, title: 'more', message: rest, source: null }].map(commandLine);
  });
}

function commandLine({ level, title, message, source }: Annotation): string {
  const properties = [
    ...(source === null ? [] : [`file=${property(source.file)}`, `line=${source.line}`]),
    ...(source?.column == null ? [] : [`col=${source.column}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
