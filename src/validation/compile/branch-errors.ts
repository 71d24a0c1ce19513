import type { RawError } from './compiler.ts';

/** Takes back the errors that stand directly before that of an alternative and came from its branches. */
export function dropBranchErrors(kept: RawError[], combined: RawError, branches: ReadonlySet<unknown>): void {
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const inside = last.instancePath.startsWith(combined.instancePath) && branches.has(last.parentSchema);
    if (!inside) return;
    kept.pop();
  }
}
