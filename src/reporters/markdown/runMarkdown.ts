import type { DoubleRunDocument, FaultsDocument, FindingGroup, RunDocument } from '../documents/document.ts';
import { type Fact, keyFigures, runFacts, spendFacts, timingFacts } from '../documents/facts.ts';
import { placePrefix } from '../documents/findingPlace.ts';
import { severitySigns, stepWords, toneSigns } from '../documents/tones.ts';
import { milliseconds } from '../text/numbers.ts';
import { codeBlock, codeSpan, markdownTable, plainText } from './escape.ts';

const STEPS = 20;
const CODES = 20;

/** A run as blocks of Markdown: the verdict first, then what it rests on. */
export function runMarkdown(document: RunDocument): readonly string[] {
  const { verdict, run, record, requirements, problems } = document;
  return [
    `## ${toneSigns[verdict.tone]} ${plainText(verdict.word)}: ${codeSpan(run?.agent ?? record.id)}`,
    plainText(verdict.sentence),
    requirements
      .map(({ id, isMet }) => `${toneSigns[isMet === null ? 'open' : isMet ? 'good' : 'bad']} ${id}`)
      .join(' · '),
    problems.map((each) => `- ! ${plainText(each)}`).join('\n'),
    factTable(keyFigures(document)),
    document.isScored || document.decisions.count === 0
      ? ''
      : 'No score: a run that is not clean has no returns of the agent’s own.',
    ...findingBlocks(document.findings),
    ...doubleRunBlocks(document.doubleRun),
    document.probes.map(({ tone, sentence }) => `- ${toneSigns[tone]} ${plainText(sentence)}`).join('\n'),
    ...faultBlocks(document.faults),
    ...missedBlocks(document),
    ...attemptBlocks(document),
    folded(
      'What was run',
      factTable([...runFacts(document), ...timingFacts(document), ...spendFacts(document)]),
    ),
  ];
}

export function factTable(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(({ label, value, isText }) => [
    plainText(label),
    isText === true ? codeSpan(value) : plainText(value),
  ]);
  return markdownTable(['', ''], rows);
}

export function folded(title: string, body: string): string {
  return body === '' ? '' : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function findingBlocks(groups: readonly FindingGroup[]): readonly string[] {
  const told = groups.filter(({ severity }) => severity !== 'notice');
  if (told.length === 0) return [];
  const more = told.length - CODES;
  return [
    '### Findings',
    ...told.slice(0, CODES).flatMap(findingBlock),
    ...(more > 0 ? [`and ${more} further codes`] : []),
  ];
}

/** The first finding of a code: what, where, why, and how to mend it. */
export function findingBlock({ code, severity, count, findings }: FindingGroup): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { message, excerpt, cause, fix, found, accepted, source } = first;
  const times = count > 1 ? ` (${count} times)` : '';
  const [headline = '', ...detail] = message.split('\n');
  const mark =
    excerpt === null ? '' : `${excerpt.text}\n${' '.repeat(excerpt.column - 1)}${'^'.repeat(excerpt.width)}`;
  return [
    `**${severitySigns[severity]} ${codeSpan(code)}**${times} ${placePrefix(first)}${plainText(headline)}`,
    detail.length === 0 ? '' : codeBlock(detail.join('\n')),
    mark === '' ? '' : codeBlock(mark),
    [
      ...(found === null ? [] : [`- found: ${codeSpan(found)}`]),
      ...(accepted.length === 0 ? [] : [`- expected: ${accepted.map(codeSpan).join(', ')}`]),
      ...(source === null ? [] : [`- source: ${codeSpan(`${source.file}:${source.line}`)}`]),
      ...(cause === null ? [] : [`- why: ${plainText(cause)}`]),
      `- fix: ${plainText(fix)}`,
    ].join('\n'),
  ];
}

function doubleRunBlocks(doubleRun: DoubleRunDocument | null): readonly string[] {
  if (doubleRun === null) return [];
  const { tone, sentence, divergence, cause, hints } = doubleRun;
  return [
    '### Determinism',
    `${toneSigns[tone]} ${plainText(sentence)}`,
    divergence === null
      ? ''
      : markdownTable(
          ['where', 'A', 'B'],
          [[codeSpan(divergence.pointer || 'the answer'), codeSpan(divergence.a), codeSpan(divergence.b)]],
        ),
    [
      ...(cause === null ? [] : [`- why: ${plainText(cause.text)}`, `- fix: ${plainText(cause.fix)}`]),
      ...hints
        .slice(0, STEPS)
        .map(({ file, line, text }) => `- look at ${codeSpan(`${file}:${line}`)}: ${plainText(text)}`),
    ].join('\n'),
  ];
}

function faultBlocks(faults: FaultsDocument | null): readonly string[] {
  if (faults === null) return [];
  const rows = faults.faults.map(({ id, tone, tally, advice }) => [
    `${toneSigns[tone]} ${codeSpan(id)}`,
    plainText(tally),
    plainText(advice.map((each) => `a robust agent ${each}`).join('; ')),
  ]);
  return [
    '### Faults',
    `Plan ${codeSpan(faults.planSha256.slice(0, 12))}; the book and the returns are true.`,
    rows.length === 0
      ? 'None of its faults is assigned to this cell.'
      : markdownTable(['fault', 'answers', ''], rows),
  ];
}

/** Steps that the kit had to fill in. */
function missedBlocks({ decisions }: RunDocument): readonly string[] {
  const missed = decisions.rows.filter(({ verdict }) => verdict !== 'accepted' && verdict !== 'not_asked');
  if (missed.length === 0) return [];
  const total = decisions.verdicts.refused + decisions.verdicts.timeout + decisions.verdicts.fault;
  const shown = missed.slice(0, STEPS);
  const rows = shown.map(({ step, date, verdict, code, decideMs }) => [
    String(step),
    codeSpan(date),
    stepWords[verdict],
    codeSpan(code ?? ''),
    milliseconds(decideMs),
  ]);
  return [
    '### Steps without a decision of the agent’s own',
    markdownTable(['step', 'date', 'verdict', 'code', 'time'], rows, new Set([0, 4])),
    ...(total > shown.length ? [`and ${total - shown.length} more`] : []),
  ];
}

function attemptBlocks({ attempts, comparisons }: RunDocument): readonly string[] {
  if (attempts.length < 2) return [];
  const rows = attempts
    .slice(-STEPS)
    .map(({ id, outcome, failure, code, turns }) => [
      codeSpan(id),
      plainText(outcome),
      codeSpan([failure, code].filter((each) => each !== null).join(': ')),
      String(turns),
    ]);
  return [
    '### Attempts',
    markdownTable(['attempt', 'outcome', 'cause', 'turns'], rows, new Set([3])),
    comparisons
      .slice(-STEPS)
      .map((each) => `- ${plainText(each)}`)
      .join('\n'),
  ];
}
