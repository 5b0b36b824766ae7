import { useInput } from 'ink';
import { keyNames } from './keyName.ts';

/** Hears the keys of a terminal, and draws nothing. */
export function Keys({ onKey }: { readonly onKey: (name: string) => void }) {
  useInput((input, key) => {
    for (const name of keyNames(input, key)) onKey(name);
  });
  return null;
}
