/** One operation on a register, with the instants between which it took effect. */
export interface Operation {
  readonly start: number;
  readonly end: number;
  /** What was written, or, for a read, what was seen. */
  readonly kind: 'write' | 'read';
  readonly value: string | undefined;
}

/** Whether some order of the operations, in which none takes effect before it began or after it ended, explains every read. */
export function isLinearizable(history: readonly Operation[], value?: string): boolean {
  if (history.length === 0) return true;
  const firstEnd = Math.min(...history.map(({ end }) => end));
  return history.some((next, at) => {
    if (next.start > firstEnd) return false;
    if (next.kind === 'read' && next.value !== value) return false;
    return isLinearizable(history.toSpliced(at, 1), next.kind === 'write' ? next.value : value);
  });
}
