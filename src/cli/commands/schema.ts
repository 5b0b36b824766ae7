import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { type PublishedSchema, SCHEMA_BASE } from '../../protocol/schemaDocument.ts';
import type { CommandModule, Io } from '../command.ts';
import { reason } from '../lint/inputs.ts';
import { publishedSchemas } from '../publishedSchemas.ts';

const examples = `
Examples:
  sbdev schema                       what there is
  sbdev schema decision              print one
  sbdev schema --out schema          write all of them into a folder
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('[name]', 'decision, observation, trajectory, sharpebench, fault-plan or harness')
      .option('--out <dir>', 'write into this folder instead of printing')
      .addHelpText('after', examples)
      .action(async (name: string | undefined, flags: { readonly out?: string }) => {
        const all = publishedSchemas();
        const asked = name === undefined ? all : [named(all, name)];
        if (flags.out !== undefined) await write(asked, flags.out, io);
        else if (name === undefined) io.stdout.write(listText(all));
        else io.stdout.write(asked[0]!.text);
        exit(0);
      });
  },
};

function named(all: readonly PublishedSchema[], name: string): PublishedSchema {
  const schema = all.find((each) => each.name === name || each.file === name);
  if (schema !== undefined) return schema;
  const accepted = all.map((each) => each.name);
  throw new UsageError(diagnostic('unknown-schema', 'error', {}, { found: name.slice(0, 80), accepted }));
}

function listText(all: readonly PublishedSchema[]): string {
  return all.map(({ name, file }) => `${name.padEnd(12)} ${SCHEMA_BASE}${file}\n`).join('');
}

async function write(schemas: readonly PublishedSchema[], out: string, io: Io): Promise<void> {
  const folder = resolve(io.cwd, out);
  for (const { file, text } of schemas) {
    const path = join(folder, file);
    try {
      await mkdir(folder, { recursive: true });
      await writeWhole(path, text);
    } catch (error) {
      throw new UsageError(
        diagnostic('schema-unwritable', 'error', { file: path }, { found: reason(error) }),
      );
    }
    io.stdout.write(`${join(out, file)}\n`);
  }
}
