import type { Exchange } from '../model/exchange.ts';

/**
 * Whether the service did what was asked, or named the place of the result. Header fields of a success are
 * not expected in an error.
 */
export const isAnswer = ({ response, refuses }: Exchange): boolean =>
  response.status >= 200 && response.status < 400 && !refuses;

/** Whether the status of a read says that something is there (2xx), or not (404, 410). Undefined for any other. */
export function saysThere(status: number): boolean | undefined {
  if (status === 404 || status === 410) return false;
  return status >= 200 && status < 300 ? true : undefined;
}
