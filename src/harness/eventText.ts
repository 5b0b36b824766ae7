import type { RunResult } from '../engine/run.ts';
import { ORDER_PLACED, type TraceEvent } from '../engine/trace.ts';
import type { Diagnostic, Words } from '../kernel/diagnostic.ts';
import { wireFloat } from '../kernel/floatText.ts';
import { escapeUnseen } from './escapeUnseen.ts';
import type { BookView, Finding, RunEvent, RunReport, Turn } from './events.ts';
import { floatsText, recordJson, stringText } from './recordJson.ts';
import { turnText } from './turnText.ts';

export type WordsOf = (diagnostic: Diagnostic) => Words;

/**
 * One event as JSON text in pieces, without a line end: a report of many steps is too
 * large for one string. `run` and `book` print their doubles as the reference does.
 */
export function eventText(event: RunEvent, symbols: readonly string[], wordsOf: WordsOf): Iterable<string> {
  if (event.type === 'run_report') return reportPieces(event, wordsOf);
  if (event.type === 'turn') return [turnText(event, symbols)];
  return [escapeUnseen(smallEventText(event, wordsOf))];
}

function* reportPieces(report: RunReport, wordsOf: WordsOf): Iterable<string> {
  for (const piece of reportText(report, wordsOf)) yield escapeUnseen(piece);
}

function smallEventText(event: Exclude<RunEvent, Turn | RunReport>, wordsOf: WordsOf): string {
  if (event.type !== 'finding') return recordJson(event);
  return recordJson({ type: 'finding', scope: event.scope, ...findingRecord(event, wordsOf) });
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
    const end = Math.min(start + CHUNK, events.length);
    let part = '';
    for (let at = start; at < end; at += 1) part += `${at === 0 ? '' : ','}${traceText(events[at]!)}`;
    yield part;
  }
  yield `]},"confidences":${floatsText(run.confidences)},"outcomes":${recordJson(run.outcomes)},"cost":${wireFloat(run.cost)}}`;
}

/** Most events of a trace are one of two kinds. */
function traceText(event: TraceEvent): string {
  if (event === ORDER_PLACED) return ORDER_PLACED_TEXT;
  if (event.event !== 'decision_rationale') return recordJson(event);
  return `{"event":"decision_rationale","symbol":${stringText(event.symbol)},"rationale":${stringText(event.rationale)}}`;
}

const ORDER_PLACED_TEXT = recordJson(ORDER_PLACED);

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
