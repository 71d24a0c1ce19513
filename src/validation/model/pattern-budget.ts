/** What the patterns of one message may cost together that only a backtracking engine can read, in milliseconds. */
const EACH_MESSAGE = 100;

/** The time that is left for the patterns of one message, so that no message holds the process, however many texts it has. */
export interface PatternBudget {
  /** A new message: all of the budget is there again. */
  begin(): void;
  /** Runs what may take at most `longest` milliseconds, and pays for it; `undefined` where nothing is left, or where it takes longer than that. */
  spend(text: string, pattern: string, longest: number, run: (timeout: number) => boolean): boolean | undefined;
}

/** Milliseconds of a clock that is never set back. */
const clock = (): number => performance.now();

/** `now` is a clock in milliseconds. */
export function createPatternBudget(milliseconds: number = EACH_MESSAGE, now: () => number = clock): PatternBudget {
  let left = milliseconds;
  // A message is often judged more than once: what was not decided is not tried again.
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
        // It ran out of time.
        left = 0;
        undecided = { text, pattern };
        return undefined;
      }
    },
  };
}

/** The patterns of a document, as tests that always answer. */
export interface PatternTests {
  /** A new message. */
  begin(): void;
  /** Was a pattern of this message not decided? */
  readonly gaveUp: boolean;
  /** What cannot be decided within the budget does not match. */
  test(pattern: string): (text: string) => boolean;
  /** Can it not be decided whether a text matches? */
  isUndecided(pattern: string, text: string): boolean;
}
