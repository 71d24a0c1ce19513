import type { Seen } from '../model/check.ts';

/** Whether the operation can be used by nobody in particular. */
export function isOpen({ operation }: Seen): boolean {
  return (
    operation === undefined || operation.security.length === 0 || operation.security.some((uses) => uses.length === 0)
  );
}
