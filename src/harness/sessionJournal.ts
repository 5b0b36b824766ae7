import { limits } from '../kernel/limits.ts';
import { BatchedLines } from './batchedLines.ts';
import type { RunEvent } from './events.ts';
import type { Journal } from './journal.ts';
import { type Keeper, type KeptAnswer, keptAnswerText } from './keptAnswer.ts';

/**
 * The journal as one session writes it. Turns are gathered, since the answer of each
 * stands in it before its turn does; everything else is written as it is told.
 */
export class SessionJournal implements Keeper {
  readonly #journal: Journal;
  readonly #lines: BatchedLines;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#lines = new BatchedLines((pieces) => journal.append(pieces), limits.journalBatchMs);
  }

  /** `text`: the event's JSON in pieces. */
  write(event: RunEvent, text: Iterable<string>): void {
    if (event.type === 'turn') this.#lines.add(text);
    else this.#lines.addNow(text);
  }

  keepAnswer(answer: KeptAnswer): void {
    this.#journal.append([keptAnswerText(answer)]);
  }

  flush(): void {
    this.#lines.flush();
  }

  /** Ends the record with the code that the command ends with. */
  close(exitCode: number): Promise<void> {
    this.#lines.flush();
    return this.#journal.close(exitCode);
  }
}
