import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, type Fact } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { guessLanguage } from '../language.ts';
import { shellSyntax } from '../shellSyntax.ts';
import { type ProgramSearch, searchPath, searchProgram } from './programSearch.ts';
import { readShebang } from './shebang.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks before the leap: what the system would refuse with one and the same ENOENT is
 * told apart here. Returns notices; throws UsageError for an empty command and
 * CannotRunError for one that cannot start.
 */
export function preflight(command: readonly string[], cwd: string, env: Environment): readonly Diagnostic[] {
  const name = command[0];
  if (name === undefined || name.trim() === '')
    throw new UsageError(diagnostic('command-empty', 'error', {}));
  checkFolder(cwd);
  const search = searchProgram(name, cwd, env);
  if (search.kind === 'missing')
    throw cannotStart('command-not-found', name, notFoundFacts(command, cwd, env));
  if (search.kind === 'directory') throw cannotStart('command-is-directory', name, { path: search.path });
  if (search.kind === 'not-executable') {
    throw cannotStart('command-not-executable', name, { path: search.path, run_with: runWith(search.path) });
  }
  return process.platform === 'win32' ? [] : checkShebang(name, search, cwd, env);
}

function checkFolder(cwd: string): void {
  const stats = statSync(cwd, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  throw cannotStart('cwd-missing', cwd, { exists: stats !== undefined });
}

function checkShebang(
  name: string,
  search: ProgramSearch,
  cwd: string,
  env: Environment,
): readonly Diagnostic[] {
  const shebang = readShebang(search.path);
  if (shebang.kind === 'none') return [];
  const facts = { path: search.path, run_with: runWith(search.path) };
  if (shebang.kind === 'plain-text') {
    return [diagnostic('shebang-missing', 'notice', {}, { found: name, facts })];
  }
  if (shebang.endsInCarriageReturn) throw cannotStart('shebang-crlf', shebang.line, facts);
  const wanted = shebang.lookedUp ?? shebang.interpreter;
  for (const program of new Set([shebang.interpreter, wanted])) {
    if (searchProgram(program, cwd, env).kind !== 'found') {
      throw cannotStart('interpreter-missing', shebang.line, {
        ...facts,
        interpreter: program,
        ...suggestion(program, cwd, env),
      });
    }
  }
  return [];
}

function notFoundFacts(command: readonly string[], cwd: string, env: Environment): Record<string, Fact> {
  const name = command[0] ?? '';
  const syntax = shellSyntax(command.join(' '));
  const here = resolve(cwd, name);
  const facts: Record<string, Fact> = { ...suggestion(name, cwd, env) };
  if (syntax !== null) facts.shell_syntax = syntax;
  if (SHELL_BUILTINS.has(name)) facts.shell_builtin = true;
  if (!name.includes('/')) {
    facts.searched = [...searchPath(env)];
    if (statSync(here, { throwIfNoEntry: false })?.isFile()) {
      facts.exists_here = true;
      facts.run_with = runWith(here);
    }
  }
  return facts;
}

/** The usual other names of one program; one that exists on the child's PATH is worth proposing. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  python: ['python3'],
  py: ['python3', 'python'],
  python3: ['python'],
  pip: ['pip3'],
  node: ['nodejs'],
  nodejs: ['node'],
  js: ['node'],
  sh: ['bash', 'dash'],
};

function suggestion(name: string, cwd: string, env: Environment): Record<string, Fact> {
  const candidates = [...(ALIASES[name.toLowerCase()] ?? []), name.toLowerCase()];
  const better = candidates.find((each) => each !== name && searchProgram(each, cwd, env).kind === 'found');
  return better === undefined ? {} : { did_you_mean: better };
}

const SHELL_BUILTINS = new Set(['cd', 'export', 'source', '.', 'exec', 'set', 'ulimit', 'eval']);

function runWith(path: string): string {
  const language = guessLanguage([path]);
  return language.runner === null ? '' : `${language.runner} ${path}`;
}

function cannotStart(code: string, found: string, facts: Record<string, Fact>): CannotRunError {
  return new CannotRunError(diagnostic(code, 'error', {}, { found, facts }));
}
