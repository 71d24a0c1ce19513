import { createHash } from 'node:crypto';

/**
 * 16 hexadecimal digits that identify a broken rule at a place. Values, order, seed and shard do not change
 * them, and array indexes count as one place. The first half identifies check and operation, so that a run
 * can be narrowed to them.
 */
export function fingerprintOf(facts: {
  readonly check: string;
  readonly operation?: string | undefined;
  readonly pointer?: string | undefined;
  readonly keyword?: string | undefined;
  readonly subject?: string | undefined;
}): string {
  const text = [facts.check, facts.operation, facts.pointer, facts.keyword, facts.subject]
    .map((part) => JSON.stringify(part ?? ''))
    .join(',');
  return subjectOf(facts.check, facts.operation) + digest(text);
}

/** The first half of the fingerprint of a check of an operation. */
function subjectOf(check: string, operation: string | undefined): string {
  return digest(JSON.stringify([check, operation ?? '']));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The check and operation that a fingerprint belongs to. */
export interface FingerprintOrigin {
  readonly check: string;
  /** Absent if the finding is not about one operation. */
  readonly operation?: string;
}

/** The first halves of all possible fingerprints of a document, with check and operation of each. */
export function beginningsOf(
  checks: readonly string[],
  operations: readonly string[],
): ReadonlyMap<string, FingerprintOrigin> {
  return new Map(
    checks.flatMap((check) =>
      [undefined, ...operations].map((operation) => [
        subjectOf(check, operation),
        { check, ...(operation === undefined ? {} : { operation }) },
      ]),
    ),
  );
}

/** The half of a fingerprint that identifies check and operation. */
export const prefixOf = (fingerprint: string): string => fingerprint.slice(0, 8);

/** Whether a string has the form of a fingerprint. */
export const isFingerprint = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

// The pointer without array indexes: `/body/3/name` and `/body/4/name` become equal.
export function withoutIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
