import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/cli/config.ts';
import { publishedSchemas } from '../../src/cli/publishedSchemas.ts';
import { fencedBlocks, pageText } from './markdown.ts';

interface Node {
  readonly type?: string;
  readonly const?: string;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

const page = pageText('docs/configuration.md');
const schema = JSON.parse(publishedSchemas().find(({ name }) => name === 'sharpebench')!.text) as Node;
const properties = schema.properties!;
const ajv = new Ajv2020();
/** Rows of both tables: key, type, default or kind, examples. */
const rows = [...page.matchAll(/^\| `([^`]+)` \| ([^|]*) \|([^|]*)\| (.*) \|$/gm)].map(
  ([, key = '', type = '', third = '', examples = '']) => ({ key, type, third: third.trim(), examples }),
);
const keyRows = rows.filter(({ key }) => !key.includes('.'));
const partRows = rows.filter(({ key }) => key.includes('.'));

describe('docs/configuration.md', () => {
  it('has each key of the schema once, in its order, and the parts of each', () => {
    expect(keyRows.map(({ key }) => key)).toEqual(Object.keys(properties));
    const parts = Object.entries(properties).flatMap(([key, { oneOf = [] }]) =>
      oneOf.flatMap((branch) => Object.keys(branch.properties ?? {}).map((part) => `${key}.${part}`)),
    );
    expect(partRows.map(({ key }) => key).sort()).toEqual([...new Set(parts)].sort());
  });

  it.each(keyRows)('says of $key what the schema says: type and default', ({ key, type, third }) => {
    const property = properties[key]!;
    expect(type).toBe(typeWords(property));
    if (property.default === undefined) expect(third, 'prose').toMatch(/^[a-z][^`]*$/);
    else expect(valuesIn(third)).toEqual([property.default]);
  });

  it.each(keyRows)('shows an example of $key that is accepted', ({ key, examples }) => {
    const values = valuesIn(examples);
    expect(values).toHaveLength(1);
    for (const value of values) expect(ajv.validate(schema, { [key]: value })).toBe(true);
  });

  it.each(partRows)('says of $key what the schema says', ({ key, type, third, examples }) => {
    const [owner = '', part = ''] = key.split('.');
    const branches = properties[owner]!.oneOf!.filter((branch) => part in branch.properties!);
    const kindOf = (branch: Node) => branch.properties!.kind!.const!;
    const values = valuesIn(examples);
    expect(type).toBe(typeWords(branches[0]!.properties![part]!));
    if (part === 'kind') {
      expect(values).toEqual(branches.map(kindOf));
      return;
    }
    const needing = branches.filter((branch) => branch.required!.includes(part)).map(kindOf);
    const taking = branches.filter((branch) => !branch.required!.includes(part)).map(kindOf);
    expect([...third.matchAll(/`([^`]+)`/g)].map(([, kind]) => kind)).toEqual([...needing, ...taking]);
    expect(/may stand/.test(third)).toBe(taking.length > 0);
    for (const value of values) expect(ajv.validate(branches[0]!.properties![part]!, value)).toBe(true);
  });

  it('shows a whole file that is accepted', async () => {
    const [block] = fencedBlocks(page);
    const folder = mkdtempSync(join(tmpdir(), 'sbdev-configuration-'));
    try {
      const path = join(folder, 'sharpebench.json');
      writeFileSync(path, block!.lines.join('\n'));
      expect((await loadConfig(path, folder))?.values).toMatchObject({ name: 'momentum', seeds: [0, 1, 2] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The values that stand in code in a cell. */
function valuesIn(cell: string): readonly unknown[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => JSON.parse(code) as unknown);
}

function typeWords({ type, items, anyOf, oneOf }: Node): string {
  if (oneOf !== undefined) return typeWords(oneOf[0]!);
  if (anyOf !== undefined) return anyOf.map(typeWords).join(' or ');
  if (items === undefined) return type ?? '';
  return `array of ${(items.anyOf ?? [items]).map((each) => `${typeWords(each)}s`).join(' or ')}`;
}
