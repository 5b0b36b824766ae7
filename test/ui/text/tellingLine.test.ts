import { expect, it } from 'vitest';
import { tellingLine } from '../../../src/ui/text/tellingLine.ts';

const PYTHON = `Traceback (most recent call last):
  File "agent.py", line 3, in <module>
    decide(1 / 0)
ZeroDivisionError: division by zero
`;
const NODE = `file:///agent.mjs:9
function decide( ({ symbols }) {
                  ^

SyntaxError: Unexpected token '('
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)

Node.js v20.20.2
`;
const RUST = `   Compiling agent v0.1.0
error[E0425]: cannot find value \`wieght\` in this scope
 --> src/main.rs:3:5
error: could not compile \`agent\` (bin "agent") due to 1 previous error
`;
const CHAINED = `KeyError: 'BTC'

During handling of the above exception, another exception occurred:

ValueError: no such symbol
`;

it.each([
  ['a traceback', PYTHON, 'last', 'ZeroDivisionError: division by zero'],
  ['a chain of them', CHAINED, 'last', 'ValueError: no such symbol'],
  ['an uncaught error of Node', NODE, 'last', "SyntaxError: Unexpected token '('"],
  ['a compiler', RUST, 'first', 'error[E0425]: cannot find value `wieght` in this scope'],
  ['text without an error', 'one\ntwo\n\n', 'last', 'two'],
  [
    'a panic',
    "thread 'main' panicked at src/main.rs:3: no price\nnote: run with RUST_BACKTRACE\n",
    'last',
    "thread 'main' panicked at src/main.rs:3: no price",
  ],
  ['nothing', '', 'first', ''],
] as const)('of %s it is the line that names the error', (_, output, which, line) => {
  expect(tellingLine(output, which)).toBe(line);
});
