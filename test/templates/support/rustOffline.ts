import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's librust-*-dev packages put the sources of crates. */
const crates = '/usr/share/cargo/registry';

// A template carries no source replacement: it is for people with a network. The tests have
// none, so cargo is pointed at Debian's sources from outside, by a home of its own.
const config = `[source.crates-io]
replace-with = "debian"

[source.debian]
directory = "${crates}"

[net]
offline = true
`;

export interface CargoHome {
  /** To be laid over the environment of cargo. */
  readonly environment: { readonly CARGO_HOME: string; readonly CARGO_TERM_COLOR: 'never' };
  /** Removes the folder. */
  dispose(): void;
}

/**
 * A temporary CARGO_HOME in which crates come from Debian's packages alone. Whether those are
 * there is said by `whatIsMissing` of test/differential/probe.ts. The toolchain itself is found
 * through PATH and, with rustup, HOME: cargo needs both of the caller's.
 */
export function offlineCargoHome(): CargoHome {
  const folder = mkdtempSync(join(tmpdir(), 'cargo-home-'));
  writeFileSync(join(folder, 'config.toml'), config);
  return {
    environment: { CARGO_HOME: folder, CARGO_TERM_COLOR: 'never' },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
