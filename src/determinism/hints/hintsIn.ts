import type { SourceHint } from '../../harness/determinismEvents.ts';
import { Code } from './code.ts';
import { goAliases, goRules } from './go.ts';
import { javascriptAliases, javascriptRules } from './javascript.ts';
import { pythonAliases, pythonRules } from './python.ts';
import type { Find, HintCause } from './rule.ts';
import { rustAliases, rustRules } from './rust.ts';
import { type LanguageId, type Token, tokenize } from './tokens.ts';

interface Rulebook {
  readonly aliases: (tokens: readonly Token[]) => ReadonlyMap<string, string>;
  readonly rules: readonly Find[];
}

const rulebooks: Readonly<Record<LanguageId, Rulebook>> = {
  python: { aliases: pythonAliases, rules: pythonRules },
  node: { aliases: javascriptAliases, rules: javascriptRules },
  go: { aliases: goAliases, rules: goRules },
  rust: { aliases: rustAliases, rules: rustRules },
};

/** A hint and what it can explain. */
export interface RatedHint extends SourceHint {
  readonly explains: readonly HintCause[];
}

/**
 * Places in one source that often make decisions differ, in reading order. Strings and
 * comments are not looked into; `sbdev: allow` in a comment silences its line.
 */
export function hintsIn(text: string, language: LanguageId, file: string): RatedHint[] {
  const source = tokenize(text, language);
  const { aliases, rules } = rulebooks[language];
  const code = new Code(source, aliases);
  return rules
    .flatMap((find) => [...find(code)])
    .map(({ at, kind }) => {
      const { line, column } = code.tokens[at]!;
      return { file, line, column, code: kind.code, text: kind.text, explains: kind.explains };
    })
    .filter(({ line }) => !source.waived.has(line))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}
