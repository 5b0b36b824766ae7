import { existsSync } from 'node:fs';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { printableShort } from '../../kernel/printable.ts';
import { type DoctorCheck, fine, unwell } from './check.ts';

export const terminal: DoctorCheck = {
  id: 'terminal',
  title: 'a screen can be drawn',
  look: async ({ io }) => {
    if (io.stdout.isTTY !== true) return fine('stdout is no terminal: plain text is written');
    return fine(`${io.stdout.columns ?? 80} columns, TERM=${printableShort(io.env.TERM ?? 'unset', 30)}`);
  },
};

export const timeZone: DoctorCheck = {
  id: 'time-zone',
  title: 'the time zone is one that there is',
  look: async ({ io }) => {
    const { TZ: zone } = io.env;
    if (zone === undefined || zone === '') return fine('not set');
    if (isZone(zone)) return fine(printableShort(zone, 40));
    const found = printableShort(zone, 40);
    return unwell(found, diagnostic('doctor-time-zone', 'warning', {}, { found }));
  },
};

export const locale: DoctorCheck = {
  id: 'locale',
  title: 'text is UTF-8',
  look: async ({ io }) => {
    const value = io.env.LC_ALL || io.env.LC_CTYPE || io.env.LANG || '';
    const found = value === '' ? 'not set' : printableShort(value, 40);
    if (/utf-?8/i.test(value)) return fine(found);
    return unwell(found, diagnostic('doctor-locale', 'notice', {}, { found }));
  },
};

/** Set here and withheld from agents: what works by hand fails in a run. */
export const pythonUnbuffered: DoctorCheck = {
  id: 'python-unbuffered',
  title: 'no variable hides that an agent does not flush',
  look: async ({ io }) => {
    const value = io.env.PYTHONUNBUFFERED;
    if (value === undefined || value === '') return fine('PYTHONUNBUFFERED is not set');
    const found = printableShort(value, 20);
    return unwell(`PYTHONUNBUFFERED=${found}`, diagnostic('doctor-unbuffered', 'notice', {}, { found }));
  },
};

/** Variables that the project asks for, by name alone. */
export const askedVariables: DoctorCheck = {
  id: 'variables',
  title: 'the variables that the agent may see are set',
  look: async ({ io, config }) => {
    const names = [...(config?.values.env ?? []), ...listed(io.env.SHARPEBENCH_AGENT_ENV)];
    if (names.length === 0) return fine('none are asked for');
    const missing = names.filter((name) => io.env[name] === undefined);
    if (missing.length === 0) return fine(names.join(', '));
    const found = missing.join(', ');
    return unwell(`not set: ${found}`, diagnostic('doctor-variables', 'warning', {}, { found }));
  },
};

export const processFacts: DoctorCheck = {
  id: 'process-facts',
  title: 'the memory of an agent, and what outlives it, can be seen',
  look: async () => {
    if (existsSync('/proc/self/status')) return fine('/proc');
    return unwell('no /proc', diagnostic('doctor-no-proc', 'notice', {}, { found: process.platform }));
  },
};

function listed(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    // A POSIX rule, as UTC+3 or EST5EDT, is one without being in the list.
    return /^:?[A-Za-z]{3,}[+-]?[0-9]/.test(zone);
  }
}
