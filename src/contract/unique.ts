import type { Operation } from '../spec/index.ts';

const UNIQUE =
  /\b(already (exists?|taken|used|in use|registered)|exists already|is taken|taken|unique|duplicate\w*)\b/i;

/** Whether the 409 of an operation is about something of the kind that is there already. */
export function isUniqueConflict({ responses }: Operation): boolean {
  return responses.some(({ status, description }) => status === '409' && UNIQUE.test(description));
}

/** Whether an operation documents 409, and no 200 for what is there already. */
export function refusesConflicts({ responses }: Operation): boolean {
  const has = (wanted: string): boolean => responses.some(({ status }) => status === wanted);
  return has('409') && !(has('200') && has('201'));
}
