import type { Operation } from '../../spec/index.ts';

/**
 * Whether the document has only errors as answers to a valid request. Such a documented error is then
 * correct.
 */
export function documentsOnlyErrors({ responses }: Operation): boolean {
  return responses.length > 0 && responses.every(({ status }) => /^[145]/.test(status));
}
