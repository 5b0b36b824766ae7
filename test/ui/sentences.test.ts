import { expect, it } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { type Control, Controls } from '../../src/harness/controls.ts';
import { SessionLog } from '../../src/ui/model/sessionLog.ts';
import { sentencesFor } from '../../src/ui/sentences.ts';
import { rotating, toldRun } from './toldRun.ts';

it('a control is said where it changes the mode, whatever turns did meanwhile', async () => {
  const { market } = await toldRun(rotating());
  const session = new SessionLog(() => market);
  const said: string[] = [];
  const controls: Controls = new Controls(({ controlId, control }) => {
    const event = { type: 'control_accepted', control_id: controlId, control } as const;
    said.push(sentencesFor(event, session, controls.mode, wordsOf).join(' '));
  });
  const accept = (kind: 'pause' | 'resume' | 'step'): boolean => controls.accept({ kind } satisfies Control);
  accept('pause');
  accept('pause');
  accept('step');
  controls.turnDone(true);
  accept('step');
  controls.turnDone();
  accept('resume');
  expect(said).toEqual(['Now paused.', '', 'Now stepping.', '', 'Now running.']);
});
