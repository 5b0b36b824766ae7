import { count, entries, fact, found, onLines, plural, quote, say } from './phrases.ts';
import { sayNumber } from './rowWords.ts';

export const sidecarWords = entries([
  {
    code: 'sidecar-axis',
    severity: 'error',
    title: 'sidecars cannot be placed on this axis',
    about:
      'Fundamentals and news are placed by comparing dates byte by byte, which needs bars in that order. A generated market of more than 999 bars dates bar 1000 as 2025-1000, which sorts before 2025-101.',
    bad: '--data synthetic:3:1000:1 --news news.csv',
    good: '--data synthetic:3:999:1 --news news.csv',
    say: (d) =>
      say(
        `fundamentals and news cannot be placed on ${found(d)}: bar ${fact(d, 'bar')}, ${fact(d, 'date')}, sorts before ${fact(d, 'before')}`,
        'use a dataset whose dates are in byte order',
      ),
  },
  {
    code: 'sidecar-date-form',
    severity: 'error',
    title: 'a sidecar is dated in another form than the prices',
    about:
      'Dates are compared byte by byte, so both files must date alike: YYYY-MM-DD in both, or labels of one kind in both.',
    bad: '2024-01-05 beside prices dated 2020-001',
    good: '2020-005 beside prices dated 2020-001',
    say: (d) =>
      say(
        `the date ${found(d)} is of another form than the dates of the prices, such as ${quote(fact(d, 'axisDate'))}`,
        'date both files in one form',
      ),
  },
  {
    code: 'sidecar-empty',
    severity: 'error',
    title: 'a field or headline is empty',
    about: 'Every row of a sidecar says something.',
    bad: '2024-01-05,AAA,,12.1',
    good: '2024-01-05,AAA,pe_ratio,12.1',
    say: (d) => say(`the ${fact(d, 'column')} is empty`, 'fill it in, or remove the row'),
  },
  {
    code: 'sidecar-value',
    severity: 'error',
    title: 'a fundamental value is no number',
    about: 'A value is a finite decimal number.',
    bad: '2024-01-05,AAA,pe_ratio,n/a',
    good: '2024-01-05,AAA,pe_ratio,12.1',
    say: (d) => sayNumber(d, 'the value'),
  },
  {
    code: 'sidecar-row-twice',
    severity: 'error',
    title: 'a date, symbol and field stand twice',
    about: 'There is one value of a field for a date and a symbol.',
    bad: '2024-01-05,AAA,pe_ratio,12.1\n2024-01-05,AAA,pe_ratio,12.3',
    good: '2024-01-05,AAA,pe_ratio,12.3',
    say: (d) =>
      say(
        `${fact(d, 'date')} ${fact(d, 'symbol')} ${fact(d, 'field')} stands twice: on line ${fact(d, 'otherLine')} and on line ${d.place.line}`,
        'remove one of the two rows',
      ),
  },
  {
    code: 'sidecar-all-symbols',
    severity: 'error',
    title: 'fundamentals belong to one symbol',
    about: 'The symbol * means all symbols in a news file only.',
    bad: '2024-01-05,*,pe_ratio,12.1',
    good: '2024-01-05,AAA,pe_ratio,12.1',
    say: () => say('the symbol "*" is accepted in news only', 'write one row for each symbol'),
  },
  {
    code: 'sidecar-unknown-symbols',
    severity: 'notice',
    title: 'rows about symbols that the dataset does not have',
    about: 'They are never shown.',
    bad: 'news about ZZZ beside prices of AAA and BBB',
    good: 'news about AAA',
    say: (d) =>
      say(
        `${plural(count(d, 'rows'), 'row')} about ${plural(count(d, 'count'), 'symbol')} without prices are never shown: ${fact(d, 'symbols')}`,
        'nothing, if the file covers more symbols than the prices',
      ),
  },
  {
    code: 'sidecar-never-shown',
    severity: 'notice',
    title: 'rows dated after the last bar',
    about: 'A row is shown from the first bar dated at or after it; there is none for these.',
    bad: 'news of 2025 beside prices that end in 2024',
    good: 'news up to the last bar',
    say: (d) =>
      say(
        `${plural(count(d, 'count'), 'row')} dated after the last bar, ${fact(d, 'last')}, never shown${onLines(d)}`,
        'nothing, if the prices are meant to end there',
      ),
  },
  {
    code: 'masked-sidecars',
    severity: 'warning',
    title: 'sidecars can give masked names away',
    about: '--masked renames symbols and dates, but not the text of headlines or the names of fields.',
    bad: '--masked --news news.csv',
    good: '--masked',
    say: () =>
      say(
        'headlines and field names are shown as written, and can name what --masked hides',
        'leave the sidecars out of a masked run, or mask their text',
      ),
  },
]);
