import type { Diagnostic } from '../../kernel/diagnostic.ts';
import type { Io } from '../command.ts';
import type { LoadedConfig } from '../config.ts';

/** What one look at the machine showed: fine as it is, or a finding. */
export interface Look {
  /** What was found, in a few words. */
  readonly found: string;
  /** Null where it is fine. */
  readonly finding: Diagnostic | null;
}

/** One row of the doctor's table. A look changes nothing that it does not put back. */
export interface DoctorCheck {
  readonly id: string;
  /** What is looked at, in a few words. */
  readonly title: string;
  look(scene: Scene): Promise<Look>;
}

export interface Scene {
  readonly io: Io;
  /** The project of the working directory; null if there is none. */
  readonly config: LoadedConfig | null;
}

export function fine(found: string): Look {
  return { found, finding: null };
}

export function unwell(found: string, finding: Diagnostic): Look {
  return { found, finding };
}
