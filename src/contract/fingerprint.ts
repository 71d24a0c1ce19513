import { createHash } from 'node:crypto';

/**
 * 16 hexadecimal digits that stay the same as long as the same rule is broken at the same place: no value, order, seed or
 * shard goes in, and array indexes count as one place.
 */
export function fingerprintOf(parts: {
  readonly check: string;
  readonly operation?: string | undefined;
  readonly pointer?: string | undefined;
  readonly keyword?: string | undefined;
  readonly subject?: string | undefined;
}): string {
  const text = [parts.check, parts.operation, parts.pointer, parts.keyword, parts.subject]
    .map((part) => JSON.stringify(part ?? ''))
    .join(',');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether a text looks like a fingerprint. */
export const isFingerprint = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

// The place without the accident of its index: `/body/3/name` and `/body/4/name` are one.
export function withoutIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
