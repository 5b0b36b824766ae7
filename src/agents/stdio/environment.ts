import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';

export interface AgentEnvironment {
  /** What the child gets, and all that it gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Names that the parent has and the child does not. */
  readonly withheld: readonly string[];
  readonly notices: readonly Diagnostic[];
}

/**
 * The environment of an agent (page 6.2): a fixed short list plus what was named in
 * the config's `env` and in SHARPEBENCH_AGENT_ENV, because the reference harness
 * clears everything else. PYTHONUNBUFFERED is never passed, named or not: it would
 * hide a missing flush that fails on the day.
 */
export function agentEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  envNames: readonly string[],
  platform: NodeJS.Platform = process.platform,
): AgentEnvironment {
  const named = [...envNames, ...(parent.SHARPEBENCH_AGENT_ENV ?? '').split(/[\s,]+/)].filter(
    (name) => name !== '',
  );
  const key = platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name;
  const allowed = new Set([...STANDARD, ...(platform === 'win32' ? WINDOWS : []), ...named].map(key));
  allowed.delete(UNBUFFERED);

  const passed: [string, string][] = [];
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined) continue;
    if (allowed.has(key(name))) passed.push([name, value]);
    else withheld.push(name);
  }
  return {
    env: Object.fromEntries(passed),
    withheld: withheld.filter((name) => name !== UNBUFFERED),
    notices: notices(parent, named),
  };
}

const UNBUFFERED = 'PYTHONUNBUFFERED';
const STANDARD = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'];
/** Without these, programs on Windows do not start or find no place for their files. */
const WINDOWS = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
];

function notices(
  parent: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (parent[UNBUFFERED] !== undefined) {
    found.push(
      diagnostic('inherited-unbuffered', 'notice', {}, { facts: { named: named.includes(UNBUFFERED) } }),
    );
  }
  for (const name of new Set(named)) {
    if (parent[name] === undefined && name !== UNBUFFERED) {
      found.push(diagnostic('env-name-unset', 'notice', {}, { found: name }));
    }
  }
  return found;
}
