/** What the contract declares of an operation (page 1.5). */
export interface Operation {
  readonly name: 'decide' | 'rebalance_to_target';
  /** Where `schema/decision.schema.json` publishes it. */
  readonly schemaPointer: '#' | '#/$defs/Order';
  readonly mutatesState: boolean;
  readonly idempotency: 'safe' | 'not_guaranteed';
  readonly automaticRetries: 'allowed' | 'forbidden';
}

/** Every operation of the wire. Idempotency and retries follow from whether state changes. */
export const OPERATIONS: readonly Operation[] = [
  operation('decide', '#', false),
  operation('rebalance_to_target', '#/$defs/Order', true),
];

function operation(
  name: Operation['name'],
  schemaPointer: Operation['schemaPointer'],
  mutatesState: boolean,
): Operation {
  return {
    name,
    schemaPointer,
    mutatesState,
    idempotency: mutatesState ? 'not_guaranteed' : 'safe',
    automaticRetries: mutatesState ? 'forbidden' : 'allowed',
  };
}

/** The keys under which a published schema carries an operation; they never stand on the wire. */
export function operationKeys(operation: Operation): Readonly<Record<string, string | boolean>> {
  return {
    'x-operation': operation.name,
    'x-mutates-state': operation.mutatesState,
    'x-idempotency': operation.idempotency,
    'x-automatic-retries': operation.automaticRetries,
  };
}
