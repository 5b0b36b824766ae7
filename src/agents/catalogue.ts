import type { CodeEntry } from '../kernel/diagnostic.ts';
import { endRows } from './words/endRows.ts';
import { faultRows } from './words/faultRows.ts';
import { httpFaultRows } from './words/httpFaultRows.ts';
import { httpRows } from './words/httpRows.ts';
import { startRows } from './words/startRows.ts';

/** Every code that this layer raises, a row each. */
export const agentCatalogue: readonly CodeEntry[] = [
  ...startRows,
  ...faultRows,
  ...endRows,
  ...httpRows,
  ...httpFaultRows,
];
