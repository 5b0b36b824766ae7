import { limits } from '../../kernel/limits.ts';
import { BatchedLines } from '../batchedLines.ts';
import { eventText, type WordsOf } from '../eventText.ts';
import type { Journal } from '../journal.ts';
import type { CellResult } from './records.ts';
import type { CellRecord } from './runSweep.ts';

/** Writes the events of one cell's run to its journal; its end says how the run came out. */
export function cellJournal(journal: Journal, symbols: readonly string[], wordsOf: WordsOf): CellRecord {
  const lines = new BatchedLines((pieces) => journal.append(pieces), limits.cellBatchMs);
  return {
    emit: (event) => {
      const text = eventText(event, symbols, wordsOf);
      if (event.type === 'turn') lines.add(text);
      else lines.addNow(text);
    },
    close: (result) => {
      lines.flush();
      return journal.close(exitCodeOf(result));
    },
  };
}

function exitCodeOf(result: CellResult | null): number {
  return result?.status === 'clean' ? 0 : result?.status === 'failed' ? 1 : 3;
}
