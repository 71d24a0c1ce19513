/** A parsed object with unknown members. */
export type Raw = Readonly<Record<string, unknown>>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property; inherited names such as `constructor` are never found. */
export function member(node: unknown, key: string): unknown {
  return isRaw(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** A property that is a string. */
export function textOf(node: unknown, key: string): string | undefined {
  const value = member(node, key);
  return typeof value === 'string' ? value : undefined;
}

/** Own properties of an object; empty for other values. */
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
