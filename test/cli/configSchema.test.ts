import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { agentConfigSchema, configKeys } from '../../src/cli/configSchema.ts';
import { publishedSchemas } from '../../src/cli/publishedSchemas.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly oneOf?: readonly Node[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly additionalProperties?: boolean;
}

const folder = new URL('../../schema/', import.meta.url);
const { text } = publishedSchemas().find(({ name }) => name === 'sharpebench')!;
const schema = JSON.parse(text) as Node;
const ajv = new Ajv2020({ allErrors: true });
const valid = ajv.compile(schema);

describe('schema/sharpebench.schema.json', () => {
  test('the folder holds what the script makes, and nothing else', () => {
    const made = publishedSchemas().map(({ file }) => file);
    expect(readdirSync(folder).sort()).toEqual(made.sort());
    for (const { file, text } of publishedSchemas()) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).toBe(text);
    }
  });

  test('names its dialect and its own address, and has every key', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://sharpebench.dev/schema/v1/sharpebench.schema.json',
    });
    expect(Object.keys(schema.properties ?? {})).toEqual(configKeys);
  });

  test('every object is closed and every key described; what is not one of a few words has an example', () => {
    const seen: string[] = [];
    const visit = (node: Node, path: string): void => {
      for (const branch of node.oneOf ?? []) visit(branch, path);
      if (node.properties === undefined) return;
      expect(node.additionalProperties, path).toBe(false);
      for (const [key, property] of Object.entries(node.properties)) {
        seen.push(path + key);
        expect(property.description, path + key).toMatch(/^[A-Z].{10,}\.$/);
        if (!('const' in property)) expect(property.examples?.length, path + key).toBeGreaterThan(0);
        visit(property, `${path + key}.`);
      }
    };
    visit(schema, '');
    expect(seen).toContain('transport.url');
    expect(seen).toContain('declaredMandate.max_per_run_drawdown');
    expect(seen.length).toBe(configKeys.length + 11);
  });

  test('every example and default of a key is accepted', () => {
    for (const [key, property] of Object.entries(schema.properties!)) {
      const stated = 'default' in property ? [property.default] : [];
      for (const value of [...property.examples!, ...stated]) {
        expect(valid({ [key]: value }), `${key}: ${JSON.stringify(value)}`).toBe(true);
        expect(agentConfigSchema.safeParse({ [key]: value }).success, key).toBe(true);
      }
    }
  });
});

const stdio = (more: object = {}) => ({ transport: { kind: 'stdio', command: ['a'], ...more } });
const http = (more: object = {}) => ({ transport: { kind: 'http', url: 'http://127.0.0.1:1/', ...more } });
const mandate = (more: object) => ({ declaredMandate: more });

describe('a JSON Schema validator and the kit agree on a configuration', () => {
  test.each<[string, unknown]>([
    ['an empty one', {}],
    ['a program', stdio()],
    ['an endpoint', http()],
    ['an endpoint that is started', http({ command: ['node', 'server.js'] })],
    [
      'everything',
      { ...stdio(), build: ['make'], watch: ['**'], ignore: [], env: ['A_1'], faultPlan: 'f.json' },
    ],
    ['seeds as numbers and as text', { seeds: [0, 9007199254740991, '0', '18446744073709551615'] }],
    ['a whole number written with a point', JSON.parse('{"decideTimeoutMs": 5000.0}')],
    ['the shortest and the longest budget', { decideTimeoutMs: 1 }],
    ['an hour', { decideTimeoutMs: 3_600_000 }],
    ['a name of 64 letters', { name: 'a'.repeat(64) }],
    ['windows', { windows: ['20:100', '100:180'] }],
    ['a mandate', mandate({ kind: 'absolute_return' })],
    ['a mandate with its number', mandate({ kind: 'drawdown_capped', max_per_run_drawdown: 1 })],
    ['a mandate with its rival', mandate({ kind: 'relative_to', benchmark_id: 'momentum' })],
  ])('%s: accepted', (_, value) => {
    expect([valid(value), agentConfigSchema.safeParse(value).success]).toEqual([true, true]);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', []],
    ['an unknown key', { comand: ['a'] }],
    ['null for a key', { data: null }],
    ['a command line as text', { transport: { kind: 'stdio', command: 'python3 agent.py' } }],
    ['an empty command', stdio({ command: [] })],
    ['an empty argument', stdio({ command: ['a', ''] })],
    ['a program with a url', stdio({ url: 'http://127.0.0.1:1/' })],
    ['an endpoint without a url', { transport: { kind: 'http', command: ['a'] } }],
    ['an unknown transport', { transport: { kind: 'pipe', command: ['a'] } }],
    ['a transport without a kind', { transport: { command: ['a'] } }],
    ['a value beside a name in env', { env: ['KEY=secret'] }],
    ['no seeds', { seeds: [] }],
    ['a negative seed', { seeds: [-1] }],
    ['half a seed', { seeds: [0.5] }],
    ['a seed that a number cannot hold', { seeds: [2 ** 53] }],
    ['a seed in hexadecimal', { seeds: ['0xff'] }],
    ['a window without an end', { windows: ['20:'] }],
    ['no budget', { decideTimeoutMs: 0 }],
    ['more than an hour', { decideTimeoutMs: 3_600_001 }],
    ['a budget as text', { decideTimeoutMs: '30000' }],
    ['no name', { name: '' }],
    ['a name of 65 letters', { name: 'a'.repeat(65) }],
    ['a drawdown of nothing', mandate({ kind: 'drawdown_capped', max_per_run_drawdown: 0 })],
    ['a drawdown beyond everything', mandate({ kind: 'drawdown_capped', max_per_run_drawdown: 1.01 })],
    ['a mandate with the number of another', mandate({ kind: 'absolute_return', max_per_run_drawdown: 1 })],
    ['the former name of a mandate', mandate({ kind: 'long_only_beta' })],
  ])('%s: refused', (_, value) => {
    expect([valid(value), agentConfigSchema.safeParse(value).success]).toEqual([false, false]);
  });

  test('but for a seed of 20 digits beyond 64 bits, which only the kit refuses', () => {
    const value = { seeds: ['18446744073709551616'] };
    expect([valid(value), agentConfigSchema.safeParse(value).success]).toEqual([true, false]);
  });
});
