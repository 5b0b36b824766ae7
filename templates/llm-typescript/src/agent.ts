// Starts the agent: joins settings, cache, client and strategy to the protocol loop.
// You should not need to edit this.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ResponseCache } from './cache.ts';
import { cachedModel } from './cachedModel.ts';
import { ChatClient } from './client.ts';
import { Failure } from './failure.ts';
import { run } from './loop.ts';
import { readSettings } from './settings.ts';
import { Strategy } from './strategy.ts';

// stdout carries decisions alone: what is logged by `console.log` goes to stderr as well.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

try {
  const settings = readSettings(textOf('llm.json'), process.env);
  const model = cachedModel({
    settings,
    cache: new ResponseCache(pathOf('cache')),
    client: new ChatClient(settings),
  });
  await run(new Strategy(model), process.stdin, (line) => void process.stdout.write(line));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Of a file beside `src` and `dist`. */
function pathOf(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

function textOf(name: string): string {
  try {
    return readFileSync(pathOf(name), 'utf8');
  } catch (error) {
    throw new Failure(`${name} cannot be read: ${(error as Error).message}`);
  }
}
