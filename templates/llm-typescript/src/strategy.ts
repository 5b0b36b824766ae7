// The strategy: edit this (and prompt.ts).
//
// The model is shown prices and the targets that it set before; its answer becomes one order
// for each symbol. Where it says nothing usable, the last target is restated.

import { readAnswer } from './answer.ts';
import type { Model } from './chat.ts';
import type { Action, Decision, Observation } from './contract.ts';
import { INVESTED_MAX, messagesFor, WEIGHT_MAX } from './prompt.ts';

/** Lives as long as one run; `decide` is called once per date, in the order of the dates. */
export class Strategy {
  readonly #model: Model;
  #targets: ReadonlyMap<string, number> = new Map();

  constructor(model: Model) {
    this.#model = model;
  }

  async decide(observation: Observation): Promise<Decision> {
    const symbols = observation.symbols.map(({ symbol }) => symbol);
    const previous = this.#targets;
    const { content, cost } = await this.#model(messagesFor(observation, previous));
    const { weights, reasoning, notes } = readAnswer(content, symbols, 0, WEIGHT_MAX);
    for (const note of notes) console.error(`${observation.date}: ${note}`);
    const wanted = symbols.map((symbol) => [symbol, weights?.get(symbol) ?? previous.get(symbol) ?? 0] as const);
    this.#targets = new Map(weights === null ? wanted : scaled(wanted));
    return {
      orders: Array.from(this.#targets, ([symbol, weight]) => ({
        symbol,
        action: actionBetween(previous.get(symbol) ?? 0, weight),
        target_weight: weight,
      })),
      reasoning: weights === null ? 'last targets: the answer is unusable' : reasoning,
      ...(cost === null ? {} : { cost }),
    };
  }
}

/** In proportion, so that all weights together are within what may be invested. */
function scaled(weights: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const invested = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (invested <= INVESTED_MAX) return weights;
  console.error(`${invested.toFixed(3)} invested, scaled to ${INVESTED_MAX}`);
  return weights.map(([symbol, weight]) => [symbol, weight * (INVESTED_MAX / invested)]);
}

/** The label of an order that takes a target from `previous` to `weight`. */
function actionBetween(previous: number, weight: number): Action {
  if (weight > previous) return 'buy';
  if (weight < previous) return weight === 0 ? 'close' : 'sell';
  return 'hold';
}
