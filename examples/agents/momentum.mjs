#!/usr/bin/env node
// Cross-sectional momentum: equal weight in every symbol that rose over ten bars.
//
// One observation per line on stdin, one decision per line on stdout. stdout carries
// decisions alone; whatever a person should read goes to stderr.
// Run it: sbdev simulate --cmd "node examples/agents/momentum.mjs"

const LOOKBACK = 10;

function decide(observation) {
  const returns = observation.symbols.map(({ symbol, close_history }) => ({
    symbol,
    r: trailingReturn(close_history),
  }));
  const winners = returns.filter(({ r }) => r !== null && r > 0).length;
  return {
    orders: returns.map(({ symbol, r }) => order(symbol, r, winners)),
    reasoning: 'cross-sectional momentum',
  };
}

/** Last close over the close LOOKBACK bars earlier, less 1; null without usable closes. */
function trailingReturn(closes) {
  const last = closes.at(-1);
  const base = closes.at(-1 - LOOKBACK);
  return usable(last) && usable(base) ? last / base - 1 : null;
}

function usable(close) {
  return Number.isFinite(close) && close > 0;
}

function order(symbol, r, winners) {
  if (r === null) {
    console.error(`${symbol}: no ${LOOKBACK}-interval return yet, closing it`);
    return { symbol, action: 'close', target_weight: 0 };
  }
  return {
    symbol,
    action: r > 0 ? 'buy' : 'close',
    target_weight: r > 0 ? 1 / winners : 0,
    confidence: Math.min(0.5 + Math.abs(r), 1),
    rationale: `${LOOKBACK}-interval trailing return ${threeDecimals(r)}`,
  };
}

/** As C, Python and Rust print it: `toFixed` rounds an exact tie up, they round it to even. */
function threeDecimals(value) {
  const isTie = Math.abs(value * 16) % 2 === 1; // only odd sixteenths end in a 5 after three decimals
  if (!isTie) return value.toFixed(3);
  const below = Math.floor(Math.abs(value) * 1000);
  const even = below % 2 === 0 ? below : below + 1;
  return `${value < 0 ? '-' : ''}${(even / 1000).toFixed(3)}`;
}

// Lines are framed on bytes: a chunk may end inside a line, or inside a character.
// JSON.stringify turns a number that is not finite into null, which the contract refuses.
let pending = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  pending = Buffer.concat([pending, chunk]);
  for (let end = pending.indexOf(0x0a); end !== -1; end = pending.indexOf(0x0a)) {
    const line = pending.subarray(0, end).toString('utf8');
    pending = pending.subarray(end + 1);
    process.stdout.write(`${JSON.stringify(decide(JSON.parse(line)))}\n`);
  }
}
if (pending.length > 0) throw new Error(`stdin ended inside a line: ${pending.toString('utf8', 0, 60)}`);
