import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { candidateOf } from '../../src/cli/check/candidate.ts';
import { controlDesk } from '../../src/cli/check/controls.ts';
import { resolveCheck } from '../../src/cli/check/resolveCheck.ts';
import type { ControlResult } from '../../src/grading/checkReport.ts';
import { ControlDesk } from '../../src/grading/controls/controlDesk.ts';
import { examine } from '../../src/grading/examine.ts';
import { type InstrumentRow, reading } from '../../src/grading/instruments/instrument.ts';
import { instrumentRow } from '../../src/grading/instruments/table.ts';
import { CheckRecord } from '../../src/grading/record/checkRecord.ts';
import { memoryIo } from '../cli/memoryIo.ts';
import { smallCase } from '../support/check.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sbdev-controls-'));
const never = new AbortController().signal;
const row = (id: string) => instrumentRow(id)!;
const env = { PATH: process.env.PATH };

/** The grade of the built-in agent that holds, with the controls answering as told. */
async function gradeWith(controlOf: (row: InstrumentRow) => Promise<ControlResult>) {
  const cwd = folder();
  const io = memoryIo({ cwd, env });
  const instruments = ['contract-clean', 're-execution'].map((id) => ({ id, required: true, binding: true }));
  writeFileSync(join(cwd, 'case.json'), JSON.stringify({ ...smallCase, instruments }));
  const flags = { agent: 'hold', case: 'case.json' };
  const { setting, config, contract, plan, cells, key } = await resolveCheck(flags, '1', null, io);
  const plans = new Map(contract.plans.map(({ name, plan: faults }) => [name, faults]));
  const record = await CheckRecord.create(cwd, 'check', { meta: {}, key, file: {} });
  const { verdict } = await examine({
    candidate: candidateOf({ setting, config, flags, io, plans, planFile: (name) => name }),
    ...{
      contract,
      record,
      cells,
      jobs: 1,
      retries: plan.retries,
      isDoubled: false,
      kit: 'test',
      wordsOf,
    },
    ...{
      signal: never,
      clock: () => performance.now(),
      controlOf,
      onProgress: () => {},
      onInstrument: () => {},
    },
  });
  await record.close(0);
  return verdict;
}

describe('a positive control', () => {
  test('that is live lets its instrument pass', async () => {
    const verdict = await gradeWith(async ({ control }) => ({
      name: control.name,
      state: 'live',
      reason: null,
    }));
    expect(verdict.result).toStrictEqual({ kind: 'passed' });
  });

  test('that is not live in this installation leaves its instrument without a pass', async () => {
    const verdict = await gradeWith(async ({ id, control }) =>
      id === 're-execution'
        ? { name: control.name, state: 'not_live', reason: 'was not caught' }
        : { name: control.name, state: 'live', reason: null },
    );
    expect(verdict.result.kind).toBe('invalid');
    expect(verdict.vetoes).toStrictEqual([]);
    expect(verdict.instruments.map(({ status }) => status)).toStrictEqual(['passed', 'invalid']);
    expect(verdict.instruments[1]?.reason).toContain('process-id');
  });

  test('is not caught by an instrument that passes everything', async () => {
    const blind = { ...row('contract-clean'), measure: async () => reading('passed', 'nothing seen') };
    const desk = controlDesk(memoryIo({ cwd: folder(), env }), never, { fresh: true });
    expect(await desk.stateOf(blind)).toMatchObject({
      name: 'overweight',
      state: 'not_live',
      reason: 'was not caught: passed, nothing seen',
    });
  });

  test('whose program is missing is not live', async () => {
    const desk = controlDesk(memoryIo({ cwd: folder(), env }), never, { fresh: true, folder: folder() });
    expect(await desk.stateOf(row('contract-clean'))).toMatchObject({ state: 'not_live' });
  });

  test('that builds observations one bar too early is caught without any agent', async () => {
    const desk = controlDesk(memoryIo({ cwd: folder(), env }), never, { fresh: true });
    expect(await desk.stateOf(row('point-in-time'))).toMatchObject({ name: 'leaky builder', state: 'live' });
  });
});

describe('what was caught', () => {
  const live: ControlResult = { name: 'overweight', state: 'live', reason: 'seen' };

  function desk(path: string | null, key: string, result: ControlResult) {
    const runs: string[] = [];
    const made = new ControlDesk({
      path,
      key,
      run: async ({ id }) => {
        runs.push(id);
        return result;
      },
    });
    return { made, runs };
  }

  test('is not run again in the same installation, and is in another', async () => {
    const path = join(folder(), 'controls.json');
    const first = desk(path, 'one', live);
    await first.made.stateOf(row('contract-clean'));
    await first.made.stateOf(row('contract-clean'));
    expect(first.runs).toStrictEqual(['contract-clean']);
    const second = desk(path, 'one', live);
    expect(await second.made.stateOf(row('contract-clean'))).toStrictEqual(live);
    expect(second.runs).toStrictEqual([]);
    const other = desk(path, 'two', live);
    await other.made.stateOf(row('contract-clean'));
    expect(other.runs).toStrictEqual(['contract-clean']);
  });

  test('is run every time while it is not live, and a file that is none of ours is no answer', async () => {
    const path = join(folder(), 'controls.json');
    writeFileSync(path, '{"key":"one","caught":7}');
    const dead = desk(path, 'one', { name: 'overweight', state: 'not_live', reason: 'was not caught' });
    await dead.made.stateOf(row('contract-clean'));
    await dead.made.stateOf(row('contract-clean'));
    expect(dead.runs).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toBe('{"key":"one","caught":7}');
  });
});
