import { Box, Text, useInput } from 'ink';
import { memo, useSyncExternalStore } from 'react';
import type { FrameBand, FrameColumn } from '../frame.ts';
import { type Palette, paintLine } from '../text/paint.ts';
import { keyNames } from './keyName.ts';

/** What the screen draws, and who hears its keys. */
export interface FrameSource {
  subscribe(listener: () => void): () => void;
  bands(): readonly FrameBand[];
  onKey(name: string): void;
}

/** Draws the bands as they are; what is in them was decided before. */
export function Frame({ source, palette }: { readonly source: FrameSource; readonly palette: Palette }) {
  const bands = useSyncExternalStore(source.subscribe, source.bands);
  useInput((input, key) => {
    for (const name of keyNames(input, key)) source.onKey(name);
  });
  return (
    <Box flexDirection="column">
      {bands.map((band, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place on the screen
        <Box key={index} flexDirection="row" height={band.height}>
          {band.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the band
            <Column key={at} column={column} height={band.height} hasRule={at > 0} palette={palette} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Column(props: {
  readonly column: FrameColumn;
  readonly height: number;
  readonly hasRule: boolean;
  readonly palette: Palette;
}) {
  const { column, height, hasRule, palette } = props;
  return (
    <>
      {hasRule && <Rule height={height} palette={palette} />}
      <Box flexDirection="column" width={column.width}>
        {column.lines.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the column
          <Row key={row} text={paintLine(line, palette)} />
        ))}
      </Box>
    </>
  );
}

/** A row that did not change is not laid out again. */
const Row = memo(({ text }: { readonly text: string }) => (
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));

const Rule = memo(({ height, palette }: { readonly height: number; readonly palette: Palette }) => (
  <Box flexDirection="column" width={3}>
    <Text>
      {Array.from({ length: height }, () => paintLine([{ text: ' │ ', tone: 'dim' }], palette)).join('\n')}
    </Text>
  </Box>
));
