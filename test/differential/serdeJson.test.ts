import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { observedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { readObservation } from '../../src/protocol/readObservation.ts';
import { vectorLines } from '../support/vectors.ts';
import { answerLine } from './answerLines.ts';
import { agree, type Comparable, kitReport, referenceReport } from './kitReport.ts';
import { buildProbe, observationFile, type Probe, type ProbeReport, whatIsMissing } from './probe.ts';

const seed = BigInt(process.env.DIFFERENTIAL_SEED ?? '20260505');
const lineCount = Number(process.env.DIFFERENTIAL_LINES ?? 60_000);
/** Building alone takes about ten seconds of processor time. */
const BUILD_TIMEOUT_MS = 240_000;

interface Vector {
  readonly line: string;
  readonly accept: boolean;
  readonly stage: string | null;
  readonly reason?: string;
  /** Stands at the lines that serde takes and the kit refuses. */
  readonly note?: string;
}

const encoder = new TextEncoder();
const vectors = vectorLines<Vector>('wire.jsonl');
const vectorBytes = vectors.map(({ line }) => encoder.encode(line));
const observation = readObservation(readFileSync(observationFile)).observation;
const observed = observedSymbols(observation!.symbols.map(({ symbol }) => symbol));

const missing = await whatIsMissing();
if (missing !== null) console.warn(`SKIPPED: ${missing}`);

describe('the kit reads an answer as the real serde_json does', () => {
  let built: Promise<Probe> | null = null;
  let generated: readonly Uint8Array[] = [];

  beforeAll(async () => {
    if (missing !== null) return;
    built = buildProbe();
    // Cargo works in its own processes meanwhile.
    generated = Array.from({ length: lineCount }, (_, index) => answerLine(seed, index, vectorBytes));
    await built;
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => (await built?.catch(() => null))?.dispose());
  beforeEach((context) => {
    if (missing !== null) context.skip(missing);
  });

  const judge = async (lines: readonly Uint8Array[]) => (await built!).judge(lines);

  test('serde_json itself gives the verdicts of wire.jsonl, but for the forms that are noted there', async () => {
    const reports = await judge(vectorBytes);
    const forms: string[] = [];
    vectors.forEach(({ line, stage, reason, note }, index) => {
      const report = reports[index]!;
      expect(note !== undefined, line).toBe(report.form !== '');
      if (report.form !== '') forms.push(report.form);
      else expect(report, line).toMatchObject({ verdict: stage ?? 'accepted' });
      if (reason !== undefined) expect(report.reason, line).toBe(reason);
    });
    expect(forms).toEqual(['cost-array', 'action-map', 'order-array', 'decision-array']);
  });

  test('on every line of wire.jsonl', async () => {
    expect(disagreements(vectorBytes, await judge(vectorBytes))).toEqual([]);
  });

  test(`on ${lineCount} generated and edited lines (DIFFERENTIAL_SEED=${seed})`, async () => {
    const reports = await judge(generated);
    expect(disagreements(generated, reports)).toEqual([]);
    // Were nearly all of them refused at once, the test above would say little.
    const count = (matches: (report: ProbeReport) => boolean) => reports.filter(matches).length;
    const least = lineCount / 20;
    expect(count(({ verdict }) => verdict === 'accepted')).toBeGreaterThan(least * 4);
    expect(count(({ verdict }) => verdict === 'semantic')).toBeGreaterThan(least);
    expect(count(({ verdict }) => verdict === 'shape')).toBeGreaterThan(least * 4);
    expect(count(({ verdict, json }) => verdict === 'shape' && json)).toBeGreaterThan(least);
    for (const form of ['decision-array', 'order-array', 'cost-array', 'action-map']) {
      expect(count((report) => report.form === form)).toBeGreaterThan(0);
    }
  });

  test('a nesting of 127 levels is JSON and one of 128 is not', async () => {
    const deep = (levels: number) => encoder.encode('['.repeat(levels) + ']'.repeat(levels));
    const lines = [126, 127, 128, 129].map(deep);
    const reports = await judge(lines);
    expect(reports.map(({ json }) => json)).toEqual([true, true, false, false]);
    expect(disagreements(lines, reports)).toEqual([]);
  });

  /** All that serde takes and the kit refuses, because the published schema has no such form (page 1.2). */
  test.each([
    ['decision-array', '', '[[],"r"]'],
    ['decision-array', '', '[[]]'],
    ['decision-array', '', '[[],"r",null]'],
    ['order-array', '/orders/0', '{"orders":[["AAPL","buy",0.5]]}'],
    ['order-array', '/orders/0', '{"orders":[["AAPL","buy",0.5,0.9,"why"]]}'],
    ['order-array', '/orders/0', '{"orders":[["TSLA","buy",0.5]]}'],
    ['cost-array', '/cost', '{"orders":[],"cost":[]}'],
    ['cost-array', '/cost', '{"orders":[],"cost":[0.42,1200,300,180]}'],
    [
      'action-map',
      '/orders/0/action',
      '{"orders":[{"symbol":"AAPL","action":{"buy":null},"target_weight":0}]}',
    ],
  ])('except for the %s, refused at "%s": %s', async (form, pointer, line) => {
    const bytes = encoder.encode(line);
    const [report] = await judge([bytes]);
    expect(report).toMatchObject({ form, verdict: line.includes('TSLA') ? 'semantic' : 'accepted' });
    const { accept, stage, findings } = readAnswer(bytes, observed);
    expect({ accept, stage }).toEqual({ accept: false, stage: 'shape' });
    expect(findings[0]).toMatchObject({ code: 'wrong-type', place: { pointer } });
  });
});

/** The first few lines on which the two differ, each with both verdicts and how to see it again. */
function disagreements(lines: readonly Uint8Array[], reports: readonly ProbeReport[]): readonly object[] {
  const differing = lines.flatMap((line, index) => {
    const report = reports[index]!;
    const reference = referenceReport(report);
    const kit = kitReport(line, observed);
    // A form that the schema does not have: serde may say what it likes, the kit refuses the shape.
    const expected: Comparable =
      report.form === ''
        ? reference
        : { json: reference.json, verdict: 'shape', reason: null, bits: [], text: null, billable: null };
    if (agree(kit, expected)) return [];
    const text = JSON.stringify(Buffer.from(line).toString('utf8'));
    return [{ index, text, hex: Buffer.from(line).toString('hex'), kit, serdeJson: report }];
  });
  if (differing.length === 0) return [];
  const again = `DIFFERENTIAL_SEED=${seed} DIFFERENTIAL_LINES=${lineCount} npx vitest run test/differential`;
  return [{ differing: differing.length, again }, ...differing.slice(0, 5)];
}
