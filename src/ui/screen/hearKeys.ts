import { render } from 'ink';
import { createElement } from 'react';
import { Keys } from './Keys.tsx';
import { MutedStream } from './mutedStream.ts';
import type { TtyInput } from './terminal.ts';

/**
 * Names every key that is pressed, until the function that it returns is called.
 *
 * Ink reads the terminal; it would draw, too, but lays out every cell anew for each frame:
 * at 200x50 that is 45 ms of work, where comparing rows with those on the screen is 3.
 */
export function hearKeys(stdin: TtyInput, onKey: (name: string) => void): () => void {
  const app = render(createElement(Keys, { onKey }), {
    stdout: new MutedStream() as unknown as NodeJS.WriteStream,
    stdin,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: false,
  });
  return () => app.unmount();
}
