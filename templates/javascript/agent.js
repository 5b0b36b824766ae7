// Protocol loop: reads one observation per line, writes one decision per line.
//
// You should not need to edit this; decisions are made in strategy.js.

import process from 'node:process';
import { answersTo } from './loop.js';
import { Strategy } from './strategy.js';

for await (const answer of answersTo(process.stdin, new Strategy())) {
  // Written in one piece and waited for, so nothing stays in a buffer.
  await new Promise((resolve, reject) => {
    process.stdout.write(answer, (error) => (error ? reject(error) : resolve()));
  });
}
