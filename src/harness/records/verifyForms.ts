import type { z } from 'zod';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { runEvidence, stallObservation, stopDecision } from '../forms/schemas.ts';
import { type Fields, valueAt } from './fields.ts';
import type { RecordItem } from './readJournal.ts';

/**
 * The items of a journal, and a problem behind every event whose evidence, stop decision
 * or stall observation has not its form (page 7).
 */
export function* verifyForms(path: string, items: Iterable<RecordItem>): Generator<RecordItem> {
  for (const item of items) {
    yield item;
    if (item.kind !== 'event') continue;
    for (const [member, form, value] of formsOf(item.type, item.event)) {
      const issue = form.safeParse(value).error?.issues[0];
      if (issue === undefined) continue;
      const pointer = ['', member, ...issue.path.map(String)]
        .filter((part, at) => at === 0 || part !== '')
        .join('/');
      const place = { file: path, line: item.line, pointer };
      yield {
        kind: 'problem',
        diagnostic: diagnostic('record-corrupt', 'warning', place, {
          found: issue.message,
          accepted: [`the form of ${member === '' ? 'a stall observation' : member}`],
        }),
      };
    }
  }
}

function formsOf(type: string, event: Fields): readonly (readonly [string, z.ZodType, unknown])[] {
  switch (type) {
    case 'turn':
      return [
        ['evidence', runEvidence, valueAt(event, 'evidence')],
        ['stop', stopDecision, valueAt(event, 'stop')],
      ];
    case 'stall': {
      const { type: _type, ...observation } = event;
      return [['', stallObservation, observation]];
    }
    default:
      return [];
  }
}
