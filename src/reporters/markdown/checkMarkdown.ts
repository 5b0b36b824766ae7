import { printable } from '../../kernel/printable.ts';
import type { CheckDocument, InstrumentDocument } from '../documents/checkDocument.ts';
import { checkFacts, checkFigures } from '../documents/checkFacts.ts';
import { toneSigns } from '../documents/tones.ts';
import { codeSpan, markdownTable, plainText } from './escape.ts';
import { factTable, findingBlock, folded } from './runMarkdown.ts';

const FINDINGS = 20;

/** A check as blocks of Markdown: the verdict first, then every instrument. */
export function checkMarkdown(document: CheckDocument): readonly string[] {
  const { report, verdict, instruments } = document;
  const measures = instruments.flatMap(({ id, measures: own }) =>
    own.map(({ name, value, accepted }) => [
      codeSpan(id),
      plainText(name),
      plainText(value),
      plainText(accepted),
    ]),
  );
  return [
    `## ${toneSigns[verdict.tone]} ${plainText(verdict.word)}: ${codeSpan(printable(report.candidate.agent.id))}`,
    plainText(verdict.sentence),
    factTable(checkFigures(document)),
    '### Instruments',
    markdownTable(['status', 'instrument', '', 'what it says'], instruments.map(instrumentRow)),
    ...findingBlocks(instruments),
    report.next.length === 0
      ? ''
      : `### Next\n\n${report.next.map((each) => `- ${plainText(printable(each))}`).join('\n')}`,
    measures.length === 0
      ? ''
      : folded(
          'Measures',
          markdownTable(['instrument', 'measure', 'value', 'asked'], measures, new Set([2])),
        ),
    folded('What was checked', factTable(checkFacts(document))),
  ];
}

function instrumentRow({
  tone,
  status,
  id,
  isBinding,
  reason,
  control,
}: InstrumentDocument): readonly string[] {
  const dead = control === null ? '' : `; it passes nothing here: ${control}`;
  return [
    `${toneSigns[tone]} ${status}`,
    codeSpan(id),
    isBinding ? 'binding' : 'advisory',
    plainText(`${reason}${dead}`),
  ];
}

function findingBlocks(instruments: readonly InstrumentDocument[]): readonly string[] {
  const told = instruments
    .filter(({ status }) => status !== 'passed')
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity !== 'notice');
  if (told.length === 0) return [];
  const more = told.length - FINDINGS;
  return [
    '### Findings',
    ...told.slice(0, FINDINGS).flatMap(findingBlock),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}
