/**
 * The one line of a program's output that says most about its end: of what stopped it the
 * line that names an error, else the last one.
 *
 * Compilers begin with the first error and sum up at the end; a traceback ends with it.
 */
export function tellingLine(output: string, which: 'first' | 'last'): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !RUNTIME_VERSION.test(line));
  const errors = lines.filter((line) => NAMES_ERROR.test(line));
  return ((which === 'first' ? errors[0] : errors.at(-1)) ?? lines.at(-1) ?? '').trim();
}

/** How Node ends the report of an uncaught error. */
const RUNTIME_VERSION = /^Node\.js v\d+\.\d+\.\d+\s*$/;
const NAMES_ERROR = /\b(?:[A-Za-z_.]*(?:Error|Exception)|error|panicked|fatal)\b.*[:\s]\S/;
