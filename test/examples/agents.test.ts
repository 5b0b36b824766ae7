import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceAgents } from '../../src/engine/referenceAgents.ts';
import type { MarketObservation } from '../../src/protocol/observation.ts';
import { writeWholeObservation } from '../../src/protocol/write/writeObservation.ts';
import { type ExampleAgent, exampleAgents, projectRoot, skipAloud, whyNotHere } from './exampleAgents.ts';

describe.each(exampleAgents)('the $language momentum agent', (agent) => {
  it('decides what the in-process agent decides, text included', async (context) => {
    const why = whyNotHere(agent);
    if (why !== null) skipAloud(context, why);
    const observations = [...handMade, ...fc.sample(observation, { seed: 20260621, numRuns: 300 })];
    const { decisions, code } = await answersOf(agent, observations);
    expect(code).toBe(0);
    expect(decisions).toHaveLength(observations.length);
    for (const [index, decision] of decisions.entries()) {
      const expected = referenceAgents.momentum()(observations[index]!);
      expect(withDefaults(decision), `observation ${index}`).toStrictEqual(expected);
    }
  });

  it('answers each observation before it has seen the next', async (context) => {
    const why = whyNotHere(agent);
    if (why !== null) skipAloud(context, why);
    const [program, ...args] = agent.command;
    // Some machines export it; it would hide a missing flush.
    const { PYTHONUNBUFFERED: _, ...env } = process.env;
    const child = spawn(program, args, { cwd: projectRoot, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const lines = linesOf(child.stdout);
    for (let turn = 0; turn < 3; turn += 1) {
      child.stdin.write(`${writeWholeObservation(market([['A', rising]]))}\n`);
      const { value } = await lines.next();
      expect(JSON.parse(value ?? '')).toHaveProperty('orders');
    }
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  it('leaves with an error when a line is not an observation', async (context) => {
    const why = whyNotHere(agent);
    if (why !== null) skipAloud(context, why);
    const [program, ...args] = agent.command;
    const child = spawn(program, args, { cwd: projectRoot, stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    child.stdin.end('{}\n');
    const [stdout, stderr] = await output;
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
    expect((await ended)[0]).not.toBe(0);
  });
});

const rising = Array.from({ length: 20 }, (_, bar) => 100 + bar);

function market(symbols: readonly (readonly [string, readonly number[]])[]): MarketObservation {
  return {
    date: '2025-001',
    cash: 1,
    symbols: symbols.map(([symbol, close_history]) => ({
      symbol,
      close_history,
      fundamentals: new Map(),
      news: [],
    })),
    portfolio: symbols.map(([symbol]) => ({ symbol, shares: 0, avg_price: 0 })),
  };
}

/** Eleven closes whose trailing return is last / base - 1. */
function closes(base: number, last: number): number[] {
  return [base, ...Array.from({ length: 9 }, () => base), last];
}

const handMade: readonly MarketObservation[] = [
  market([['A', rising]]),
  // Exact ties in the third decimal, above and below zero, even and odd before the 5.
  market([17, 19, 21, 15, 13, 11, 33].map((last, index) => [`T${index}`, closes(16, last)])),
  // As close to a tie as doubles come, without being one.
  market(
    [1.0005, 1.0015, 0.9995, 1.0625000000000002, 1.0624999999999998].map((last, index) => [
      `N${index}`,
      closes(1, last),
    ]),
  ),
  // A return that rounds to minus nothing, none at all, and confidences at their bound.
  market([
    ['LESS', closes(1, 0.9999)],
    ['SAME', closes(3, 3)],
    ['MORE', closes(1, 41.5)],
    ['GONE', closes(1e9, 1e-9)],
  ]),
  // Too short, empty, zero and negative closes: no return, no confidence.
  market([
    ['TEN', rising.slice(10)],
    ['NONE', []],
    ['ZERO', closes(0, 1)],
    ['NEG', closes(1, -2)],
    ['OK', rising],
  ]),
  market([]),
  // Names are bytes: they come back as they went out.
  market([
    ['Ωμέγα', rising],
    ['株 "式"', rising],
    ['🚀\u2028', closes(2, 1)],
    ['__proto__', rising],
  ]),
];

const price = fc.oneof(
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
  fc.integer({ min: 1, max: 4000 }).map((n) => n / 16),
);
const observation = fc
  .uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  .chain((symbols) =>
    fc
      .array(fc.array(price, { minLength: 9, maxLength: 20 }), {
        minLength: symbols.length,
        maxLength: symbols.length,
      })
      .map((histories) => market(symbols.map((symbol, index) => [symbol, histories[index]!]))),
  );

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pending = '';
  for await (const chunk of stream) {
    const lines = (pending + chunk.toString()).split('\n');
    pending = lines.pop()!;
    yield* lines;
  }
}

interface AnyDecision {
  readonly orders: readonly object[];
}

async function answersOf(agent: ExampleAgent, observations: readonly MarketObservation[]) {
  const [program, ...args] = agent.command;
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const output = text(child.stdout);
  child.stdin.end(observations.map((each) => `${writeWholeObservation(each)}\n`).join(''));
  const lines = (await output).split('\n').filter((line) => line !== '');
  const [code] = (await ended) as [number | null];
  return { decisions: lines.map((line) => JSON.parse(line) as AnyDecision), code };
}

/** An absent rationale is an empty one (page 1.2). */
function withDefaults(decision: AnyDecision): unknown {
  return { ...decision, orders: decision.orders.map((order) => ({ rationale: '', ...order })) };
}
