import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { publishedSchemas } from '../../src/protocol/publishedSchemas.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { readObservation } from '../../src/protocol/readObservation.ts';
import { decisionSchema, observationSchema } from '../../src/protocol/schemas.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const [decisionText, observationText] = publishedSchemas().map((schema) => schema.text) as [string, string];
const ajv = new Ajv2020({ allowUnionTypes: true, strictSchema: 'log', logger: false });
for (const key of ['x-operation', 'x-mutates-state', 'x-idempotency', 'x-automatic-retries'])
  ajv.addKeyword(key);
const validDecision = ajv.compile(JSON.parse(decisionText) as object);
const validObservation = ajv.compile(JSON.parse(observationText) as object);
const bytes = (text: string) => new TextEncoder().encode(text);

const lines = read('../vectors/wire.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { line: string }).line);
const further = [
  '{"orders":[],"cost":{"tokens_in":1.0}}',
  '{"orders":[],"cost":{"tokens_in":1e3}}',
  '{"orders":[],"cost":{"tokens_in":-0}}',
  '{"orders":[],"cost":{"tokens_in":1.5}}',
  '{"orders":[],"cost":{"reasoning_tokens":18446744073709551615,"cost_usd":1}}',
  '{"orders":[{"symbol":"A","action":"buy","target_weight":1,"target_weight":1}]}',
  '{"orders":[],"reasoning":"\\udfff"}',
];

/** What a validator that gets JavaScript values cannot see, and the codes by which the kit's reader does. */
const BLIND_SPOTS: Readonly<Record<string, string>> = {
  'duplicate-field': 'the last of two equal keys has overwritten the first',
  'lone-surrogate': 'JavaScript strings hold half characters',
  'not-u64': '1.0, 1e3, -0 and 18446744073709551616 are whole doubles in range',
};

describe('the published schemas', () => {
  test.each(publishedSchemas())('schema/$file is what the types say', ({ file, text }) => {
    expect(read(`../../schema/${file}`)).toBe(text);
  });

  test.each(publishedSchemas())('$file names its dialect and its own address', ({ file, text }) => {
    const schema = JSON.parse(text) as Record<string, unknown>;
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(`https://sharpebench.dev/schema/v1/${file}`);
  });

  test('every object with named keys is closed', () => {
    let objects = 0;
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('properties' in node && 'type' in node) {
        objects += 1;
        expect(node).toMatchObject({ type: 'object', additionalProperties: false });
      }
      Object.values(node).forEach(visit);
    };
    visit(JSON.parse(decisionText));
    visit(JSON.parse(observationText));
    expect(objects).toBe(6);
  });

  test('token counts are bounded by the exact largest u64', () => {
    expect(decisionText.match(/"maximum": 18446744073709551615/g)?.length).toBe(3);
  });

  test('operations stand at the root and at Order, and nowhere else', () => {
    const schema = JSON.parse(decisionText) as { $defs: { Order: object } };
    expect(schema).toMatchObject({
      'x-operation': 'decide',
      'x-mutates-state': false,
      'x-idempotency': 'safe',
      'x-automatic-retries': 'allowed',
    });
    expect(schema.$defs.Order).toMatchObject({
      'x-operation': 'rebalance_to_target',
      'x-mutates-state': true,
      'x-idempotency': 'not_guaranteed',
      'x-automatic-retries': 'forbidden',
    });
    expect(decisionText.match(/"x-/g)?.length).toBe(8);
    expect(observationText).not.toContain('"x-');
  });
});

describe('a JSON Schema validator and the kit’s reader agree on shape', () => {
  test.each([...lines, ...further])('%s', (line) => {
    const verdict = readAnswer(bytes(line), null);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      expect(verdict.stage).toBe('shape');
      return;
    }
    if (verdict.accept) {
      expect(validDecision(value)).toBe(true);
    } else if (validDecision(value)) {
      expect(Object.keys(BLIND_SPOTS)).toContain(verdict.findings[0]?.code);
    }
  });

  test('each blind spot of the validator is met above', () => {
    const met = new Set<string>();
    for (const line of [...lines, ...further]) {
      try {
        if (validDecision(JSON.parse(line))) met.add(readAnswer(bytes(line), null).findings[0]?.code ?? '');
      } catch {
        // Not JSON for either.
      }
    }
    met.delete('');
    expect([...met].sort()).toEqual(Object.keys(BLIND_SPOTS).sort());
  });
});

describe('the zod types and the schema agree, both ways', () => {
  test.each([...lines, ...further])('%s', (line) => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return;
    }
    const parsed = decisionSchema.safeParse(value);
    // Zod refuses whole numbers that a double cannot hold exactly; it takes them as bigint.
    const inexact = /[0-9]{16,}/.test(line) && line.includes('tokens');
    if (!inexact) expect(parsed.success).toBe(validDecision(value));
    const verdict = readAnswer(bytes(line), null);
    if (verdict.accept && !inexact) expect(parsed.data).toEqual(verdict.decision);
  });

  test('a u64 beyond 2^53 is taken as a bigint, exactly', () => {
    const largest = { orders: [], cost: { tokens_in: 18446744073709551615n } };
    expect(decisionSchema.parse(largest).cost?.tokens_in).toBe(18446744073709551615n);
    expect(decisionSchema.safeParse({ orders: [], cost: { tokens_in: 2n ** 64n } }).success).toBe(false);
  });
});

const SNAPSHOT = { symbol: 'A', close_history: [1] };
const observation = (change: object) => ({
  date: 'd',
  cash: 1,
  symbols: [SNAPSHOT],
  portfolio: [],
  ...change,
});

describe('observations: schema, types and reader agree', () => {
  test.each([
    ['the least', {}, true],
    ['extras', { symbols: [{ ...SNAPSHOT, fundamentals: { pe: 12.5 }, news: ['x'] }] }, true],
    ['an unknown key', { venue: 'x' }, false],
    ['a null fundamental', { symbols: [{ ...SNAPSHOT, fundamentals: { pe: null } }] }, false],
    ['null news', { symbols: [{ ...SNAPSHOT, news: null }] }, false],
    ['fundamentals as an array', { symbols: [{ ...SNAPSHOT, fundamentals: [] }] }, false],
    ['cash as text', { cash: '1' }, false],
    ['a position without price', { portfolio: [{ symbol: 'A', shares: 1 }] }, false],
    ['a snapshot with an unknown key', { symbols: [{ ...SNAPSHOT, volume: [1] }] }, false],
  ])('%s', (_, change, accepted) => {
    const value = observation(change);
    expect(validObservation(value)).toBe(accepted);
    expect(observationSchema.safeParse(value).success).toBe(accepted);
    expect(readObservation(bytes(JSON.stringify(value))).accept).toBe(accepted);
  });
});
