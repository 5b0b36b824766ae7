import { count, entries, fact, found, quote, say } from './phrases.ts';

const FORMS =
  'synthetic:SYMBOLS:BARS:SEED[:VOL:JUMP_PROB:JUMP_SIZE], ' +
  'flash_crash:SYMBOLS:BARS:CRASH_BAR:CRASH_FRACTION:SEED, whipsaw:SYMBOLS:BARS:AMPLITUDE:SEED';

export const generatorWords = entries([
  {
    code: 'unknown-generator',
    severity: 'error',
    title: 'no generator has that name',
    about: `Generated markets are asked for as ${FORMS}. A text with a colon whose first part is nearly one of these names is taken for a slip of it, not for a path.`,
    bad: '--data sythetic:8:180:1',
    good: '--data synthetic:8:180:1',
    say: (d) =>
      say(
        `no generator is called ${quote((d.found ?? '').split(':', 1)[0] ?? '')}, in ${found(d)}`,
        d.facts.nearest === undefined ? `use one of: ${FORMS}` : `did you mean ${fact(d, 'nearest')}?`,
      ),
  },
  {
    code: 'generator-fields',
    severity: 'error',
    title: 'a generator spec has too few or too many fields',
    about: `The fields are separated by colons and none can be left out: ${FORMS}.`,
    bad: '--data synthetic:8:180',
    good: '--data synthetic:8:180:20260621',
    say: (d) =>
      say(
        `${found(d)} has ${count(d, 'fields')} fields after the name; accepted: ${d.accepted.join(' or ')}`,
        'give every field, separated by colons',
      ),
  },
  {
    code: 'generator-field',
    severity: 'error',
    title: 'a field of a generator spec is not accepted',
    about:
      'Counts and bars are whole numbers; a dataset has at least 1 symbol and 2 bars; a crash happens at a bar that exists. Seeds are unsigned 64-bit numbers in decimal digits, kept exact. Sizes are finite decimal numbers that are not negative; a probability is at most 1.',
    bad: '--data synthetic:8:180:-1',
    good: '--data synthetic:8:180:18446744073709551615',
    say: (d) =>
      say(
        `${fact(d, 'field')} in ${quote(fact(d, 'spec'))} is ${found(d)}; accepted: ${d.accepted.join(' or ')}`,
        `change ${fact(d, 'field')}`,
      ),
  },
  {
    code: 'generator-too-large',
    severity: 'error',
    title: 'a generator spec asks for more prices than the kit holds',
    about: 'Symbols times bars is bounded, so that a slip of a digit cannot exhaust the memory.',
    bad: '--data synthetic:100000:100000:1',
    good: '--data synthetic:100:24000:1',
    say: (d) =>
      say(
        `${found(d)} asks for ${count(d, 'closes')} closes; at most ${count(d, 'limit')} are generated`,
        'ask for fewer symbols or bars',
      ),
  },
  {
    code: 'generator-not-finite',
    severity: 'error',
    title: 'a generated price passes the range of a double',
    about:
      'Extreme volatility, jumps or amplitude multiply prices until they overflow. Such a market has no prices.',
    bad: '--data whipsaw:1:2000:9:0',
    good: '--data whipsaw:1:180:0.04:0',
    say: (d) =>
      say(
        `${found(d)}: the price of ${fact(d, 'symbol')} passes the range of a double at bar ${fact(d, 'bar')}`,
        'ask for a smaller volatility, jump size or amplitude, or for fewer bars',
      ),
  },
]);
