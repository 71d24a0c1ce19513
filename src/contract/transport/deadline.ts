/** The deadline of one connection, which has one request at a time. */
export interface Deadline {
  /** Tells when that many milliseconds have gone by; whoever was to be told before is forgotten. */
  set(milliseconds: number, late: () => void): void;
  /** Nobody is to be told. */
  lift(): void;
  /** No request will follow. */
  close(): void;
}

/** One timer, wound up anew by each request: making one and taking it away again costs ten times as much. It keeps no process alive, the connection does. */
export function createDeadline(): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let length = 0;
  let tell: (() => void) | undefined;
  return {
    set(milliseconds, late) {
      tell = late;
      if (timer !== undefined && length === milliseconds) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      length = milliseconds;
      timer = setTimeout(() => tell?.(), milliseconds).unref();
    },
    lift() {
      tell = undefined;
    },
    close() {
      tell = undefined;
      clearTimeout(timer);
    },
  };
}
