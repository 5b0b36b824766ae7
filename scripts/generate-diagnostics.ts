// Writes docs/diagnostics.md from the catalogues: `npx tsx scripts/generate-diagnostics.ts`.
import { writeFile } from 'node:fs/promises';
import { catalogueSections } from '../src/cli/catalogue.ts';

const sections = catalogueSections.map(([heading, rows]) => {
  const table = rows.map(({ code, title }) => `| \`${code}\` | ${title} |`).join('\n');
  return `## ${heading}\n\n| code | what it says |\n|---|---|\n${table}\n`;
});
const text = `# Diagnostics

Every message carries a stable code in brackets. \`sbdev explain CODE\` prints the
long text with a bad and a good example. A test holds this page equal to the
catalogues; \`npx tsx scripts/generate-diagnostics.ts\` writes it.

${sections.join('\n')}`;
await writeFile(new URL('../docs/diagnostics.md', import.meta.url), text);
