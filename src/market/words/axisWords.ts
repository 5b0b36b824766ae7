import { count, entries, fact, found, onLines, plural, quote, say } from './phrases.ts';

export const axisWords = entries([
  {
    code: 'csv-row-twice',
    severity: 'error',
    title: 'a date and symbol stand twice',
    about:
      'There is one close for a date and a symbol. Which of two is meant is never guessed, also when they are equal.',
    bad: '2024-01-05,AAA,181.2\n2024-01-05,AAA,182.0',
    good: '2024-01-05,AAA,182.0',
    say: (d) =>
      say(
        `${fact(d, 'date')} ${fact(d, 'symbol')} stands twice: on line ${fact(d, 'otherLine')} and on line ${d.place.line}, with ${d.facts.same === true ? 'the same' : 'different'} values`,
        'remove one of the two rows',
      ),
  },
  {
    code: 'csv-too-few-common-dates',
    severity: 'error',
    title: 'fewer than two dates that every symbol has',
    about: 'The axis of a dataset is the dates that every one of its symbols has; it needs at least two.',
    bad: 'AAA in 2023 only, BBB in 2024 only',
    good: 'AAA and BBB over the same days',
    say: (d) =>
      say(
        `${plural(count(d, 'common'), 'date')} of ${count(d, 'dates')} are common to all ${plural(count(d, 'symbols'), 'symbol')}; at least 2 are needed`,
        'leave out the symbols whose dates are others, or add their rows',
      ),
  },
  {
    code: 'csv-dates-unsorted',
    severity: 'notice',
    title: 'the dates are not in order in the file',
    about:
      'Rows may stand in any order; bars are sorted by the bytes of their dates. For labels that count, pad the numbers: t10 sorts before t2, t002 does not.',
    bad: '2024-01-03,AAA,2\n2024-01-02,AAA,1',
    good: '2024-01-02,AAA,1\n2024-01-03,AAA,2',
    say: (d) =>
      say(
        `${quote(fact(d, 'date'))} comes after ${quote(fact(d, 'before'))} in the file; the bars are sorted by date`,
        'nothing, if byte order is the order of time',
      ),
  },
  {
    code: 'csv-dates-lacking',
    severity: 'notice',
    title: 'a symbol lacks dates that others have',
    about: 'Only dates that every symbol has are bars. Nothing is filled.',
    bad: 'three symbols over 60 days, one of them over 58',
    good: 'three symbols over the same 60 days',
    say: (d) =>
      say(
        `${fact(d, 'symbol')} lacks ${count(d, 'count')} of ${plural(count(d, 'of'), 'date')}, first ${fact(d, 'first')}, last ${fact(d, 'last')}${weekends(d.facts.weekends)}`,
        `add the rows of ${fact(d, 'symbol')}, or leave the symbol out`,
      ),
  },
  {
    code: 'csv-dates-left-out',
    severity: 'notice',
    title: 'dates of a symbol were left out',
    about:
      'Dates that another symbol lacks are no bars. Markets with different calendars meet on the days on which all of them trade.',
    bad: 'a market of seven days a week beside one of five',
    good: 'markets of one calendar',
    say: (d) =>
      say(
        `${count(d, 'count')} of ${plural(count(d, 'of'), 'date')} of ${fact(d, 'symbol')} left out, first ${fact(d, 'first')}, last ${fact(d, 'last')}${weekends(d.facts.weekends)}`,
        'nothing, if only common dates are meant',
      ),
  },
  {
    code: 'csv-more-findings',
    severity: 'notice',
    title: 'further findings of the same kind',
    about: 'Of each kind the first few are shown in full; the rest is counted.',
    bad: '10,000 rows with a blank close',
    good: 'none',
    say: (d) =>
      say(`and ${count(d, 'more')} more of ${fact(d, 'code')}`, 'mend the ones that are shown first'),
  },
  {
    code: 'close-not-positive',
    severity: 'warning',
    title: 'closes of zero or less',
    about:
      'They are shown to the agent as they are. Orders on such a bar are skipped by the engine, and a symbol that starts a window at zero or less is left out of its regime.',
    bad: '2020-04-20,OIL,-37.63',
    good: 'as it is, if that was the price',
    say: (d) =>
      say(
        `${plural(count(d, 'count'), 'close')} of zero or less${onLines(d)}${d.place.file === undefined ? ` in ${found(d)}` : ''}`,
        'nothing, if these were the prices; orders on such bars do not fill',
      ),
  },
  {
    code: 'dividend-above-close',
    severity: 'warning',
    title: 'dividends larger than their close',
    about: 'Accepted and paid as they are; usually a mistake of the source.',
    bad: '2024-02-09,AAA,0.000008,0.000226',
    good: '2024-02-09,AAA,8.00,0.226',
    say: (d) =>
      say(
        `${plural(count(d, 'count'), 'dividend')} larger than the close${onLines(d)}`,
        'check them against another source',
      ),
  },
  {
    code: 'too-few-bars',
    severity: 'error',
    title: 'too few bars for the default windows',
    about:
      'Without --window a dataset is cut into two windows after a warm-up, which needs 40 bars. With --window A:B fewer are enough.',
    bad: '--data short.csv   (39 bars)',
    good: '--data short.csv --window 10:39',
    say: (d) =>
      say(
        `the dataset has ${plural(count(d, 'bars'), 'bar')}; the default windows need ${count(d, 'needed')}`,
        'add bars, or choose a window with --window A:B',
      ),
  },
  {
    code: 'window-text',
    severity: 'error',
    title: 'a window is not written as A:B',
    about: 'A window A:B holds the bars A to B - 1, counted from 0.',
    bad: '--window 20-100',
    good: '--window 20:100',
    say: (d) =>
      say(
        `the window ${found(d)} is not of the form ${d.accepted.join(' or ')}`,
        'write two bars with a colon between them, such as 20:100',
      ),
  },
  {
    code: 'window-range',
    severity: 'error',
    title: 'a window is empty, backwards or past the data',
    about:
      'A window A:B holds the bars A to B - 1, counted from 0: at least one, and all within the dataset.',
    bad: '--window 100:20',
    good: '--window 20:100',
    say: (d) =>
      say(
        count(d, 'start') >= count(d, 'end')
          ? `the window ${found(d)} holds no bar: ${fact(d, 'start')} is not before ${fact(d, 'end')}`
          : `the window ${found(d)} ends past the ${plural(count(d, 'bars'), 'bar')} of the dataset`,
        `choose ${d.accepted.join(' or ')}`,
      ),
  },
  {
    code: 'walk-forward',
    severity: 'error',
    title: 'walk-forward windows that do not fit',
    about:
      'Walk-forward windows test `test` bars after `warmup` bars, then go on by `step` bars, as long as a whole window fits.',
    bad: 'warmup 100, test 100, step 50 on 180 bars',
    good: 'warmup 60, test 40, step 40 on 180 bars',
    say: (d) =>
      say(
        `${fact(d, 'field')} is ${found(d)} on ${plural(count(d, 'bars'), 'bar')}; accepted: ${d.accepted.join(' or ')}`,
        `change ${fact(d, 'field')}`,
      ),
  },
]);

function weekends(all: unknown): string {
  return all === true ? ', all Saturdays or Sundays: different calendars' : '';
}
