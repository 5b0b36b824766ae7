import { count, entries, fact, found, quote, say } from './phrases.ts';

export const fileWords = entries([
  {
    code: 'data-file-missing',
    severity: 'error',
    title: 'the data file does not exist',
    about:
      '--data takes a generator spec, the name of a sample that ships with the kit, or the path of a CSV file. The kit never falls back to other data than what was asked for.',
    bad: '--data price.csv   (the file is prices.csv)',
    good: '--data prices.csv',
    say: (d) =>
      say(
        `no such file, and no sample of that name; samples: ${fact(d, 'samples')}`,
        d.facts.nearest === undefined ? 'check the path' : `did you mean ${fact(d, 'nearest')}?`,
      ),
  },
  {
    code: 'data-file-directory',
    severity: 'error',
    title: 'the data path is a directory',
    about: 'A dataset is one CSV file.',
    bad: '--data data/',
    good: '--data data/prices.csv',
    say: (d) => {
      const files = d.facts.files;
      const some = Array.isArray(files) && files.length > 0;
      return say(
        'is a directory',
        some ? `name a file in it, such as ${fact(d, 'files')}` : 'name a CSV file',
      );
    },
  },
  {
    code: 'data-file-unreadable',
    severity: 'error',
    title: 'the data file cannot be read',
    about:
      'The file exists, but it may not be read or is not a regular file. Pipes and devices are not read: data is frozen.',
    bad: '--data /dev/stdin',
    good: '--data prices.csv',
    say: (d) => say(`cannot be read: ${fact(d, 'reason')}`, 'name a regular file that you may read'),
  },
  {
    code: 'data-file-too-large',
    severity: 'error',
    title: 'the data file is larger than the kit reads',
    about: 'The size of a data file is bounded, so that a wrong path cannot exhaust the memory.',
    bad: '--data ticks-2001-2025.csv   (9 GB)',
    good: '--data daily-closes.csv',
    say: (d) =>
      say(
        `is ${count(d, 'bytes')} bytes long; at most ${count(d, 'limit')} are read`,
        'keep the dates and symbols that the test needs',
      ),
  },
  {
    code: 'csv-empty',
    severity: 'error',
    title: 'the file is empty',
    about: 'A data file starts with a header line and has at least two dates.',
    bad: '',
    good: 'date,symbol,close\n2024-01-02,AAA,10.5\n2024-01-03,AAA,10.7',
    say: () => say('the file is empty', 'check how it was written'),
  },
  {
    code: 'csv-compressed',
    severity: 'error',
    title: 'the file is compressed or of another format',
    about:
      'Only plain CSV text is read. The first bytes of a file tell gzip, zip, Excel and others apart from it.',
    bad: '--data prices.csv.gz',
    good: 'gunzip prices.csv.gz && sbdev data check prices.csv',
    say: (d) => say(`is no text: it looks like ${fact(d, 'looksLike')}`, 'unpack it, or export it as CSV'),
  },
  {
    code: 'csv-utf16',
    severity: 'error',
    title: 'the file is in UTF-16',
    about: 'Data files are UTF-8. Some programs write "Unicode text" as UTF-16.',
    bad: 'a file that starts with the bytes ff fe',
    good: 'iconv -f utf-16 -t utf-8 prices.csv > prices-utf8.csv',
    say: (d) =>
      say(
        `is not UTF-8: it looks like ${fact(d, 'looksLike')}`,
        'save it as UTF-8, or convert it with iconv -f utf-16 -t utf-8',
      ),
  },
  {
    code: 'csv-binary',
    severity: 'error',
    title: 'the file is not text',
    about: 'Text holds no NUL bytes.',
    bad: 'a database or a picture',
    good: 'date,symbol,close\n...',
    say: (d) => say(`is no text: it looks like ${fact(d, 'looksLike')}`, 'export it as CSV'),
  },
  {
    code: 'csv-not-utf8',
    severity: 'error',
    title: 'the file is not UTF-8',
    about:
      'Data files are UTF-8. A single wrong byte is often a letter with an accent in an older encoding (Latin-1, Windows-1252).',
    bad: 'the byte e9 where UTF-8 has c3 a9',
    good: 'iconv -f windows-1252 -t utf-8 prices.csv > prices-utf8.csv',
    say: (d) =>
      say(
        `the byte ${found(d)} is not UTF-8`,
        'save the file as UTF-8, or convert it with iconv -f windows-1252 -t utf-8',
        'it may be Latin-1 or Windows-1252',
      ),
  },
  {
    code: 'csv-separator',
    severity: 'error',
    title: 'the columns are not separated by commas',
    about:
      'Fields are separated by commas and decimals have a point. Other forms are not guessed: a guess could read 181 where 181,2 was meant.',
    bad: 'date;symbol;close\n2024-01-05;AAA;181,2',
    good: 'date,symbol,close\n2024-01-05,AAA,181.2',
    say: (d) => {
      const separator = d.facts.separator === '\t' ? 'a tab' : quote(fact(d, 'separator'));
      const commas = d.facts.decimalCommas === true ? ', and the numbers have decimal commas' : '';
      return say(
        `found 1 column, ${found(d)}: the separator looks like ${separator}${commas}; expected ${d.accepted.join(' or ')}`,
        'export it with commas between fields and points in numbers',
      );
    },
  },
  {
    code: 'out-file-exists',
    severity: 'error',
    title: 'the file to be written exists',
    about: 'sbdev data generate does not overwrite a file unless --force is given.',
    bad: 'sbdev data generate calm --out mine.csv   (twice)',
    good: 'sbdev data generate calm --out mine.csv --force',
    say: () => say('exists already', 'choose another name, or add --force'),
  },
  {
    code: 'out-file-unwritable',
    severity: 'error',
    title: 'the file cannot be written',
    about: 'The folder does not exist, may not be written to, or the disk is full.',
    bad: 'sbdev data generate calm --out missing-folder/mine.csv',
    good: 'mkdir data && sbdev data generate calm --out data/mine.csv',
    say: (d) =>
      say(`cannot be written: ${fact(d, 'reason')}`, 'choose a file in a folder that you may write to'),
  },
  {
    code: 'data-not-writable',
    severity: 'error',
    title: 'a CSV file of this dataset would not be the same dataset',
    about:
      'A CSV file is sorted by the bytes of its dates. A generated market of more than 999 bars dates bar 1000 as 2025-1000, which sorts before 2025-101.',
    bad: 'sbdev data generate synthetic:3:1000:1 --out mine.csv',
    good: 'sbdev data generate synthetic:3:999:1 --out mine.csv',
    say: (d) =>
      say(
        `${found(d)} has ${count(d, 'bars')} bars, and ${fact(d, 'date')} would sort before ${fact(d, 'before')}`,
        'ask for at most 999 bars; in memory (--data) longer markets work',
      ),
  },
]);
