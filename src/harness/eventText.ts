import type { Fill } from '../engine/fill.ts';
import type { RunResult } from '../engine/run.ts';
import type { Diagnostic, Words } from '../kernel/diagnostic.ts';
import { wireFloat } from '../kernel/floatText.ts';
import { writeDecision } from '../protocol/write/writeDecision.ts';
import type { BookView, Finding, RawAnswer, RunEvent, RunReport, Turn } from './events.ts';
import { evidenceText, stopText } from './evidenceText.ts';
import { floatsText, recordJson } from './recordJson.ts';

export type WordsOf = (diagnostic: Diagnostic) => Words;

/**
 * One event as JSON text in pieces, without a line end: a report of many steps is too
 * large for one string. `run` and `book` print their doubles as the reference does.
 */
export function* eventText(event: RunEvent, symbols: readonly string[], wordsOf: WordsOf): Iterable<string> {
  for (const piece of rawEventText(event, symbols, wordsOf)) yield escapeUnseen(piece);
}

/**
 * Characters that a terminal obeys or that reorder what a person reads (C1 controls,
 * bidirectional marks, line separators) as JSON escapes. In JSON text they can only
 * stand inside strings, so the values stay the same.
 */
export function escapeUnseen(text: string): string {
  return UNSEEN.test(text)
    ? text.replaceAll(UNSEEN_ALL, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : text;
}

const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const UNSEEN_ALL = new RegExp(UNSEEN, 'g');

function* rawEventText(event: RunEvent, symbols: readonly string[], wordsOf: WordsOf): Iterable<string> {
  switch (event.type) {
    case 'turn':
      yield turnText(event, symbols);
      return;
    case 'finding':
      yield recordJson({ type: 'finding', scope: event.scope, ...findingRecord(event, wordsOf) });
      return;
    case 'run_report':
      yield* reportText(event, wordsOf);
      return;
    default:
      yield recordJson(event);
  }
}

function turnText(turn: Turn, symbols: readonly string[]): string {
  const head = `{"type":"turn","step":${turn.step},"date":${JSON.stringify(turn.date)},"verdict":"${turn.verdict}"`;
  const code = turn.code === null ? 'null' : `"${turn.code}"`;
  const decide = turn.decide_ms === null ? 'null' : turn.decide_ms.toFixed(3);
  const raw = turn.raw === null ? 'null' : rawText(turn.raw);
  let fills = '';
  for (const fill of turn.fills) fills += `${fills === '' ? '' : ','}${fillText(fill, symbols)}`;
  return `${head},"code":${code},"decide_ms":${decide},"decision":${writeDecision(turn.decision)},"raw":${raw},"fills":[${fills}],"cash":${wireFloat(turn.cash)},"nav":${wireFloat(turn.nav)},"return":${wireFloat(turn.return)}${faultsText(turn)},"evidence":${evidenceText(turn.evidence)},"stop":${stopText(turn.stop)}}`;
}

function faultsText({ faults }: Turn): string {
  return faults === undefined ? '' : `,"faults":${recordJson(faults)}`;
}

function faultEvidenceText(evidence: RunReport['fault_evidence']): string {
  return evidence === undefined ? '' : `,"fault_evidence":${recordJson(evidence)}`;
}

function doubleRunText(doubleRun: RunReport['double_run']): string {
  return doubleRun === undefined ? '' : `,"double_run":${recordJson(doubleRun)}`;
}

function probesText(probes: RunReport['probes']): string {
  return probes === undefined ? '' : `,"probes":${recordJson(probes)}`;
}

function rawText(raw: RawAnswer): string {
  if (raw.text === undefined || raw.sha256 !== undefined) return recordJson(raw);
  return `{"text":${JSON.stringify(raw.text)},"bytes":${raw.bytes}}`;
}

function fillText(fill: Fill, symbols: readonly string[]): string {
  const symbol = JSON.stringify(symbols[fill.symbolIndex]);
  return `{"symbol":${symbol},"outcome":"${fill.outcome}","carried":${fill.wasCarried},"target_weight":${wireFloat(fill.targetWeight)},"shares":${wireFloat(fill.shares)},"price":${wireFloat(fill.price)},"fee":${wireFloat(fill.fee)}}`;
}

/** A finding with its words, as records and reports carry it. */
export function findingRecord(finding: Finding, wordsOf: WordsOf): Record<string, unknown> {
  const { code, severity, place, found, accepted, facts } = finding.diagnostic;
  const words = wordsOf(finding.diagnostic);
  return {
    code,
    severity,
    step: place.step ?? null,
    pointer: place.pointer ?? null,
    offset: place.offset ?? null,
    length: place.length ?? null,
    found,
    accepted,
    facts,
    message: words.message,
    cause: words.cause,
    fix: words.fix,
    excerpt: finding.excerpt,
    observation: finding.observation,
  };
}

function* reportText(report: RunReport, wordsOf: WordsOf): Iterable<string> {
  const { run, book, findings, notices, ...rest } = report;
  const records = (list: readonly Finding[]) => recordJson(list.map((each) => findingRecord(each, wordsOf)));
  // The members in the order in which a reader wants them; `rest` holds the small ones.
  yield `{"type":"run_report","cell":${recordJson(rest.cell)},"agent":${recordJson(rest.agent)},"digests":${recordJson(rest.digests)},"run":`;
  yield* runText(run);
  yield ',"book":[';
  yield* bookText(book);
  yield `],"health":${recordJson(rest.health)},"findings":${records(findings)},"finding_counts":${recordJson(rest.finding_counts)},"notices":${records(notices)},"timing":${recordJson(rest.timing)},"summary":${recordJson(rest.summary)},"stop":${recordJson(rest.stop)},"usage":${recordJson(rest.usage)}${faultEvidenceText(rest.fault_evidence)}${doubleRunText(rest.double_run)}${probesText(rest.probes)},"attempts":${recordJson(rest.attempts)}}`;
}

const CHUNK = 2_000;

/** The run exactly as the reference serializes it. */
export function* runText(run: RunResult): Iterable<string> {
  yield `{"returns":${floatsText(run.returns)},"trace":{"events":[`;
  const { events } = run.trace;
  for (let start = 0; start < events.length; start += CHUNK) {
    const part = recordJson(events.slice(start, start + CHUNK));
    yield `${start === 0 ? '' : ','}${part.slice(1, -1)}`;
  }
  yield `]},"confidences":${floatsText(run.confidences)},"outcomes":${recordJson(run.outcomes)},"cost":${wireFloat(run.cost)}}`;
}

/** Holdings after each step, without the brackets around them. */
export function* bookText(book: BookView): Iterable<string> {
  const keys = book.symbols.map((symbol) => JSON.stringify(symbol));
  let text = '';
  for (let step = 0; step < book.steps; step += 1) {
    let shares = '';
    for (let symbol = 0; symbol < keys.length; symbol += 1) {
      shares += `${symbol === 0 ? '' : ','}${keys[symbol]}:${wireFloat(book.shares(step, symbol))}`;
    }
    text += `${step === 0 ? '' : ','}{"cash":${wireFloat(book.cash(step))},"shares":{${shares}},"nav":${wireFloat(book.nav(step))}}`;
    if (text.length > 65_536) {
      yield text;
      text = '';
    }
  }
  yield text;
}
