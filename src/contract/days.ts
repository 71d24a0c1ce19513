import type { Seen } from './check.ts';

export const isAnswer = ({ response }: Seen): boolean => response.status >= 200 && response.status < 400;

/** UTC day of an instant: `2027-06-30`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
