/** What reads files of data; one module, since it is loaded only where there is a file. */
export { readCsv } from '../market/csv/readCsv.ts';
export { withSidecars } from '../market/csv/readSidecars.ts';
export { csvTokenizer } from './csvTokenizer.ts';
export { readDataFile } from './readDataFile.ts';
export { readSidecarFile } from './readSidecarFile.ts';
export { samplePath } from './samples.ts';
