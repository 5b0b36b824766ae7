import { z } from 'zod';
import { U64_MAX } from '../kernel/u64.ts';
import type { Decision, DecisionCost, Order } from './decision.ts';
import type { MarketObservation, PositionState, SymbolSnapshot } from './observation.ts';

/**
 * The wire contract as zod types, from which the published schemas are made. Input is
 * the JSON value, output the kit's own type. Answers are not read with these: only
 * `readAnswer` sees repeated keys, exact integers and where everything stands.
 */

/** An unsigned 64-bit integer: a bigint, or a number that is surely exact. */
export const tokenCount = z.union([z.bigint().min(0n).max(U64_MAX), z.int().min(0).transform(BigInt)]);

const costSchema = z
  .strictObject({
    cost_usd: z.number().default(0).describe('Dollars spent on this decision; 0 or more.'),
    tokens_in: tokenCount.default(0n).describe('Input tokens.'),
    tokens_out: tokenCount.default(0n).describe('Output tokens.'),
    reasoning_tokens: tokenCount
      .default(0n)
      .describe('Reasoning tokens: a part of tokens_out, never added to it.'),
  })
  .meta({ id: 'DecisionCost', description: 'Self-reported spend for one decision.' });

const orderSchema = z
  .strictObject({
    symbol: z.string().describe('One of the symbols of the observation that is answered, once a decision.'),
    action: z.enum(['buy', 'sell', 'hold', 'close']).describe('An audit label; target_weight decides.'),
    target_weight: z.number().describe('Signed share of NAV in [-1, 1]; negative is short.'),
    confidence: z
      .number()
      .exactOptional()
      .describe('Stated conviction in [0, 1]. Left out means not stated; null is refused.'),
    rationale: z.string().default('').describe('Free text for the audit.'),
  })
  .meta({ id: 'Order', description: 'The target for one symbol.' });

export const decisionSchema = z
  .strictObject({
    orders: z.array(orderSchema).describe('At most one order a symbol; empty for a hold.'),
    reasoning: z.string().default('').describe('Free text for the audit.'),
    cost: costSchema.nullable().exactOptional().describe('Left out or null means not reported.'),
  })
  .transform(
    ({ cost, ...rest }): Decision => (cost === undefined || cost === null ? rest : { ...rest, cost }),
  )
  .meta({ title: 'Decision', description: 'What an agent answers to one observation.' });

const snapshotSchema = z
  .strictObject({
    symbol: z.string(),
    close_history: z.array(z.number()).describe('Closes up to and including date, oldest first.'),
    fundamentals: z
      .record(z.string(), z.number())
      .default({})
      .transform((fields): ReadonlyMap<string, number> => new Map(Object.entries(fields)))
      .describe('Latest known value of each field; empty if there are none.'),
    news: z.array(z.string()).default([]).describe('Headlines published on or before date.'),
  })
  .meta({ id: 'SymbolSnapshot', description: 'Point-in-time data of one symbol.' });

const positionSchema = z
  .strictObject({
    symbol: z.string(),
    shares: z.number().describe('Negative for a short.'),
    avg_price: z.number(),
  })
  .meta({ id: 'PositionState', description: 'What is held of one symbol.' });

export const observationSchema = z
  .strictObject({
    date: z.string().describe('The date of the decision point.'),
    cash: z.number(),
    symbols: z.array(snapshotSchema),
    portfolio: z.array(positionSchema),
  })
  .meta({
    title: 'MarketObservation',
    description: 'What the harness shows an agent at one decision point.',
  });

/** Compiles only while the schemas' outputs and the kit's types are the same. */
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const schemasEqualTypes: readonly [
  Mutual<z.output<typeof decisionSchema>, Decision>,
  Mutual<Writable<z.output<typeof orderSchema>>, Writable<Order>>,
  Mutual<Writable<z.output<typeof costSchema>>, Writable<DecisionCost>>,
  Mutual<keyof z.input<typeof orderSchema>, keyof Order>,
  Mutual<keyof z.input<typeof costSchema>, keyof DecisionCost>,
  Mutual<keyof z.input<typeof decisionSchema>, keyof Decision>,
  Mutual<z.output<typeof positionSchema>, PositionState>,
  Mutual<keyof z.output<typeof snapshotSchema>, keyof SymbolSnapshot>,
  z.output<typeof snapshotSchema> extends SymbolSnapshot ? true : never,
  Mutual<keyof z.output<typeof observationSchema>, keyof MarketObservation>,
  z.output<typeof observationSchema> extends MarketObservation ? true : never,
] = [true, true, true, true, true, true, true, true, true, true, true];

type Writable<T> = { -readonly [K in keyof T]: T[K] };
