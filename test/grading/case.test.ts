import { describe, expect, test } from 'vitest';
import { bundledCase } from '../../src/grading/case/bundledCase.ts';
import { caseText, contractOf, readCase } from '../../src/grading/case/readCase.ts';
import { instrumentTable } from '../../src/grading/instruments/table.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { smallCase } from '../support/check.ts';

const source = { file: 'case.json', loadPlan: () => Promise.reject(new Error('no plan is loaded here')) };
const read = (document: unknown) => readCase(Buffer.from(JSON.stringify(document)), source);

async function refusals(document: unknown) {
  const error = await read(document).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as UsageError).diagnostics.map(({ code, place, found, facts }) => ({
    code,
    pointer: place.pointer,
    found,
    nearest: facts.nearest,
  }));
}

describe('a case contract', () => {
  test('the bundled one asks every instrument of the kit, and fixes a small roster', async () => {
    const contract = await contractOf(bundledCase(), { ...source, file: null });
    expect(contract.instruments.map(({ instrumentId }) => instrumentId)).toStrictEqual(
      instrumentTable.map(({ id }) => id),
    );
    expect(contract.document.roster.seeds).toStrictEqual(['0', '1']);
    expect(contract.plans.map(({ name }) => name)).toStrictEqual(['mild']);
  });

  test('printed and read again it is the same contract', async () => {
    const contract = await contractOf(bundledCase(), source);
    const again = await readCase(Buffer.from(caseText(contract)), source);
    expect(again.sha256).toBe(contract.sha256);
    expect(again.document).toStrictEqual(contract.document);
  });

  test('its digest does not depend on how the document is laid out, and depends on what it asks', async () => {
    const contract = await read(smallCase);
    const loose = await readCase(Buffer.from(JSON.stringify(smallCase, null, 4)), source);
    const other = await read({ ...smallCase, roster: { ...smallCase.roster, seeds: [0, 2] } });
    expect(loose.sha256).toBe(contract.sha256);
    expect(other.sha256).not.toBe(contract.sha256);
  });

  test('a key that there is not is refused with the nearest one, wherever it stands', async () => {
    expect(await refusals({ ...smallCase, rooster: {} })).toMatchObject([
      { code: 'unknown-case-key', pointer: '/rooster', nearest: 'roster' },
    ]);
    const roster = { ...smallCase.roster, seed: [0] };
    expect(await refusals({ ...smallCase, roster })).toMatchObject([
      { code: 'unknown-case-key', pointer: '/roster/seed', nearest: 'seeds' },
    ]);
    const bounds = { p95_percent_of_budge: 10 };
    const instruments = [{ id: 'latency-headroom', required: true, binding: true, bounds }];
    expect(await refusals({ ...smallCase, instruments })).toMatchObject([
      {
        code: 'unknown-case-key',
        pointer: '/instruments/0/bounds/p95_percent_of_budge',
        nearest: 'p95_percent_of_budget',
      },
    ]);
  });

  test('an instrument is one of the kit, once, within its bounds', async () => {
    const rule = { required: true, binding: true };
    const instruments = (...list: object[]) => ({ ...smallCase, instruments: list });
    expect(await refusals(instruments({ id: 'double-run-equals', ...rule }))).toMatchObject([
      { code: 'unknown-instrument', nearest: 'double-run-equal' },
    ]);
    const twice = { id: 'contract-clean', ...rule };
    expect(await refusals(instruments(twice, twice))).toMatchObject([
      { code: 'bad-case-value', pointer: '/instruments/1/id' },
    ]);
    const wide = { id: 'latency-headroom', ...rule, bounds: { p95_percent_of_budget: 101 } };
    expect(await refusals(instruments(wide))).toMatchObject([{ code: 'bad-case-value', found: '101' }]);
  });

  test('a plan is written out or named, and a bad one is refused as any plan is', async () => {
    const plans = (...list: object[]) => ({ ...smallCase, roster: { ...smallCase.roster, plans: list } });
    expect(await refusals(plans({ name: 'none' }))).toMatchObject([
      { pointer: '/roster/plans/0', found: 'neither' },
    ]);
    expect(await refusals(plans({ name: 'a', file: 'a.json', plan: {} }))).toMatchObject([{ found: 'both' }]);
    expect(await refusals(plans({ name: 'bad', plan: { seed: 1 } }))).toContainEqual(
      expect.objectContaining({ code: 'plan-version' }),
    );
  });

  test.each(['', '[]', '{', 'null', '{"schema_version":"sbdev.case.v0"}'])('%j is no case', async (text) => {
    await expect(readCase(Buffer.from(text), source)).rejects.toBeInstanceOf(UsageError);
  });

  test('seeds beyond 2^53 are given as text, and kept to the last digit', async () => {
    const roster = { ...smallCase.roster, seeds: ['18446744073709551615', 0] };
    const contract = await read({ ...smallCase, roster });
    expect(contract.document.roster.seeds).toStrictEqual(['18446744073709551615', '0']);
    const beyond = { ...smallCase.roster, seeds: ['18446744073709551616'] };
    expect(await refusals({ ...smallCase, roster: beyond })).toMatchObject([{ code: 'bad-case-value' }]);
  });
});

describe('the table of instruments', () => {
  test.each(instrumentTable.map((row) => [row.id, row] as const))(
    '%s has all that a row needs',
    (id, row) => {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(row.title.length).toBeGreaterThan(10);
      expect(row.control.name).not.toBe('');
      for (const { value, min, max } of Object.values(row.bounds)) {
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
      }
      for (const name of Object.keys(row.control.bounds ?? {}))
        expect(Object.keys(row.bounds)).toContain(name);
    },
  );

  test('no two rows have one id', () => {
    expect(new Set(instrumentTable.map(({ id }) => id)).size).toBe(instrumentTable.length);
  });
});
