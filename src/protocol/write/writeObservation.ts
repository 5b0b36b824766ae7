import { wireFloat } from '../../kernel/floatText.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import type { MarketObservation, PositionState, SymbolSnapshot } from '../observation.ts';
import { wireString } from './wireString.ts';

/** The parts of an observation; `symbolsText` does not depend on the book and may be written ahead. */
export interface ObservationParts {
  readonly date: string;
  readonly cash: number;
  /** The value of `symbols`, brackets included. */
  readonly symbolsText: string;
  readonly portfolio: readonly PositionState[];
}

/** The exact bytes of an observation line (page 1.1), as text and without the terminator. */
export function writeObservation(parts: ObservationParts): string {
  let portfolio = '';
  for (const position of parts.portfolio) {
    portfolio += `${portfolio === '' ? '' : ','}{"symbol":${wireString(position.symbol)},"shares":${wireFloat(position.shares)},"avg_price":${wireFloat(position.avg_price)}}`;
  }
  return `{"date":${wireString(parts.date)},"cash":${wireFloat(parts.cash)},"symbols":${parts.symbolsText},"portfolio":[${portfolio}]}`;
}

/** The same of a whole observation. */
export function writeWholeObservation(observation: MarketObservation): string {
  const { date, cash, portfolio } = observation;
  const symbolsText = `[${observation.symbols.map(snapshotText).join(',')}]`;
  return writeObservation({ date, cash, symbolsText, portfolio });
}

function snapshotText(snapshot: SymbolSnapshot): string {
  const closes = Array.from(snapshot.close_history, wireFloat).join(',');
  return `{"symbol":${wireString(snapshot.symbol)},"close_history":[${closes}],"fundamentals":${fundamentalsText(snapshot.fundamentals)},"news":${newsText(snapshot.news)}}`;
}

/** `{}` when there are none; keys in byte order. */
export function fundamentalsText(fields: ReadonlyMap<string, number>): string {
  if (fields.size === 0) return '{}';
  const sorted = [...fields].sort((a, b) => compareUtf8(a[0], b[0]));
  return `{${sorted.map(([key, value]) => `${wireString(key)}:${wireFloat(value)}`).join(',')}}`;
}

export function newsText(news: readonly string[]): string {
  return news.length === 0 ? '[]' : `[${news.map(wireString).join(',')}]`;
}
