import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { lineEntries } from './lineEntries.ts';
import { semanticEntries } from './semanticEntries.ts';
import { shapeEntries } from './shapeEntries.ts';
import { syntaxEntries } from './syntaxEntries.ts';

/** Every code of the wire contract, with its words. */
export const contractCatalogue: readonly CodeEntry[] = [
  ...lineEntries,
  ...syntaxEntries,
  ...shapeEntries,
  ...semanticEntries,
];
