import { limits } from '../../kernel/limits.ts';
import type { Action, Decision, DecisionCost, Order } from '../decision.ts';
import { nearestAction } from '../diagnostics/nearest.ts';
import { NULL } from '../json/kinds.ts';
import type { ShapeReader } from './shapeReader.ts';
import { COST, DECISION, ORDER } from './shapes.ts';

const ACTIONS: readonly Action[] = ['buy', 'sell', 'hold', 'close'];

/** What could be read of an order; null where something else stood or nothing did. */
export interface DraftOrder {
  readonly symbol: string | null;
  readonly action: Action | null;
  readonly target_weight: number | null;
  readonly confidence: number | null | undefined;
  readonly rationale: string;
}

export interface DraftDecision {
  readonly orders: readonly (DraftOrder | null)[];
  readonly reasoning: string;
  readonly cost: DecisionCost | null;
}

/** Reads a decision (page 1.2); it is one if the reader noted nothing, and then `asDecision` gives it. */
export function readDecisionShape(reader: ShapeReader, root: number): DraftDecision {
  const { tape } = reader;
  let orders: readonly (DraftOrder | null)[] = [];
  let reasoning = '';
  let cost: DecisionCost | null = null;
  if (!reader.isObject(root, DECISION.name)) return { orders, reasoning, cost };
  let seen = 0;
  const limit = tape.next(root);
  for (let key = root + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const index = reader.key(key, DECISION, seen);
    if (index < 0) continue;
    seen |= 1 << index;
    const value = key + 1;
    if (index === 0) orders = readOrders(reader, value);
    else if (index === 1) reasoning = reader.string(value) ?? '';
    else if (tape.kind(value) !== NULL) cost = readCost(reader, value);
  }
  reader.endObject(root, DECISION, seen);
  return { orders, reasoning, cost };
}

/** The decision of a draft in which nothing was noted. */
export function asDecision(draft: DraftDecision): Decision {
  const orders = draft.orders as readonly Order[];
  const { reasoning, cost } = draft;
  return cost === null ? { orders, reasoning } : { orders, reasoning, cost };
}

function readOrders(reader: ShapeReader, node: number): readonly (DraftOrder | null)[] {
  const orders: (DraftOrder | null)[] = [];
  if (!reader.isArray(node)) return orders;
  const limit = reader.tape.next(node);
  for (let order = node + 1; order < limit; order = reader.tape.next(order)) {
    orders.push(readOrder(reader, order));
  }
  return orders;
}

function readOrder(reader: ShapeReader, node: number): DraftOrder | null {
  if (!reader.isObject(node, ORDER.name)) return null;
  const { tape } = reader;
  let symbol: string | null = null;
  let action: Action | null = null;
  let weight: number | null = null;
  let confidence: number | null | undefined;
  let rationale = '';
  let seen = 0;
  const limit = tape.next(node);
  for (let key = node + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const index = reader.key(key, ORDER, seen);
    if (index < 0) continue;
    seen |= 1 << index;
    const value = key + 1;
    if (index === 0) symbol = reader.string(value);
    else if (index === 1) action = readAction(reader, value);
    else if (index === 2) weight = reader.float(value);
    else if (index === 3) confidence = reader.float(value);
    else rationale = reader.string(value) ?? '';
  }
  reader.endObject(node, ORDER, seen);
  return confidence === undefined
    ? ({ symbol, action, target_weight: weight, rationale } as DraftOrder)
    : { symbol, action, target_weight: weight, confidence, rationale };
}

function readAction(reader: ShapeReader, node: number): Action | null {
  const text = reader.string(node);
  if (text === null) return null;
  for (const action of ACTIONS) if (text === action) return action;
  reader.note('unknown-action', node, ACTIONS, {
    action: text.slice(0, limits.excerptChars),
    nearest: nearestAction(text) ?? '',
  });
  return null;
}

function readCost(reader: ShapeReader, node: number): DecisionCost | null {
  if (!reader.isObject(node, COST.name)) return null;
  const { tape } = reader;
  let usd = 0;
  const tokens: [bigint, bigint, bigint] = [0n, 0n, 0n];
  let seen = 0;
  const limit = tape.next(node);
  for (let key = node + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const index = reader.key(key, COST, seen);
    if (index < 0) continue;
    seen |= 1 << index;
    if (index === 0) usd = reader.float(key + 1) ?? 0;
    else tokens[(index - 1) as 0 | 1 | 2] = reader.u64(key + 1) ?? 0n;
  }
  return { cost_usd: usd, tokens_in: tokens[0], tokens_out: tokens[1], reasoning_tokens: tokens[2] };
}
