import type { RoleKind } from './model.ts';

const WRITES: ReadonlySet<RoleKind> = new Set<RoleKind>(['create', 'replace', 'patch']);

/** Whether requests of this role set values of one item. */
export const isWriting = (kind: RoleKind): boolean => WRITES.has(kind);
