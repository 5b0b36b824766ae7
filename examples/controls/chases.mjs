// Adds to a position until it sees it held, so that a stale read makes it escalate.
import { order, serve } from './agent.mjs';

let target = 0.1;
let held = 0;
serve(({ symbols, portfolio }) => {
  const { symbol } = symbols[0];
  const shares = portfolio.find((each) => each.symbol === symbol)?.shares ?? 0;
  // Nothing seems to have been bought: ask for more.
  target = shares > held ? target : Math.min(1, target + 0.05);
  held = shares;
  return [order(symbol, target)];
});
