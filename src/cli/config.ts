import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import type { AgentConfig } from './configSchema.ts';

export const CONFIG_NAME = 'sharpebench.json';

export interface LoadedConfig {
  /** Absolute path of the file. */
  readonly path: string;
  /** Folder that relative paths in the file start from, and the agent's working directory. */
  readonly folder: string;
  readonly values: AgentConfig;
}

/**
 * Reads the agent's configuration (page 8.1): the given file, or `sharpebench.json` in
 * the working directory if there is one. Throws a UsageError that names every bad key.
 */
export async function loadConfig(given: string | undefined, cwd: string): Promise<LoadedConfig | null> {
  const path = resolve(cwd, given ?? CONFIG_NAME);
  const text = await readText(path, given !== undefined);
  if (text === null) return null;
  return { path, folder: dirname(path), values: await parseConfig(text, given ?? CONFIG_NAME) };
}

async function readText(path: string, required: boolean): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > limits.documentBytes) {
      throw new UsageError(
        diagnostic(
          'config-unreadable',
          'error',
          { file: path },
          { found: `${bytes.length} bytes`, accepted: [`at most ${limits.documentBytes} bytes`] },
        ),
      );
    }
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !required) return null;
    throw new UsageError(
      diagnostic(
        'config-unreadable',
        'error',
        { file: path },
        { found: code ?? String(error), accepted: ['a readable JSON file'] },
      ),
    );
  }
}

async function parseConfig(text: string, file: string): Promise<AgentConfig> {
  const parsed = parseJson(text, file);
  const { agentConfigSchema, configKeys } = await import('./configSchema.ts');
  const result = agentConfigSchema.safeParse(parsed);
  if (result.success) return result.data;
  throw new UsageError(
    ...result.error.issues.flatMap((issue) => {
      const pointer = issue.path.map((part) => `/${String(part)}`).join('');
      if (issue.code !== 'unrecognized_keys') {
        return [
          diagnostic(
            'bad-config-value',
            'error',
            { file, pointer },
            { found: shown(valueAt(parsed, issue.path)), accepted: [issue.message] },
          ),
        ];
      }
      return issue.keys.map((key) => {
        const accepted = acceptedKeys(String(issue.path[0] ?? ''), configKeys);
        const nearest = closest(key, [...accepted]);
        return diagnostic(
          'unknown-config-key',
          'error',
          { file, pointer: `${pointer}/${key}` },
          {
            found: key,
            accepted,
            facts: distance(key, nearest) <= 3 ? { nearest } : {},
          },
        );
      });
    }),
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      diagnostic(
        'config-not-json',
        'error',
        { file },
        { found: (error as Error).message, accepted: ['a JSON object'] },
      ),
    );
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    root,
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}

/** Keys of the object that a member of the configuration holds; the root's for none. */
function acceptedKeys(member: string, rootKeys: readonly string[]): readonly string[] {
  if (member === 'transport') return ['kind', 'command', 'url'];
  if (member === 'declaredMandate') return ['kind', 'benchmark_id', 'max_per_run_drawdown'];
  return rootKeys;
}
