/** A log that several processes with shared state write and read. */
export interface SharedLog {
  /** Appends a line without waiting; the line is dropped if the log cannot be reached. */
  append(line: string): void;
  /**
   * Reads the lines after a cursor, oldest first; the cursor `''` is the beginning. `cleared`: the log was
   * cleared since this process last read it, so the lines are its whole content. Throws
   * `state.unavailable`.
   */
  since(cursor: string): Promise<{
    readonly lines: readonly { readonly text: string; readonly own: boolean }[];
    readonly cursor: string;
    readonly cleared: boolean;
  }>;
  /** Throws `state.unavailable`. */
  clear(): Promise<void>;
}
