import { count, entries, fact, found, quote, say } from './phrases.ts';

export const headerWords = entries([
  {
    code: 'csv-header-missing',
    severity: 'error',
    title: 'the first line is no header',
    about: 'The first line names the columns: date,symbol,close and, if there are dividends, dividend.',
    bad: '2024-01-02,AAA,10.5',
    good: 'date,symbol,close\n2024-01-02,AAA,10.5',
    say: (d) =>
      say(
        `header not found: expected ${d.accepted.join(',')}, found ${found(d)}`,
        `add ${quote(d.accepted.join(','))} as the first line`,
      ),
  },
  {
    code: 'csv-column-missing',
    severity: 'error',
    title: 'a column is missing',
    about:
      'Columns are found by their exact names, in any order. Data is in long form: one row for each date and symbol.',
    bad: 'Date,ticker,close',
    good: 'date,symbol,close',
    say: (d) => {
      const name = quote(fact(d, 'column'));
      if (d.facts.nearest !== undefined) {
        return say(
          `no column ${name}; the header is ${found(d)}`,
          `rename the column ${quote(fact(d, 'nearest'))} to ${name}`,
        );
      }
      const wide = d.facts.wide === true;
      return say(
        `no column ${name}; the header is ${found(d)}`,
        wide ? 'write one row for each date and symbol: date,symbol,close' : `add the column ${name}`,
        wide ? 'this looks like one column per symbol' : null,
      );
    },
  },
  {
    code: 'csv-column-twice',
    severity: 'error',
    title: 'two columns have the same name',
    about: 'Columns are found by name, so a name can stand only once.',
    bad: 'date,symbol,close,close',
    good: 'date,symbol,close',
    say: (d) =>
      say(
        `the column ${quote(fact(d, 'column'))} stands twice, as number ${fact(d, 'first')} and ${fact(d, 'second')}`,
        'remove or rename one of them',
      ),
  },
  {
    code: 'csv-column-unnamed',
    severity: 'error',
    title: 'a column without a name holds something',
    about:
      'One last column without a name is accepted as long as it is empty in every row: a comma at the end of each line. Anything else without a name may be a shifted value.',
    bad: ',date,symbol,close\n0,2024-01-02,AAA,10.5',
    good: 'date,symbol,close\n2024-01-02,AAA,10.5',
    say: (d) =>
      say(
        d.found === '' || d.found === null
          ? `column ${fact(d, 'number')} has no name`
          : `column ${fact(d, 'number')} has no name, but holds ${found(d)}`,
        'name the column, or leave it out (pandas: to_csv(index=False))',
      ),
  },
  {
    code: 'csv-columns-ignored',
    severity: 'notice',
    title: 'columns that nothing reads',
    about: 'Other columns than date, symbol, close and dividend are ignored.',
    bad: 'date,symbol,open,close,volume',
    good: 'date,symbol,close',
    say: (d) => {
      const more = count(d, 'count') - (Array.isArray(d.facts.columns) ? d.facts.columns.length : 0);
      return say(
        `ignored columns: ${fact(d, 'columns')}${more > 0 ? ` and ${more} more` : ''}`,
        'nothing, if that is meant',
      );
    },
  },
  {
    code: 'csv-trailing-column',
    severity: 'notice',
    title: 'every line ends in a comma',
    about: 'One empty last column without a name is accepted.',
    bad: 'date,symbol,close,\n2024-01-02,AAA,10.5,',
    good: 'date,symbol,close\n2024-01-02,AAA,10.5',
    say: () =>
      say(
        'an empty last column without a name is ignored',
        'nothing; or remove the comma at the end of each line',
      ),
  },
  {
    code: 'csv-no-rows',
    severity: 'error',
    title: 'the file has a header and no rows',
    about: 'A dataset needs at least two dates.',
    bad: 'date,symbol,close',
    good: 'date,symbol,close\n2024-01-02,AAA,10.5\n2024-01-03,AAA,10.7',
    say: () => say('no rows after the header', 'check how the file was written'),
  },
]);
