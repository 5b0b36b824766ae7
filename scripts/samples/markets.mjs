// The markets behind examples/data/. Invented prices of invented symbols: a market
// factor, a part of each symbol's own, and the one feature that a sample is for. Only
// + - * / are used and draws come from a seeded SplitMix64, so the same files come out
// everywhere.
import { SplitMix64 } from '../../src/kernel/splitMix64.ts';

const BARS = 250;

/** Each sample: how it was made in words, and its rows. */
export const samples = [
  {
    name: 'calm',
    about: 'Five symbols, weekdays, small steps around a gentle rise. Nothing special happens.',
    make: () =>
      market({
        seed: 101n,
        days: weekdays('2023-01-02'),
        symbols: ['ALBA', 'BORE', 'CIRR', 'DUNE', 'ELMO'],
        prices: [48.2, 131.75, 22.4, 310.6, 76.05],
        marketStep: 0.0025,
        ownStep: 0.004,
        drift: 0.0006,
      }),
  },
  {
    name: 'jumpy',
    about: 'Five symbols, weekdays, jumps of up to 15 % either way on about one day in thirty.',
    make: () =>
      market({
        seed: 202n,
        days: weekdays('2023-01-02'),
        symbols: ['FARO', 'GALE', 'HALO', 'IRIS', 'JADE'],
        prices: [61.3, 18.85, 204.1, 95.5, 7.42],
        marketStep: 0.008,
        ownStep: 0.014,
        drift: 0.0002,
        event: ({ draw }) => (draw() < 1 / 30 ? (draw() - 0.5) * 0.3 : 0),
      }),
  },
  {
    name: 'flash-crash',
    about:
      'Six symbols, weekdays; on bar 140 all fall by 18 to 34 %, then win back about half within five bars.',
    make: () =>
      market({
        seed: 303n,
        days: weekdays('2023-01-02'),
        symbols: ['KELP', 'LARK', 'MESA', 'NORD', 'OPAL', 'PINE'],
        prices: [88.9, 42.15, 156.3, 27.7, 63.05, 240.8],
        marketStep: 0.005,
        ownStep: 0.008,
        drift: 0.0003,
        event: ({ bar, draw }) => {
          if (bar === 140) return -0.18 - 0.16 * draw();
          return bar > 140 && bar <= 145 ? 0.025 + 0.015 * draw() : 0;
        },
      }),
  },
  {
    name: 'whipsaw',
    about:
      'Four symbols, seven days a week; runs of eight bars up and eight down, so that a trend ends when it can be seen.',
    make: () =>
      market({
        seed: 404n,
        days: everyDay('2023-01-01'),
        symbols: ['QUAI', 'RUNE', 'SAGE', 'TARN'],
        prices: [1.2645, 512.4, 33.08, 9.116],
        digits: 4,
        marketStep: 0.004,
        ownStep: 0.006,
        drift: 0,
        event: ({ bar, symbol }) => ((bar + 3 * symbol) % 16 < 8 ? 0.012 : -0.0119),
      }),
  },
  {
    name: 'dividends',
    about:
      'Five symbols, weekdays; URSA, VALE and WREN pay each quarter, XENO each month, YARN never; prices fall by what is paid.',
    make: () =>
      market({
        seed: 505n,
        days: weekdays('2023-01-02'),
        symbols: ['URSA', 'VALE', 'WREN', 'XENO', 'YARN'],
        prices: [54.6, 112.3, 38.15, 20.9, 71.4],
        marketStep: 0.004,
        ownStep: 0.006,
        drift: 0.0005,
        payments: [
          { every: 63, first: 40, amount: 0.45 },
          { every: 63, first: 22, amount: 0.82 },
          { every: 63, first: 58, amount: 0.31 },
          { every: 21, first: 15, amount: 0.11 },
          null,
        ],
      }),
  },
];

function market({
  seed,
  days,
  symbols,
  prices,
  digits = 2,
  marketStep,
  ownStep,
  drift,
  event = () => 0,
  payments = null,
}) {
  const random = new SplitMix64(seed);
  const draw = () => random.unit();
  const levels = [...prices];
  const lines = [payments === null ? 'date,symbol,close' : 'date,symbol,close,dividend'];
  for (let bar = 0; bar < BARS; bar += 1) {
    const common = bell(draw) * marketStep;
    for (const [symbol, name] of symbols.entries()) {
      const change = drift + common + bell(draw) * ownStep + event({ bar, symbol, draw });
      const paid = dividendAt(payments?.[symbol] ?? null, bar);
      levels[symbol] = levels[symbol] * (1 + change) - paid;
      const close = levels[symbol].toFixed(digits);
      const row = `${days[bar]},${name},${close}`;
      lines.push(payments === null ? row : `${row},${paid === 0 ? '' : paid.toFixed(2)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Nearly normal with deviation 1: twelve even draws, centred. */
function bell(draw) {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += draw();
  return sum;
}

function dividendAt(payment, bar) {
  return payment !== null && bar >= payment.first && (bar - payment.first) % payment.every === 0
    ? payment.amount
    : 0;
}

function everyDay(first) {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: BARS }, (_, day) => isoDay(start + day * DAY_MS));
}

function weekdays(first) {
  const days = [];
  for (let time = Date.parse(`${first}T00:00:00Z`); days.length < BARS; time += DAY_MS) {
    if (![0, 6].includes(new Date(time).getUTCDay())) days.push(isoDay(time));
  }
  return days;
}

function isoDay(time) {
  return new Date(time).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
