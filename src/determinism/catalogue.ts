import type { CodeEntry } from '../kernel/diagnostic.ts';
import { trajectoryCatalogue } from './trajectory/words/catalogue.ts';

/** Every code of this layer. */
export const determinismCatalogue: readonly CodeEntry[] = [...trajectoryCatalogue];
