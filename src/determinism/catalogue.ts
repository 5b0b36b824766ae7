import type { CodeEntry } from '../kernel/diagnostic.ts';
import { probeCatalogue } from './probes/catalogue.ts';
import { trajectoryCatalogue } from './trajectory/words/catalogue.ts';
import { twinCatalogue } from './twin/catalogue.ts';

/** Every code of this layer. */
export const determinismCatalogue: readonly CodeEntry[] = [
  ...twinCatalogue,
  ...probeCatalogue,
  ...trajectoryCatalogue,
];
