import type { ObjectShape } from '../shape/fields.ts';
import { COST, DECISION, ORDER } from '../shape/shapes.ts';

const PLACES: readonly (readonly [ObjectShape, string])[] = [
  [DECISION, 'the decision itself'],
  [ORDER, 'each entry of orders'],
  [COST, 'cost'],
];

/** Where a key that is wrong here would be right; null if nowhere in a decision. */
export function whereKeyBelongs(key: string, here: ObjectShape): string | null {
  if (!PLACES.some(([shape]) => shape === here)) return null;
  const place = PLACES.find(([shape]) => shape !== here && shape.keys.includes(key));
  return place?.[1] ?? null;
}
