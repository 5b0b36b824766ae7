// Writes schema/*.json from the zod types: `npx tsx scripts/generate-schemas.ts`.
import { mkdir, writeFile } from 'node:fs/promises';
import { publishedSchemas } from '../src/cli/publishedSchemas.ts';

const folder = new URL('../schema/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const { file, text } of publishedSchemas()) await writeFile(new URL(file, folder), text);
