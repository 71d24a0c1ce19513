import type { Operation } from '../../spec/index.ts';

/** Does the document leave a valid request no other answer than an error? Then an error that it documents is what it asked for. */
export function documentsOnlyErrors({ responses }: Operation): boolean {
  return responses.length > 0 && responses.every(({ status }) => /^[145]/.test(status));
}
