import { createHash } from 'node:crypto';
import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import { agentEnvironment } from './environment.ts';

/** What a record says of one variable of an agent's environment. */
export interface EnvironmentEntry {
  readonly name: string;
  /** Whether the agent has it; the kit's own environment may have it all the same. */
  readonly passed: boolean;
  /** Null where it is not set, or its value is not to be written down. */
  readonly value: string | null;
  /** Start of the SHA-256 of a value that is not written, and is no secret; else null. */
  readonly fingerprint: string | null;
}

/**
 * What of an agent's environment may make it behave otherwise elsewhere, for its record:
 * locale and time zone by value, set or not; every PYTHON variable, those withheld too,
 * by value where it holds a switch, else by fingerprint; and of what was named for the
 * agent the name alone, since it may be a secret (page 8.5).
 */
export function environmentRecord(
  parent: Readonly<Record<string, string | undefined>>,
  envNames: readonly string[],
): readonly EnvironmentEntry[] {
  const { env } = agentEnvironment(parent, envNames);
  const named = Object.keys(env).filter((name) => !UNTOLD.has(name));
  const ofPython = Object.keys(parent).filter((name) => PYTHON.test(name) && parent[name] !== undefined);
  const names = [...new Set([...ALWAYS, ...named, ...ofPython])].sort(compareUtf8);
  return names.slice(0, limits.environmentEntries).map((name) => {
    const passed = Object.hasOwn(env, name);
    return { name, passed, ...told(name, passed ? env[name] : parent[name]) };
  });
}

/** Told whether they are set or not. */
const ALWAYS = ['LANG', 'LC_ALL', 'TZ'];
/** Every agent has them, and they are places on this machine. */
const UNTOLD: ReadonlySet<string> = new Set(['PATH', 'HOME', 'TMPDIR']);
const LOCALE = /^(LANG|LANGUAGE|LC_[A-Z]+|TZ)$/;
const PYTHON = /^PYTHON[A-Z0-9_]*$/;
/** Variables that hold a switch, a number or the name of an encoding. */
const SWITCHES: ReadonlySet<string> = new Set([
  'PERL_HASH_SEED',
  ...['PYTHONCOERCECLOCALE', 'PYTHONDEVMODE', 'PYTHONDONTWRITEBYTECODE', 'PYTHONFAULTHANDLER'],
  ...['PYTHONHASHSEED', 'PYTHONIOENCODING', 'PYTHONINTMAXSTRDIGITS', 'PYTHONNOUSERSITE', 'PYTHONOPTIMIZE'],
  ...['PYTHONSAFEPATH', 'PYTHONUNBUFFERED', 'PYTHONUTF8', 'PYTHONVERBOSE', 'PYTHON_GIL', 'PYTHON_JIT'],
]);
const FINGERPRINT_DIGITS = 16;

function told(name: string, value: string | undefined): Pick<EnvironmentEntry, 'value' | 'fingerprint'> {
  const isHarmless = LOCALE.test(name) || SWITCHES.has(name);
  if (value === undefined || !(isHarmless || PYTHON.test(name))) return { value: null, fingerprint: null };
  if (isHarmless && value.length <= limits.environmentValueChars) return { value, fingerprint: null };
  const digest = createHash('sha256').update(value).digest('hex');
  return { value: null, fingerprint: digest.slice(0, FINGERPRINT_DIGITS) };
}
