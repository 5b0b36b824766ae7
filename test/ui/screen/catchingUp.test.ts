import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/cli.ts';
import { disposeTerminals, hasTmux } from '../../support/terminal.ts';
import { Stage } from '../screenStates.ts';

afterEach(disposeTerminals);

describe.skipIf(!hasTmux)('a save while a step is under way', () => {
  it('is waited for as the step that n asked for, and pauses behind it', async () => {
    const stage = new Stage({
      name: 'catching-up',
      sizes: [{ columns: 100, rows: 30 }],
      project: { agent: join(projectRoot, 'test/fixtures/screens/gated.mjs'), agentArgs: ['37'] },
      reach: async () => {},
    });
    await stage.shows(/waiting for the agent.*37\/80/);
    await stage.presses('n');
    stage.edit('WEIGHT = 0.3', 'WEIGHT = 0.2');
    // The new generation has seen these steps before; the one that was asked for is the next.
    await stage.shows(/gen 2 (?!\(showing)[\s\S]*waiting for the agent .*37\/80/);
    stage.openGate();
    const text = await stage.shows(/= paused .*38\/80/);
    expect(text).toContain('go on');
    await stage.presses('q');
    expect(await stage.terminal.ends()).toBe(3);
  });
});
