/** Lines that the processes of a fleet tell each other. */
export interface SharedLog {
  /** Does not wait, and drops the line where it cannot be told. */
  append(line: string): void;
  /**
   * What was told after a cursor, oldest first and `''` being the beginning; `cleared` where that is all there is, because somebody has cleared
   * the log since this process last asked. Throws `state.unavailable`.
   */
  since(cursor: string): Promise<{
    readonly lines: readonly { readonly text: string; readonly own: boolean }[];
    readonly cursor: string;
    readonly cleared: boolean;
  }>;
  /** Throws `state.unavailable`. */
  clear(): Promise<void>;
}
