import type { Fill } from '../engine/fill.ts';
import { wireFloat } from '../kernel/floatText.ts';
import { writeDecision } from '../protocol/write/writeDecision.ts';
import { escapeUnseen, isSeen } from './escapeUnseen.ts';
import type { RawAnswer, Turn } from './events.ts';
import { evidenceText, stopText } from './evidenceText.ts';
import { recordJson, stringText } from './recordJson.ts';

/**
 * A turn as JSON text, with unseen characters as escapes. It is the event that there are
 * most of, so only those parts are searched for such characters that can hold them.
 */
export function turnText(turn: Turn, symbols: readonly string[]): string {
  const names = symbolTexts(symbols);
  const code = turn.code === null ? 'null' : `"${turn.code}"`;
  const decide = turn.decide_ms === null ? 'null' : turn.decide_ms.toFixed(3);
  // Of an answer in plain ASCII all is seen, unless it spells a character out as an escape.
  const isPlain = turn.raw !== null && isPlainAscii(turn.raw);
  const raw = turn.raw === null ? 'null' : rawAnswerText(turn.raw);
  const decision = writeDecision(turn.decision);
  const areSeen = isPlain && !turn.raw.text.includes('\\u');
  let fills = '';
  for (const fill of turn.fills) fills += `${fills === '' ? '' : ','}${fillText(fill, names.texts)}`;
  // Of an accepted turn all evidence is the kit's own words, but for the symbols.
  const isOwnWords = names.areSeen && turn.verdict === 'accepted';
  const evidence = isOwnWords ? evidenceText(turn.evidence) : escapeUnseen(evidenceText(turn.evidence));
  const faults = turn.faults === undefined ? '' : `,"faults":${escapeUnseen(recordJson(turn.faults))}`;
  return `{"type":"turn","step":${turn.step},"date":${escapeUnseen(stringText(turn.date))},"verdict":"${turn.verdict}","code":${code},"decide_ms":${decide},"decision":${areSeen ? decision : escapeUnseen(decision)},"raw":${isPlain ? raw : escapeUnseen(raw)},"fills":[${fills}],"cash":${wireFloat(turn.cash)},"nav":${wireFloat(turn.nav)},"return":${wireFloat(turn.return)}${faults},"evidence":${evidence},"stop":${escapeUnseen(stopText(turn.stop))}}`;
}

function isPlainAscii(raw: RawAnswer): raw is RawAnswer & { readonly text: string } {
  return raw.text !== undefined && raw.text.length === raw.bytes && !raw.text.includes('\u007f');
}

export function rawAnswerText(raw: RawAnswer): string {
  if (raw.text === undefined || raw.sha256 !== undefined) return recordJson(raw);
  return `{"text":${JSON.stringify(raw.text)},"bytes":${raw.bytes}}`;
}

function fillText(fill: Fill, symbols: readonly string[]): string {
  return `{"symbol":${symbols[fill.symbolIndex]},"outcome":"${fill.outcome}","carried":${fill.wasCarried},"target_weight":${wireFloat(fill.targetWeight)},"shares":${wireFloat(fill.shares)},"price":${wireFloat(fill.price)},"fee":${wireFloat(fill.fee)}}`;
}

interface SymbolTexts {
  readonly texts: readonly string[];
  readonly areSeen: boolean;
}

const knownSymbols = new WeakMap<readonly string[], SymbolTexts>();

/** The symbols of a dataset as JSON, made once. */
function symbolTexts(symbols: readonly string[]): SymbolTexts {
  const known = knownSymbols.get(symbols);
  if (known !== undefined) return known;
  const made = {
    texts: symbols.map((symbol) => escapeUnseen(stringText(symbol))),
    areSeen: symbols.every(isSeen),
  };
  knownSymbols.set(symbols, made);
  return made;
}
