import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import { excerpt } from './excerpt.ts';
import { guessLanguage } from './language.ts';

/**
 * What the harness raises when a refused line is followed by a valid decision (page
 * 6.2): something prints to stdout. `noise` is every line before that decision.
 */
export function stdoutNoise(
  step: number,
  noise: readonly Uint8Array[],
  command: readonly string[],
): Diagnostic {
  const text = noise.slice(0, limits.stderrQuotedLines).map(excerpt);
  return diagnostic(
    'stdout-noise',
    'error',
    { step },
    {
      found: text[0] ?? null,
      accepted: ['one decision line per observation on stdout, and nothing else'],
      facts: {
        text,
        lines: noise.length,
        culprit: culprit(text.join('\n'), command),
        language: guessLanguage(command).id,
      },
    },
  );
}

/** Who prints such a text; `` if it could be anything. */
function culprit(text: string, command: readonly string[]): string {
  for (const { pattern, name } of CULPRITS) if (pattern.test(text)) return name;
  return RUNNERS.find(({ program }) => command.includes(program))?.name ?? '';
}

const CULPRITS: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  {
    pattern: /^> \S+(@\S+)? \S+/m,
    name: 'the banner of npm run: start the script itself, or use npm run --silent',
  },
  { pattern: /^yarn run v/m, name: 'the banner of yarn run: use yarn --silent' },
  { pattern: /dotenv/i, name: 'dotenv: pass { quiet: true } to its config()' },
  { pattern: /\w*Warning: /, name: 'a warning sent to stdout: leave warnings on stderr' },
  { pattern: /\b(INFO|DEBUG|WARN|WARNING|ERROR)\b/, name: 'a logger whose handler writes to stdout' },
  {
    pattern: /Last login|Welcome to|conda activate|nvm/i,
    name: 'a shell profile: start the program without a login shell',
  },
  { pattern: /^\s*\d+%\|/m, name: 'a progress bar: send it to stderr' },
];

const RUNNERS: readonly { readonly program: string; readonly name: string }[] = [
  { program: 'npm', name: 'npm, or the script that it runs' },
  { program: 'npx', name: 'npx, or the script that it runs' },
];
