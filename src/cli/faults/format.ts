import { badOption } from '../options.ts';

/** Whether JSON is asked for. Throws a UsageError for a format that there is not. */
export function isJson(format: string): boolean {
  if (format !== 'text' && format !== 'json') throw badOption('--format', format, 'text or json');
  return format === 'json';
}
