// Starts the agent: joins the protocol loop to the strategy. You should not need to edit this.

import { run } from './loop.ts';
import { Strategy } from './strategy.ts';

// stdout carries decisions alone: what is logged by `console.log` goes to stderr as well.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

await run(new Strategy(), process.stdin, (line) => void process.stdout.write(line));
