/** What was read from a file and may hold anything. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member that is an object; an empty one if it is none. */
export function fieldsAt(from: Fields, key: string): Fields {
  const value = valueAt(from, key);
  return isFields(value) ? value : {};
}

export function textAt(from: Fields, key: string): string | null {
  const value = valueAt(from, key);
  return typeof value === 'string' ? value : null;
}

export function numberAt(from: Fields, key: string): number | null {
  const value = valueAt(from, key);
  return typeof value === 'number' ? value : null;
}

/** A whole number from 0 that a double holds exactly. */
export function countAt(from: Fields, key: string): number | null {
  const value = numberAt(from, key);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function listAt(from: Fields, key: string): readonly unknown[] {
  const value = valueAt(from, key);
  return Array.isArray(value) ? value : [];
}

export function valueAt(from: Fields, key: string): unknown {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}
