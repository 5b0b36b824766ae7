import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesUnder } from './sourceTree.ts';

/** Where people write: everything that is published or read, but data. */
const folders = ['src', 'web', 'test', 'bench', 'scripts', 'docs', 'examples', 'schema', 'templates', '.ci'];
const files = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'package.json', 'vitest.config.ts'];
const data = /^(test\/(vectors|fixtures)|examples\/data|docs\/media)\//;

/** Hosts that may be named: the product's own, and those of formats that it follows. */
const knownHosts = new Set([
  // What the LLM templates speak to unless told otherwise.
  'api.openai.com',
  'sharpebench.dev',
  'json-schema.org',
  'www.w3.org',
  'keepachangelog.com',
  'semver.org',
]);
/** Reserved for examples (RFC 2606) or this machine. */
const exampleHost =
  /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+|0\.0\.0\.0|([\w-]+\.)*example(\.(com|org|net))?)$/;

const marker = new RegExp(
  `\\b(${['TO', 'FIX', 'HA', 'X'].map((head, at) => head + ['DO', 'ME', 'CK', 'XX'][at]).join('|')})\\b`,
);

/** Texts of the project by path, data and pictures left out. */
export function proseFiles(root: string): ReadonlyMap<string, string> {
  const paths = [
    ...folders
      .map((folder) => join(root, folder))
      .filter(existsSync)
      .flatMap(filesUnder),
    ...files.map((file) => join(root, file)),
  ]
    .map((file) => relative(root, file))
    .filter((path) => !data.test(path) && !path.includes('__pycache__'));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** One sentence for every line that a reader of the published project should not meet. */
export function proseFaults(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => lineFaults(line).map((fault) => `${path}:${index + 1}: ${fault}`)),
  );
}

function lineFaults(line: string): string[] {
  const faults: string[] = [];
  const marked = marker.exec(line);
  if (marked !== null) faults.push(`${marked[0]}: finish it, or open an issue and name it in CHANGELOG.md`);
  const home = /(?<![\w.~-])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.-]+/.exec(line);
  if (home !== null) faults.push(`${home[0]}: a path of one machine: write it from the project root`);
  for (const [, host = ''] of line.matchAll(/\b(?:https?|wss?):\/\/([^/\s:'"`<>)\]${]+|\[::1\])/g)) {
    if (!knownHosts.has(host) && !exampleHost.test(host)) {
      faults.push(
        `${host}: not a host of this project: use example.com, or add it to test/architecture/prose.ts`,
      );
    }
  }
  return faults;
}
