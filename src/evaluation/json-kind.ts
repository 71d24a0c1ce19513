/** `Array.isArray` with the result type of a readonly array of unknown elements. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a number is finite: one that overflowed to infinity is not a valid number. */
export function isFiniteNumeric(value: unknown): boolean {
  return typeof value === 'bigint' ? Number.isFinite(Number(value)) : Number.isFinite(value);
}
