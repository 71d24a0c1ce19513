/** An object of a document as it was parsed: nothing is known about its members. */
export type Raw = Readonly<Record<string, unknown>>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; inherited names such as `constructor` are never found. */
export function member(node: unknown, key: string): unknown {
  return isRaw(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** A member that is text. */
export function textOf(node: unknown, key: string): string | undefined {
  const value = member(node, key);
  return typeof value === 'string' ? value : undefined;
}

/** Own members of an object; none of anything else. */
export function entriesOf(node: unknown): readonly (readonly [key: string, value: unknown])[] {
  return isRaw(node) ? Object.entries(node) : [];
}

export function listOf(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}

/** Members whose names begin with `x-`. */
export function extensionsOf(node: unknown): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = Object.create(null);
  if (isRaw(node)) for (const key in node) if (key.startsWith('x-') && Object.hasOwn(node, key)) found[key] = node[key];
  return found;
}
