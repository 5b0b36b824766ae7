import type { CodeEntry, Diagnostic } from '../../../kernel/diagnostic.ts';

/** A row of the catalogue whose message names the place, what was expected and what was found. */
export function row(
  code: string,
  entry: Pick<CodeEntry, 'title' | 'about' | 'bad' | 'good'> & {
    readonly severity?: CodeEntry['severity'];
    readonly cause?: string;
    readonly fix: string | ((diagnostic: Diagnostic) => string);
    readonly message?: (diagnostic: Diagnostic) => string;
  },
): CodeEntry {
  const { severity = 'error', title, about, bad, good, cause = null } = entry;
  const message = entry.message ?? ((diagnostic: Diagnostic) => placed(diagnostic, title));
  const fix = typeof entry.fix === 'string' ? () => entry.fix as string : entry.fix;
  return {
    code,
    severity,
    title,
    about,
    bad,
    good,
    words: (d) => ({ message: message(d), cause, fix: fix(d) }),
  };
}

/** `t.json /contract/seeds/1: ...; expected A, found B` */
function placed(diagnostic: Diagnostic, title: string): string {
  const { accepted, found } = diagnostic;
  return `${placeText(diagnostic)}: ${title}; expected ${accepted.join(' or ')}, found ${found ?? 'nothing'}`;
}

export function placeText({ place }: Diagnostic): string {
  return [place.file, place.pointer].filter((part) => part !== undefined && part !== '').join(' ');
}
