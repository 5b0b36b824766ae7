import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { whatIsMissing } from '../../differential/probe.ts';
import { offlineCargoHome } from './rustOffline.ts';

const run = promisify(execFile);
const template = fileURLToPath(new URL('../../../templates/rust/', import.meta.url));
const missing = await whatIsMissing();

describe('a cargo home without a network', () => {
  it.skipIf(missing !== null)(
    `finds every crate of the Rust template in Debian's packages${missing === null ? '' : `: ${missing}`}`,
    async () => {
      const project = mkdtempSync(join(tmpdir(), 'rust-template-'));
      const home = offlineCargoHome();
      try {
        cpSync(template, project, { recursive: true });
        const env = { ...process.env, ...home.environment };
        const { stdout } = await run('cargo', ['metadata', '--format-version=1'], { cwd: project, env });
        const packages = (JSON.parse(stdout) as { packages: { name: string }[] }).packages;
        expect(packages.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['serde', 'serde_derive', 'serde_json']),
        );
      } finally {
        home.dispose();
        rmSync(project, { recursive: true, force: true });
      }
      expect(existsSync(home.environment.CARGO_HOME)).toBe(false);
    },
    60_000,
  );
});
