import type { Limits } from '../model/limits.ts';

/** Counts values with aliases expanded, and finds those that contain themselves. */
export function refuseExpansion(refused: (reason: string) => never, root: unknown, limits: Limits): void {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const sizeOf = (value: unknown, depth: number): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) refused('cyclic alias: a value holds itself');
    if (depth > limits.depth) refused(`limit depth: aliases nest deeper than ${limits.depth}`);
    open.add(value);
    let size = 1;
    for (const child of Object.values(value)) size += sizeOf(child, depth + 1);
    if (size > limits.expandedNodes)
      refused(`limit expandedNodes (yaml-alias-limit): aliases stand for more than ${limits.expandedNodes} values`);
    open.delete(value);
    sizes.set(value, size);
    return size;
  };
  sizeOf(root, 0);
}
