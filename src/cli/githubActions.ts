import type { Io } from './command.ts';

/** True in a step of GitHub Actions, which sets this and nobody else does. */
export function isGithubActions(env: Io['env']): boolean {
  return env.GITHUB_ACTIONS === 'true';
}
