import type { RoleKind } from './model.ts';

const WRITES: ReadonlySet<RoleKind> = new Set<RoleKind>(['create', 'replace', 'patch']);

/** Whether a request of this role says how one item is to be. */
export const isWriting = (kind: RoleKind): boolean => WRITES.has(kind);
