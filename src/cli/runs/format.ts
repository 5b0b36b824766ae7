import { badOption } from '../options.ts';

/** Throws a UsageError for any other format. */
export function formatOf({ format }: { readonly format: string }): 'text' | 'json' {
  if (format !== 'text' && format !== 'json') throw badOption('--format', format, 'text or json');
  return format;
}
