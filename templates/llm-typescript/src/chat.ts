// The part of the OpenAI chat API that is used. Many servers speak it.

import type { DecisionCost } from './contract.ts';

export interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** All that the answer may depend on, and so all that the cache is keyed by. Address and key are not in it. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly [parameter: string]: unknown;
}

export type Cost = Required<Omit<DecisionCost, 'cost_usd'>>;

export interface Completion {
  /** What the model said; empty if it said nothing, as after a refusal. */
  readonly content: string;
  /** Null if the server reports no usage: that is unknown, and not 0. */
  readonly cost: Cost | null;
}

/** Answers messages; throws a Failure when there is no answer. */
export type Model = (messages: readonly Message[]) => Promise<Completion>;

/** The completion in the body of a response; null if there is none. */
export function readCompletion(body: unknown): Completion | null {
  const choices = member(body, 'choices');
  const message = Array.isArray(choices) ? member(choices[0], 'message') : undefined;
  if (typeof message !== 'object' || message === null) return null;
  const content = member(message, 'content');
  return { content: typeof content === 'string' ? content : '', cost: costOf(member(body, 'usage')) };
}

function costOf(usage: unknown): Cost | null {
  const cost = {
    tokens_in: member(usage, 'prompt_tokens'),
    tokens_out: member(usage, 'completion_tokens'),
    // Most models have none, and most servers then leave them out.
    reasoning_tokens: member(member(usage, 'completion_tokens_details'), 'reasoning_tokens') ?? 0,
  };
  return isCost(cost) ? cost : null;
}

export function isCompletion(value: unknown): value is Completion {
  const cost = member(value, 'cost');
  return typeof member(value, 'content') === 'string' && (cost === null || isCost(cost));
}

function isCost(value: unknown): value is Cost {
  return ['tokens_in', 'tokens_out', 'reasoning_tokens'].every((key) => isCount(member(value, key)));
}

/** Of a value from outside, whatever it is. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);
}
