import { execFile } from 'node:child_process';
import { searchProgram } from '../../agents/stdio/programSearch.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { type DoctorCheck, fine, unwell } from './check.ts';

/** Least version of Node: major and minor. */
const NODE_LEAST = [20, 19] as const;

export const node: DoctorCheck = {
  id: 'node',
  title: 'the Node that runs the kit',
  look: async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const isNew = major > NODE_LEAST[0] || (major === NODE_LEAST[0] && minor >= NODE_LEAST[1]);
    const accepted = [`${NODE_LEAST.join('.')} or newer`];
    const found = process.version;
    return isNew ? fine(found) : unwell(found, diagnostic('doctor-node', 'error', {}, { found, accepted }));
  },
};

/** A program that templates and examples use; nothing of the kit itself needs it. */
export function program(name: string, use: string): DoctorCheck {
  return {
    id: name,
    title: use,
    look: async ({ io }) => {
      const search = searchProgram(name, io.cwd, io.env);
      if (search.kind !== 'found') {
        const rest = { found: name, facts: { use } };
        return unwell('not on PATH', diagnostic('doctor-program', 'notice', {}, rest));
      }
      return fine(`${await versionOf(search.path, io.env)}`);
    },
  };
}

/** The program that sharpebench.json names. */
export const agentCommand: DoctorCheck = {
  id: 'agent',
  title: 'the agent of ./sharpebench.json',
  look: async ({ io, config }) => {
    const command = config?.values.transport?.command?.[0];
    if (config === null) return fine('no sharpebench.json here');
    if (command === undefined) return fine('no command is configured');
    const search = searchProgram(command, config.folder, io.env);
    if (search.kind === 'found') return fine(search.path);
    const rest = { found: command, facts: { kind: search.kind } };
    return unwell('cannot be started', diagnostic('doctor-agent', 'error', { file: config.path }, rest));
  },
};

function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: limits.localeListMs, env }, (error, stdout, stderr) => {
      const [line = ''] = `${stdout}${stderr}`.trim().split('\n');
      resolve(error === null && line !== '' ? printableShort(line, 60) : path);
    });
  });
}
