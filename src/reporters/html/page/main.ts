import type { PageData } from '../pageData.ts';
import { showRun } from './run.ts';
import { showSweep } from './sweep.ts';

/** The page is whole without this script; it adds the charts and the long table. */
const data = JSON.parse(document.getElementById('data')?.textContent ?? 'null') as PageData | null;
if (data?.kind === 'run') showRun(data);
if (data?.kind === 'sweep') showSweep(data);
