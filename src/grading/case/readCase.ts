import { createHash } from 'node:crypto';
import { closest, distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { parseFaultPlan } from '../../faults/parsePlan.ts';
import type { FaultPlan } from '../../faults/plan.ts';
import { planText } from '../../faults/planDigest.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { readRecord } from '../../harness/sweep/readRecord.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { instrumentRow, instrumentTable } from '../instruments/table.ts';
import { CASE_VERSION, type CaseContract, type CaseDocument, type CasePlan } from './caseContract.ts';
import { caseKeys, caseSchema, type GivenCase } from './caseSchema.ts';

export interface CaseSource {
  /** As it was given; null for the bundled case. */
  readonly file: string | null;
  /** A plan that the document names by its path. Throws a UsageError. */
  readonly loadPlan: (path: string) => Promise<FaultPlan>;
}

/** A case contract from a document's bytes. Throws a UsageError that names every fault of it. */
export async function readCase(bytes: Uint8Array, source: CaseSource): Promise<CaseContract> {
  const file = source.file ?? 'the bundled case';
  let value: unknown;
  try {
    value = readRecord(bytes);
  } catch (error) {
    const found = (error as Error).message;
    throw new UsageError(
      diagnostic('case-not-json', 'error', { file }, { found, accepted: ['a JSON object'] }),
    );
  }
  const result = caseSchema.safeParse(value);
  if (!result.success) {
    throw new UsageError(...result.error.issues.flatMap((issue) => refusals(issue, value, file)));
  }
  return contractOf(result.data, source);
}

/** The contract of a document that has the right shape. Throws a UsageError for what its shape does not say. */
export async function contractOf(given: GivenCase, source: CaseSource): Promise<CaseContract> {
  const file = source.file ?? 'the bundled case';
  const faults = [...instrumentFaults(given, file), ...planFaults(given, file)];
  if (faults.length > 0) throw new UsageError(...faults);
  const plans: CasePlan[] = [];
  for (const [index, each] of given.roster.plans.entries()) {
    const plan =
      each.plan === undefined
        ? await source.loadPlan(each.file ?? '')
        : parseFaultPlan(encodeUtf8(recordJson(each.plan)), `${file} /roster/plans/${index}/plan`);
    plans.push({ name: each.name, plan, text: planText(plan) });
  }
  return complete(given, plans, source.file);
}

function complete(given: GivenCase, plans: readonly CasePlan[], file: string | null): CaseContract {
  const { roster, valid_outcomes } = given;
  const instruments = given.instruments.map(({ id, required, binding, bounds }) => {
    const row = instrumentRow(id)!;
    const defaults = Object.fromEntries(
      Object.entries(row.bounds).map(([name, bound]) => [name, bound.value]),
    );
    return {
      instrumentId: id,
      requirementId: row.requirementId,
      required,
      binding,
      bounds: { ...defaults, ...bounds },
    };
  });
  const document: CaseDocument = {
    schema_version: CASE_VERSION,
    name: given.name,
    roster: {
      data: roster.data ?? null,
      costs: roster.costs ?? null,
      windows: roster.windows ?? null,
      seeds: roster.seeds.map(String),
      decide_timeout_ms: roster.decide_timeout_ms ?? null,
      retries: roster.retries,
      plans: plans.map(({ name, text }) => ({ name, plan: readRecord(encodeUtf8(text)) })),
    },
    instruments: instruments.map(({ instrumentId: id, required, binding, bounds }) => ({
      id,
      required,
      binding,
      bounds,
    })),
    valid_outcomes,
  };
  return {
    name: given.name,
    file,
    sha256: createHash('sha256').update(recordJson(document)).digest('hex'),
    document,
    plans,
    instruments,
    advisoryMayBeMissing: valid_outcomes.advisory_may_be_missing,
  };
}

/** The document as a file that can be given again: what is left open is left out. */
export function caseText({ document }: CaseContract): string {
  const { roster, ...rest } = document;
  const stated = Object.fromEntries(Object.entries(roster).filter(([, value]) => value !== null));
  return `${JSON.stringify(JSON.parse(recordJson({ ...rest, roster: stated })), null, 2)}\n`;
}

function refusals(issue: z.core.$ZodIssue, value: unknown, file: string): Diagnostic[] {
  const pointer = issue.path.map((part) => `/${String(part)}`).join('');
  if (issue.code !== 'unrecognized_keys') {
    const found = shown(issue.path.reduce<unknown>(memberOf, value));
    return [diagnostic('bad-case-value', 'error', { file, pointer }, { found, accepted: [issue.message] })];
  }
  const accepted = caseKeys[pointer.replace(/\/[0-9]+/g, '/*')] ?? [];
  return issue.keys.map((key) => unknownName('unknown-case-key', `${pointer}/${key}`, key, accepted, file));
}

function instrumentFaults({ instruments }: GivenCase, file: string): Diagnostic[] {
  const ids = instrumentTable.map((row) => row.id);
  const seen = new Set<string>();
  return instruments.flatMap(({ id, bounds }, index): Diagnostic[] => {
    const pointer = `/instruments/${index}`;
    const row = instrumentRow(id);
    if (row === null) return [unknownName('unknown-instrument', `${pointer}/id`, id, ids, file)];
    if (seen.has(id)) {
      const accepted = ['each instrument once'];
      return [
        diagnostic('bad-case-value', 'error', { file, pointer: `${pointer}/id` }, { found: id, accepted }),
      ];
    }
    seen.add(id);
    return Object.entries(bounds).flatMap(([name, value]): Diagnostic[] => {
      const place = `${pointer}/bounds/${name}`;
      const bound = row.bounds[name];
      if (bound === undefined)
        return [unknownName('unknown-case-key', place, name, Object.keys(row.bounds), file)];
      if (value >= bound.min && value <= bound.max) return [];
      const accepted = [`${bound.min} to ${bound.max} ${bound.unit}`];
      return [
        diagnostic('bad-case-value', 'error', { file, pointer: place }, { found: String(value), accepted }),
      ];
    });
  });
}

/** A plan is written out or named, and names tell plans apart. */
function planFaults({ roster }: GivenCase, file: string): Diagnostic[] {
  return roster.plans.flatMap(({ name, plan, file: path }, index): Diagnostic[] => {
    const pointer = `/roster/plans/${index}`;
    const isTwice = roster.plans.findIndex((each) => each.name === name) < index;
    const isOne = (plan === undefined) !== (path === undefined);
    if (isOne && !isTwice) return [];
    const found = isOne ? name : plan === undefined ? 'neither' : 'both';
    const accepted = [isOne ? 'each name once' : 'either file or plan'];
    return [diagnostic('bad-case-value', 'error', { file, pointer }, { found, accepted })];
  });
}

function unknownName(
  code: string,
  pointer: string,
  found: string,
  accepted: readonly string[],
  file: string,
): Diagnostic {
  const nearest = accepted.length === 0 ? '' : closest(found.slice(0, 100), [...accepted]);
  const isNear = nearest !== '' && distance(found.slice(0, 100), nearest) <= 3;
  return diagnostic(code, 'error', { file, pointer }, { found, accepted, facts: isNear ? { nearest } : {} });
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : recordJson(value).slice(0, 80);
}
