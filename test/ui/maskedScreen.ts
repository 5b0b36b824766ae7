/**
 * A screen with what differs from run to run in a form that does not, each row as wide as
 * it was: times, percents of time, snapshots, temporary folders and session ids.
 */
export function maskedScreen(text: string): string {
  return text
    .split('\n')
    .map((row) => masks.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), row.trimEnd()))
    .join('\n')
    .trimEnd();
}

const masks: readonly (readonly [RegExp, (found: string, ...groups: string[]) => string])[] = [
  // Right-aligned in a column of 8, or in the header.
  [/ *[\d.]+ ms\b/g, (found) => '# ms'.padStart(found.length)],
  // Left-aligned: how long something takes so far.
  [
    /\b(agent|answer|building|reloading|end|cause) [\d.]+ s +/g,
    (found, what) => `${what} # s`.padEnd(found.length),
  ],
  [/(\/(?:screen|gate)-)\w{6}/g, (_, folder) => `${folder}######`],
  [/Node\.js v[\d.]+/g, () => 'Node.js v#'],
  [/(gen \d+ {2})[0-9a-f]{7}/g, (_, label) => `${label}#######`],
];
