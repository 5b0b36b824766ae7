import { objectShape } from './fields.ts';

/** Every object of the wire contract (pages 1.1 and 1.2): true marks a required key. */
export const DECISION = objectShape('a decision', { orders: true, reasoning: false, cost: false });

export const ORDER = objectShape('an order', {
  symbol: true,
  action: true,
  target_weight: true,
  confidence: false,
  rationale: false,
});

export const COST = objectShape('a cost report', {
  cost_usd: false,
  tokens_in: false,
  tokens_out: false,
  reasoning_tokens: false,
});

export const OBSERVATION = objectShape('an observation', {
  date: true,
  cash: true,
  symbols: true,
  portfolio: true,
});

export const SNAPSHOT = objectShape('a symbol snapshot', {
  symbol: true,
  close_history: true,
  fundamentals: false,
  news: false,
});

export const POSITION = objectShape('a position', { symbol: true, shares: true, avg_price: true });
