import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Days around three on which a midnight is missing or there twice: in Melbourne and Sao
 * Paulo (2018-10-07, 2018-11-04), and in Europe (2024-03-31).
 */
export const transitionDays: readonly string[] = [
  ...['2018-10-05', '2018-10-06', '2018-10-07', '2018-10-08'],
  ...['2018-11-02', '2018-11-03', '2018-11-04', '2018-11-05'],
  ...['2024-03-29', '2024-03-30', '2024-03-31', '2024-04-01'],
];

/** A price file of those days. */
export function writeTransitionPrices(folder: string): string {
  const rows = transitionDays.flatMap((day, bar) => [
    `${day},AAA,${10 + bar * 0.25}`,
    `${day},BBB,${13 - bar * 0.25}`,
  ]);
  const path = join(folder, 'prices.csv');
  writeFileSync(path, ['date,symbol,close', ...rows, ''].join('\n'));
  return path;
}

/** East and west of Greenwich, with and without summer time, and the widest offset there is. */
export const timeZones = ['Australia/Melbourne', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'UTC'] as const;
