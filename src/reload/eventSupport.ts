import { statfsSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';

export interface EventSupportOptions {
  readonly root: string;
  /** Asked for on the command line. */
  readonly polling?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  statfs(path: string): { readonly type: number };
}

export const systemStatfs = (path: string): { readonly type: number } => statfsSync(path);

/**
 * Why files have to be looked at again and again, since nobody would tell of their change:
 * it was asked for, or they lie on a file system whose other side makes no events. Null if
 * events come. CHOKIDAR_USEPOLLING is the variable that people know from other tools.
 */
export function whyPolling(options: EventSupportOptions): Diagnostic | null {
  if (options.polling !== undefined) return options.polling ? polls('asked', '') : null;
  const variable = options.env.CHOKIDAR_USEPOLLING?.trim().toLowerCase() ?? '';
  if (variable !== '') {
    return variable === '0' || variable === 'false' ? null : polls('variable', 'CHOKIDAR_USEPOLLING');
  }
  if (options.platform !== 'linux') return null;
  const name = fileSystemName(options);
  return name === null ? null : polls('file-system', name);
}

export function polls(why: string, found: string): Diagnostic {
  return diagnostic('watch-polling', 'notice', {}, { found, facts: { why } });
}

function fileSystemName({ root, statfs }: EventSupportOptions): string | null {
  try {
    return silent.get(statfs(root).type >>> 0) ?? null;
  } catch {
    return null;
  }
}

/** File systems of Linux (linux/magic.h) whose files also change where its kernel does not see it. */
const silent: ReadonlyMap<number, string> = new Map([
  [0x01021997, '9p (a Windows drive under WSL, or a folder shared with a virtual machine)'],
  [0x53464846, 'drvfs (a Windows drive under WSL)'],
  [0x65735546, 'FUSE (a folder shared with a container or a virtual machine, or a remote one)'],
  [0xff534d42, 'CIFS (a network share)'],
  [0xfe534d42, 'SMB (a network share)'],
  [0x0000517b, 'SMB (a network share)'],
  [0x00006969, 'NFS (a network share)'],
  [0x5346414f, 'AFS (a network share)'],
  [0x00c36400, 'Ceph (a network share)'],
  [0x786f4256, 'vboxsf (a folder shared by VirtualBox)'],
  [0xbacbacbc, 'vmhgfs (a folder shared by VMware)'],
  [0x7c7c6673, 'prl_fs (a folder shared by Parallels)'],
]);
