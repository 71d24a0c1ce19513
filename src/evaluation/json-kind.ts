/** `Array.isArray` that says `readonly` and leaves elements unknown. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number that a double reaches: what overflowed to infinity is not a number for any schema. */
export function isFiniteNumeric(value: unknown): boolean {
  return typeof value === 'bigint' ? Number.isFinite(Number(value)) : Number.isFinite(value);
}
