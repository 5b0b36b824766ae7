import { badOption } from './options.ts';

/** What is asked for with `--format`. Throws a UsageError for a format that there is not. */
export function outputFormat(format: string): 'text' | 'json' {
  if (format !== 'text' && format !== 'json') throw badOption('--format', format, 'text or json');
  return format;
}
