import { Dice } from './dice.ts';
import { edited } from './edits.ts';
import { countText, numberText, shareText } from './numberTexts.ts';
import { spelt, stringText } from './stringTexts.ts';

/**
 * Line `index` of the answers that `seed` stands for: decisions as agents write them,
 * with rare slips anywhere, and every third one edited byte by byte. `known` are lines to
 * start some of the edits from.
 */
export function answerLine(seed: bigint, index: number, known: readonly Uint8Array[]): Uint8Array {
  const dice = new Dice(seed, index);
  const isKnown = dice.chance(0.1);
  const whole = isKnown ? dice.pick(known) : encoder.encode(new Writer(dice).line());
  if (!isKnown && dice.chance(0.65)) return whole;
  const other = dice.chance(0.5) ? dice.pick(known) : encoder.encode(new Writer(dice).line());
  return edited(dice, whole, other);
}

const encoder = new TextEncoder();
const SYMBOLS = ['AAPL', 'BTC-USD', 'constructor', 'MSFT'];
const STRANGERS = [
  'aapl',
  'AAPL ',
  '',
  '__proto__',
  'toString',
  'ÅKER',
  'A\u030aKER',
  '日本',
  '😀',
  "it's",
  '"',
  '\\',
  '\t',
];
const ACTIONS = ['buy', 'sell', 'hold', 'close'];
const STRANGE_ACTIONS = ['Buy', 'BUY', 'short', 'buy ', '', 'b', 'clos', 'closed', 'null'];
const STRANGE_KEYS = [
  'order',
  'Orders',
  'confidence',
  'symbol',
  'note',
  '',
  '__proto__',
  'constructor',
  'tokens',
  'orders\0',
];
const SPACES = [' ', '  ', '\t', '\n', '\r', '\r\n', ' \t '];
const NO_SPACES = ['\f', '\v', '\0', '\u00a0', '\u2028', '\ufeff', '\u0085', '//', '/**/'];
const BEFORE = [
  '\ufeff',
  '\0',
  'data: ',
  '[',
  '```json\n',
  '> ',
  '\u00a0',
  '-',
  '{"orders":[]}',
  '"',
  ")]}',\n",
];
const BEHIND = [
  '\0',
  ',',
  ';',
  '}',
  ']',
  '{}',
  '{"orders":[]}',
  ' x',
  '\ufeff',
  '"',
  '0',
  'null',
  '//',
  '\u0000\n',
  '\u001a',
];
const OTHERS = [
  'null',
  'true',
  'false',
  '0',
  '""',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":1}',
  '-',
  'None',
  'undefined',
  '',
];

/** Writes one decision as text. Each kind of slip is rare, so that half of all lines have none. */
class Writer {
  readonly #dice: Dice;
  /** How much this line tends to slips. */
  readonly #slips: number;
  readonly #spaced: boolean;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#slips = dice.pick([0, 0, 0.01, 0.05]);
    this.#spaced = dice.chance(0.3);
  }

  line(): string {
    const dice = this.#dice;
    const before = this.#slip() ? dice.pick(BEFORE) : this.#space();
    const behind = this.#slip() ? dice.pick(BEHIND) : this.#space();
    const body = dice.chance(0.01) ? this.#nested() : this.#decision();
    return before + body + behind + dice.pick(['', '', '', '\r', '\n', '\r\n']);
  }

  #slip(): boolean {
    return this.#dice.chance(this.#slips);
  }

  #decision(): string {
    const dice = this.#dice;
    const members: [string, () => string][] = [['orders', () => this.#orders()]];
    if (dice.chance(0.4)) members.push(['reasoning', () => stringText(dice)]);
    if (dice.chance(0.5)) members.push(['cost', () => (dice.chance(0.1) ? 'null' : this.#cost())]);
    return this.#object(members, ['orders', 'reasoning', 'cost']);
  }

  #orders(): string {
    const dice = this.#dice;
    const symbols = dice.shuffled(SYMBOLS);
    const orders = dice.many(dice.pick([0, 1, 1, 1, 2, 3, 4]), (index) => {
      const slip = this.#slip();
      const symbol = slip ? dice.pick([...STRANGERS, ...SYMBOLS]) : symbols[index]!;
      return this.#order(slip && dice.chance(0.3) ? stringText(dice) : spelt(dice, symbol));
    });
    return this.#array(orders);
  }

  #order(symbol: string): string {
    const dice = this.#dice;
    const number = () => (this.#slip() || dice.chance(0.04) ? numberText(dice) : shareText(dice));
    const members: [string, () => string][] = [
      ['symbol', () => symbol],
      ['action', () => this.#action()],
      ['target_weight', number],
    ];
    if (dice.chance(0.5))
      members.push(['confidence', () => (this.#slip() ? number() : number().replace('-', ''))]);
    if (dice.chance(0.2)) members.push(['rationale', () => stringText(dice)]);
    return this.#object(members, ['symbol', 'action', 'target_weight', 'confidence', 'rationale']);
  }

  #action(): string {
    const dice = this.#dice;
    const action = spelt(dice, this.#slip() ? dice.pick(STRANGE_ACTIONS) : dice.pick(ACTIONS));
    if (!dice.chance(0.004)) return action;
    const inside = dice.pick(['null', 'null', 'null', '[]', '{}', '""', '0', 'null,"sell":null']);
    return `{${this.#space()}${action}${this.#space()}:${inside}}`;
  }

  #cost(): string {
    const dice = this.#dice;
    const members: [string, () => string][] = [
      [
        'cost_usd',
        () => (dice.chance(0.3) ? numberText(dice).replace('-', '') : shareText(dice).replace('-', '')),
      ],
      ...['tokens_in', 'tokens_out', 'reasoning_tokens'].map((key): [string, () => string] => [
        key,
        () => (dice.chance(0.15) ? countText(dice) : String(dice.bits() >> BigInt(dice.below(64)))),
      ]),
    ];
    const stated = members.filter(() => dice.chance(0.6));
    return this.#object(
      stated,
      members.map(([key]) => key),
    );
  }

  /** An object in any order of its keys; rarely as the row of its values, which serde takes too. */
  #object(members: readonly [string, () => string][], keys: readonly string[]): string {
    const dice = this.#dice;
    if (dice.chance(0.004)) return this.#row(members);
    const inOrder = dice.chance(0.7) ? members : dice.shuffled(members);
    const written = inOrder.flatMap(([key, value]) => {
      if (this.#slip() && dice.chance(0.3)) return [];
      const twice = this.#slip() && dice.chance(0.3) ? [key] : [];
      const spelling = this.#slip() ? dice.pick([...STRANGE_KEYS, ...keys]) : key;
      return [spelling, ...twice].map(
        (each) =>
          `${spelt(dice, each)}${this.#space()}:${this.#space()}${this.#slip() ? dice.pick(OTHERS) : value()}`,
      );
    });
    return this.#joined('{', written, '}');
  }

  #row(members: readonly [string, () => string][]): string {
    const values = members.map(([, value]) => value());
    if (this.#dice.chance(0.1)) values.push('0');
    if (this.#dice.chance(0.1)) values.pop();
    return this.#array(values);
  }

  #array(values: readonly string[]): string {
    return this.#joined('[', values, ']');
  }

  #joined(open: string, parts: readonly string[], close: string): string {
    const spaced = parts.map((part) => this.#space() + part + this.#space());
    const comma = this.#slip() ? this.#dice.pick([',,', '', ';', ',']) : ',';
    const end = this.#slip() ? this.#dice.pick([`,${close}`, '', ']', '}', `${close}${close}`]) : close;
    return open + this.#space() + spaced.join(comma) + end;
  }

  #space(): string {
    if (this.#slip() && this.#dice.chance(0.1)) return this.#dice.pick(NO_SPACES);
    return this.#spaced && this.#dice.chance(0.3) ? this.#dice.pick(SPACES) : '';
  }

  /** Deep nesting where a decision, an order or a value should be. */
  #nested(): string {
    const dice = this.#dice;
    const depth = dice.pick([2, 120, 124, 125, 126, 127, 128, 129, 130, 200, 3000]);
    const [open, close] = dice.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['{"orders":[', ']}'],
      ['[{"orders":', '}]'],
    ] as const);
    const deep =
      open.repeat(depth) +
      dice.pick(['', '0', '[]', '{}']) +
      close.repeat(dice.chance(0.8) ? depth : depth - 1);
    return dice.pick([
      deep,
      `{"orders":${deep}}`,
      `{"orders":[],"reasoning":${deep}}`,
      `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${deep}}]}`,
      `{"orders":[],"extra":${deep}}`,
    ]);
  }
}
