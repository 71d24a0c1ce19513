import type { Operation } from '../../spec/index.ts';

/** Whether an operation documents 409, and no 200 for an item that exists already. */
export function refusesConflicts({ responses }: Operation): boolean {
  const has = (wanted: string): boolean => responses.some(({ status }) => status === wanted);
  return has('409') && !(has('200') && has('201'));
}
