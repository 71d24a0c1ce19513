import type { Exchange } from '../model/exchange.ts';

/** Whether the operation can be used by nobody in particular. */
export function allowsAnonymous({ operation }: Exchange): boolean {
  return (
    operation === undefined || operation.security.length === 0 || operation.security.some((uses) => uses.length === 0)
  );
}
