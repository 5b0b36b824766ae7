import { BROKEN_KEY } from '../json/kinds.ts';
import type { MarketObservation, PositionState, SymbolSnapshot } from '../observation.ts';
import type { ObjectShape } from './fields.ts';
import type { ShapeReader } from './shapeReader.ts';
import { OBSERVATION, POSITION, SNAPSHOT } from './shapes.ts';

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Reads an observation (page 1.1); it is one if the reader noted nothing. */
export function readObservationShape(reader: ShapeReader, root: number): MarketObservation {
  let date = '';
  let cash = 0;
  let symbols: readonly SymbolSnapshot[] = [];
  let portfolio: readonly PositionState[] = [];
  members(reader, root, OBSERVATION, (index, value) => {
    if (index === 0) date = reader.string(value) ?? '';
    else if (index === 1) cash = reader.float(value) ?? 0;
    else if (index === 2) symbols = elements(reader, value, readSnapshot);
    else portfolio = elements(reader, value, readPosition);
  });
  return { date, cash, symbols, portfolio };
}

function readSnapshot(reader: ShapeReader, node: number): SymbolSnapshot {
  let symbol = '';
  let closes: readonly number[] = [];
  let fundamentals = NOTHING;
  let news: readonly string[] = [];
  members(reader, node, SNAPSHOT, (index, value) => {
    if (index === 0) symbol = reader.string(value) ?? '';
    else if (index === 1) closes = elements(reader, value, (each, close) => each.float(close) ?? 0);
    else if (index === 2) fundamentals = readFundamentals(reader, value);
    else news = elements(reader, value, (each, headline) => each.string(headline) ?? '');
  });
  return { symbol, close_history: closes, fundamentals, news };
}

function readPosition(reader: ShapeReader, node: number): PositionState {
  let symbol = '';
  let shares = 0;
  let price = 0;
  members(reader, node, POSITION, (index, value) => {
    if (index === 0) symbol = reader.string(value) ?? '';
    else if (index === 1) shares = reader.float(value) ?? 0;
    else price = reader.float(value) ?? 0;
  });
  return { symbol, shares, avg_price: price };
}

/** An open map of numbers: any key, and of a repeated key the last value, as the reference's map takes it. */
function readFundamentals(reader: ShapeReader, node: number): ReadonlyMap<string, number> {
  const { tape } = reader;
  const fields = new Map<string, number>();
  if (!reader.isObject(node, 'a map of numbers')) return fields;
  const limit = tape.next(node);
  for (let key = node + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const value = reader.float(key + 1);
    if (value !== null && tape.kind(key) !== BROKEN_KEY) fields.set(tape.stringAt(key), value);
  }
  return fields;
}

function members(
  reader: ShapeReader,
  node: number,
  shape: ObjectShape,
  take: (index: number, value: number) => void,
): void {
  if (!reader.isObject(node, shape.name)) return;
  const { tape } = reader;
  let seen = 0;
  const limit = tape.next(node);
  for (let key = node + 1; key + 1 < limit; key = tape.next(key + 1)) {
    const index = reader.key(key, shape, seen);
    if (index < 0) continue;
    seen |= 1 << index;
    take(index, key + 1);
  }
  reader.endObject(node, shape, seen);
}

function elements<T>(
  reader: ShapeReader,
  node: number,
  read: (reader: ShapeReader, element: number) => T,
): readonly T[] {
  const { tape } = reader;
  const values: T[] = [];
  if (!reader.isArray(node)) return values;
  const limit = tape.next(node);
  for (let element = node + 1; element < limit; element = tape.next(element))
    values.push(read(reader, element));
  return values;
}
