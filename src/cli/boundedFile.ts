import { open } from 'node:fs/promises';
import { UsageError } from '../kernel/errors.ts';

/** Bytes of a file; `refuse` makes the error of one that has more than `most`, or that cannot be read. */
export async function boundedFile(
  path: string,
  most: number,
  refuse: {
    readonly tooLarge: (bytes: number) => UsageError;
    readonly unreadable: (error: unknown) => UsageError;
  },
): Promise<Uint8Array> {
  try {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      if (size > most) throw refuse.tooLarge(size);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof UsageError ? error : refuse.unreadable(error);
  }
}
