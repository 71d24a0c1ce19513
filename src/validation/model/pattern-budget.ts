/** Maximum milliseconds for all patterns of one message that need a backtracking engine. */
const EACH_MESSAGE = 100;

/** The remaining time for the patterns of one message, so that no message blocks the process. */
export interface PatternBudget {
  /** Starts a new message with the full budget. */
  begin(): void;
  /**
   * Runs a test for at most `longest` milliseconds and subtracts its time; `undefined` if no time is left
   * or it takes longer.
   */
  spend(text: string, pattern: string, longest: number, run: (timeout: number) => boolean): boolean | undefined;
}

/** Milliseconds of a clock that is never set back. */
const clock = (): number => performance.now();

/** `now` is a clock in milliseconds. */
export function createPatternBudget(milliseconds: number = EACH_MESSAGE, now: () => number = clock): PatternBudget {
  let left = milliseconds;
  // A message is often judged several times: an undecided pattern is not tried again.
  let undecided: { readonly text: string; readonly pattern: string } | undefined;
  return {
    begin: () => {
      left = milliseconds;
    },
    spend: (text, pattern, longest, run) => {
      if (undecided?.text === text && undecided.pattern === pattern) left = 0;
      if (left <= 0) return undefined;
      const start = now();
      try {
        const verdict = run(Math.ceil(left));
        left -= Math.min(now() - start, longest);
        return verdict;
      } catch {
        // It timed out.
        left = 0;
        undecided = { text, pattern };
        return undefined;
      }
    },
  };
}

/** The patterns of a document, as tests that always answer. */
export interface PatternTests {
  /** Starts a new message. */
  begin(): void;
  /** Whether a pattern of this message was not decided. */
  readonly gaveUp: boolean;
  /** A string that cannot be decided within the budget does not match. */
  test(pattern: string): (text: string) => boolean;
  /** Whether it cannot be decided if a string matches. */
  isUndecided(pattern: string, text: string): boolean;
}
