import { createHash } from 'node:crypto';

/**
 * 16 hexadecimal digits that stay the same as long as the same rule is broken at the same place: no value, order, seed or
 * shard goes in, and array indexes count as one place. The first half tells check and operation, so that one finding can be
 * looked for again where it can be at all.
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
  return subjectOf(parts.check, parts.operation) + digest(text);
}

/** What all fingerprints of a check of an operation begin with. */
function subjectOf(check: string, operation: string | undefined): string {
  return digest(JSON.stringify([check, operation ?? '']));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** What a fingerprint can be of. */
export interface Traced {
  readonly check: string;
  /** Absent where the finding is about none. */
  readonly operation?: string;
}

/** What fingerprints of a document can begin with, and what each beginning is about. */
export function beginningsOf(checks: readonly string[], operations: readonly string[]): ReadonlyMap<string, Traced> {
  return new Map(
    checks.flatMap((check) =>
      [undefined, ...operations].map((operation) => [
        subjectOf(check, operation),
        { check, ...(operation === undefined ? {} : { operation }) },
      ]),
    ),
  );
}

/** The half of a fingerprint that tells check and operation. */
export const prefixOf = (fingerprint: string): string => fingerprint.slice(0, 8);

/** Whether a text looks like a fingerprint. */
export const isFingerprint = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

// The place without the accident of its index: `/body/3/name` and `/body/4/name` are one.
export function withoutIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
