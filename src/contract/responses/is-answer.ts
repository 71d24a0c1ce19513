import type { Exchange } from '../model/exchange.ts';

/**
 * Whether the service did what was asked, or named the place of the result. Header fields of a success are
 * not expected in an error.
 */
export const isAnswer = ({ response, refuses }: Exchange): boolean =>
  response.status >= 200 && response.status < 400 && !refuses;
