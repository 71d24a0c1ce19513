import type { Exchange } from '../model/exchange.ts';

/** Whether the service did what it was asked for, or said where the result is: header fields of a success are not looked for in an error. */
export const isAnswer = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 400;
