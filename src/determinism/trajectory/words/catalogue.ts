import type { CodeEntry } from '../../../kernel/diagnostic.ts';
import { comparisonRows } from './comparisonRows.ts';
import { fileRows } from './fileRows.ts';
import { strictRows } from './strictRows.ts';

/** Codes of trajectory files: reading and writing them, strict checks, comparisons. */
export const trajectoryCatalogue: readonly CodeEntry[] = [...fileRows, ...strictRows, ...comparisonRows];
