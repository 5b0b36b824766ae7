import { expect, test } from 'vitest';
import { OPERATIONS, operationKeys } from '../../src/protocol/operations.ts';

test('what changes state may not be retried, what does not may be', () => {
  expect(OPERATIONS.map(operationKeys)).toEqual([
    {
      'x-operation': 'decide',
      'x-mutates-state': false,
      'x-idempotency': 'safe',
      'x-automatic-retries': 'allowed',
    },
    {
      'x-operation': 'rebalance_to_target',
      'x-mutates-state': true,
      'x-idempotency': 'not_guaranteed',
      'x-automatic-retries': 'forbidden',
    },
  ]);
});
