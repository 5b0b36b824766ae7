import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAssets } from '../../reporters/html/page.ts';
import { packageRoot } from '../packageRoot.ts';

/** Script and style of a report's page, as `scripts/build.mjs` left them beside the programs. */
export function pageAssets(): PageAssets {
  const asset = (name: string) =>
    brotliDecompressSync(readFileSync(join(packageRoot(), 'dist', 'assets', `${name}.br`)))
      .toString('utf8')
      .trim();
  return { script: asset('report-page.js'), style: asset('report-style.css') };
}
