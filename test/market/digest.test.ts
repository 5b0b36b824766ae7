import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDataset } from '../../src/market/createDataset.ts';
import { datasetSha256 } from '../../src/market/digest.ts';

it('is the SHA-256 of the compact wire form', () => {
  const dataset = createDataset(
    'test',
    ['2024-01-01', 't"\\\u0001é'],
    [
      { symbol: 'b', closes: Float64Array.of(1, 1e21), dividends: Float64Array.of(0, 0) },
      { symbol: 'a', closes: Float64Array.of(-0, 1e-7), dividends: Float64Array.of(0, 0.5) },
    ],
  );
  const text =
    '{"dates":["2024-01-01","t\\"\\\\\\u0001é"],"closes":{"a":[-0.0,1e-7],"b":[1.0,1e21]},"dividends":{"a":[0.0,0.5]}}';
  expect(datasetSha256(dataset)).toBe(createHash('sha256').update(text).digest('hex'));
});

it('is the same however large the text', () => {
  const closes = Float64Array.from({ length: 50_000 }, (_, bar) => bar + 0.25);
  const dates = Array.from(closes, (_, bar) => `t${bar}`);
  const dataset = createDataset('test', dates, [{ symbol: 'A', closes, dividends: null }]);
  const text = `{"dates":${JSON.stringify(dates)},"closes":{"A":[${closes.join(',')}]},"dividends":{}}`;
  expect(datasetSha256(dataset)).toBe(createHash('sha256').update(text).digest('hex'));
});
