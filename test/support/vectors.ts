import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { costModelFromJson } from '../../src/engine/costFile.ts';
import { type CostModel, type CostProfile, costProfiles } from '../../src/engine/costModel.ts';
import {
  type DecideFunction,
  randomAgent,
  referenceAgents,
  scriptedAgent,
} from '../../src/engine/referenceAgents.ts';
import { createDataset } from '../../src/market/createDataset.ts';
import type { Dataset } from '../../src/market/dataset.ts';
import { parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import type { Decision } from '../../src/protocol/decision.ts';

export const vectorsFolder = fileURLToPath(new URL('../vectors/', import.meta.url));

export function vectorText(name: string): string {
  return readFileSync(vectorsFolder + name, 'utf8');
}

export function vectorJson<T>(name: string): T {
  return JSON.parse(vectorText(name)) as T;
}

export function vectorLines<T>(name: string): T[] {
  return vectorText(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Decisions as the vectors write them; token counts there stay below 2^53. */
interface WrittenDecision {
  orders: { symbol: string; action: 'buy'; target_weight: number; confidence?: number; rationale?: string }[];
  reasoning?: string;
  cost?: { cost_usd?: number; tokens_in?: number; tokens_out?: number; reasoning_tokens?: number };
}

export interface EngineVector {
  id: string;
  data: string;
  window: [number, number];
  seed: string;
  costs: string;
  agent: string;
  decisions?: WrittenDecision[];
  run: {
    returns: number[];
    trace: { events: unknown[] };
    confidences: number[];
    outcomes: boolean[];
    cost: number;
  };
  book: { cash: number; shares: Record<string, number>; nav: number }[];
  observations?: unknown[];
}

export function decisionOf(written: WrittenDecision): Decision {
  return {
    orders: written.orders.map((order) => ({ rationale: '', ...order })),
    reasoning: written.reasoning ?? '',
    ...(written.cost && {
      cost: {
        cost_usd: written.cost.cost_usd ?? 0,
        tokens_in: BigInt(written.cost.tokens_in ?? 0),
        tokens_out: BigInt(written.cost.tokens_out ?? 0),
        reasoning_tokens: BigInt(written.cost.reasoning_tokens ?? 0),
      },
    }),
  };
}

export function vectorDataset(spec: string): Dataset {
  return spec === 'div.csv' ? dividendDataset() : generateDataset(parseGeneratorSpec(spec), spec);
}

export function vectorCosts(costs: string): CostModel {
  const named = costProfiles[costs as CostProfile];
  return named ?? costModelFromJson(JSON.parse(costs), 'vector');
}

export function vectorAgent(vector: Pick<EngineVector, 'agent' | 'decisions'>): DecideFunction {
  if (vector.agent === 'script') return scriptedAgent((vector.decisions ?? []).map(decisionOf));
  if (vector.agent.startsWith('random:')) return randomAgent(BigInt(vector.agent.slice('random:'.length)));
  return referenceAgents[vector.agent as keyof typeof referenceAgents]();
}

/** div.csv read by hand: no rule of the CSV reader takes part in an engine test. */
function dividendDataset(): Dataset {
  const rows = vectorText('div.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const dates = [...new Set(rows.map((row) => row[0]!))].sort();
  const symbols = [...new Set(rows.map((row) => row[1]!))].sort();
  return createDataset(
    'div.csv',
    dates,
    symbols.map((symbol) => {
      const own = rows.filter((row) => row[1] === symbol);
      return {
        symbol,
        closes: Float64Array.from(own, (row) => Number(row[2])),
        dividends: Float64Array.from(own, (row) => Number(row[3])),
      };
    }),
  );
}
