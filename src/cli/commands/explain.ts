import { type CodeEntry, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { printable } from '../../kernel/printable.ts';
import { nearestName } from '../../protocol/diagnostics/nearest.ts';
import { allCodes, entryOf } from '../catalogue.ts';
import type { CommandModule } from '../command.ts';

const examples = `
Examples:
  sbdev explain                   every code
  sbdev explain unknown-field     one code, with a bad and a good example
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('[code]', 'a diagnostic code, as it stands in brackets behind a message')
      .addHelpText('after', examples)
      .action((code: string | undefined) => {
        io.stdout.write(code === undefined ? listText() : entryText(known(code)));
        exit(0);
      });
  },
};

function known(code: string): CodeEntry {
  const entry = entryOf(code);
  if (entry !== null) return entry;
  const nearest = nearestName(
    code,
    [...allCodes].map((each) => each.code),
  );
  const accepted = nearest === null ? [] : [nearest];
  throw new UsageError(diagnostic('unknown-code', 'error', {}, { found: code.slice(0, 80), accepted }));
}

function listText(): string {
  const width = Math.max(...allCodes.map((entry) => entry.code.length));
  return allCodes.map(({ code, title }) => `${code.padEnd(width)}  ${title}\n`).join('');
}

function entryText({ code, severity, title, about, bad, good }: CodeEntry): string {
  return `${code} (${severity}): ${title}\n\n${wrapped(about)}\n\nbad:   ${example(bad)}\ngood:  ${example(good)}\n`;
}

function example(text: string): string {
  return text === ''
    ? '(an empty line)'
    : text
        .split('\n')
        .map((line) => printable(line))
        .join('\n       ');
}

const COLUMNS = 78;

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
