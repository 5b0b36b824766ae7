import { Static, Text, useInput } from 'ink';
import { useSyncExternalStore } from 'react';
import { keyNames } from './keyName.ts';

/** Sentences in order, and who hears the keys. */
export interface SentenceSource {
  subscribe(listener: () => void): () => void;
  sentences(): readonly string[];
  onKey(name: string): void;
}

/** Sentences one below the other; what was said stays and is never drawn again. */
export function Spoken({ source }: { readonly source: SentenceSource }) {
  const sentences = useSyncExternalStore(source.subscribe, source.sentences);
  useInput((input, key) => {
    for (const name of keyNames(input, key)) source.onKey(name);
  });
  return <Static items={[...sentences]}>{(sentence, index) => <Text key={index}>{sentence}</Text>}</Static>;
}
