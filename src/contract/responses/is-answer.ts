import type { Exchange } from '../model/exchange.ts';

/** Whether the service did what it was asked for, or said where it is: an error is no place to look for header fields of a success. */
export const isAnswer = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 400;
