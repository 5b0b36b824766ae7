import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { limits } from '../../kernel/limits.ts';
import type { Variety } from './factors.ts';

/** Sort and format as differently from English and from bytes as letters A-Z allow. */
const WANTED = ['et_EE', 'lt_LT', 'cs_CZ', 'da_DK', 'tr_TR', 'de_DE', 'fr_FR', 'sv_SE', 'en_US'];
const ZONES_FOLDER = '/usr/share/zoneinfo';

/**
 * Which locale and time zones run B can have (page 4.4). A locale that is not installed
 * would make an honest agent fail, so it is one of this machine's; JavaScript runtimes
 * bring their own. `language` is that of `guessLanguage`.
 */
export async function varietyHere(
  env: Readonly<Record<string, string | undefined>>,
  language: string,
): Promise<Pick<Variety, 'locale' | 'zones'>> {
  const own = env.LC_ALL || env.LANG || 'C';
  const locale =
    language === 'node'
      ? nameOf(own) === 'et_EE'
        ? 'lt_LT.UTF-8'
        : 'et_EE.UTF-8'
      : otherLocale(own, await installedLocales());
  return { locale, zones: zonesFor(language) };
}

/** The installed locale that tells most from `own`; null if there is no other. */
export function otherLocale(own: string, installed: readonly string[]): string | null {
  const isUtf8 = (name: string): boolean => /\.utf-?8$/i.test(name);
  for (const wanted of WANTED) {
    const found = installed.find((name) => nameOf(name) === wanted && isUtf8(name));
    if (found !== undefined && nameOf(own) !== wanted) return found;
  }
  // C.UTF-8 and C sort and format alike; changing one for the other shows nothing.
  return isPlain(own) ? null : 'C';
}

function nameOf(locale: string): string {
  return locale.split(/[.@]/)[0]!;
}

function isPlain(locale: string): boolean {
  return ['C', 'POSIX'].includes(nameOf(locale));
}

/** Without zone files a name would mean UTC; then the offset is written out (POSIX counts westward). */
function zonesFor(language: string): readonly [string, string] {
  const areNamed = language === 'node' || existsSync(`${ZONES_FOLDER}/Pacific/Kiritimati`);
  return areNamed ? ['Pacific/Pago_Pago', 'Pacific/Kiritimati'] : ['WST11', 'EST-14'];
}

let installed: Promise<readonly string[]> | null = null;

/** Asked once: a session has many double runs, and each of them would wait for a process. */
function installedLocales(): Promise<readonly string[]> {
  installed ??= new Promise((resolve) => {
    execFile('locale', ['-a'], { timeout: limits.localeListMs, maxBuffer: 1024 * 1024 }, (error, stdout) =>
      resolve(error === null ? stdout.split('\n').filter((line) => line !== '') : []),
    );
  });
  return installed;
}
