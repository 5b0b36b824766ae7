import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIgnoredFolder } from '../../src/agents/ignoredFolders.ts';
import { snapshotId } from '../../src/agents/snapshot.ts';

test('dependencies, builds, caches and virtual environments of any name hold no source of an agent', () => {
  const root = mkdtempSync(join(tmpdir(), 'ignored-'));
  try {
    mkdirSync(join(root, 'lib/python3'), { recursive: true });
    writeFileSync(join(root, 'agent.py'), '');
    writeFileSync(join(root, 'lib/rules.py'), '');
    const before = snapshotId(['python3', 'agent.py'], root, root);
    mkdirSync(join(root, 'tools/lib'), { recursive: true });
    writeFileSync(join(root, 'tools/pyvenv.cfg'), '');
    writeFileSync(join(root, 'tools/lib/site.py'), 'x');
    expect(isIgnoredFolder(join(root, 'tools'))).toBe(true);
    expect(isIgnoredFolder(join(root, 'lib'))).toBe(false);
    expect(isIgnoredFolder('/anywhere/node_modules')).toBe(true);
    expect(snapshotId(['python3', 'agent.py'], root, root)).toBe(before);
    writeFileSync(join(root, 'lib/rules.py'), 'x');
    expect(snapshotId(['python3', 'agent.py'], root, root)).not.toBe(before);
  } finally {
    rmSync(root, { recursive: true });
  }
});
