import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Tests of the programs run what users run: the bundle. */
export default function buildOnce(): void {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
}
