import type { CodeEntry } from '../kernel/diagnostic.ts';
import { axisWords } from './words/axisWords.ts';
import { fileWords } from './words/fileWords.ts';
import { generatorWords } from './words/generatorWords.ts';
import { headerWords } from './words/headerWords.ts';
import { rowWords } from './words/rowWords.ts';
import { sidecarWords } from './words/sidecarWords.ts';

/** Everything that can be said about data: one row a code. */
export const dataCatalogue: readonly CodeEntry[] = [
  ...generatorWords,
  ...fileWords,
  ...headerWords,
  ...rowWords,
  ...axisWords,
  ...sidecarWords,
];
