// The protocol of every control: an observation a line in, a decision a line out.
import { createInterface } from 'node:readline';

/** `decide(observation, step)` gives the orders of one step, and may be asynchronous. */
export async function serve(decide, beside = () => ({})) {
  let step = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const orders = await decide(JSON.parse(line), step);
    const decision = { orders, reasoning: 'control', ...beside(step) };
    process.stdout.write(`${JSON.stringify(decision)}\n`);
    step += 1;
  }
}

export function order(symbol, weight) {
  return { symbol, action: weight > 0 ? 'buy' : 'close', target_weight: weight, rationale: '' };
}
