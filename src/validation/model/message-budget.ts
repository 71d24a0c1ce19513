/** What judging one message may cost. One validator judges one message at a time. */
export interface MessageBudget {
  /** Recursive definitions that were entered, each as often as by a validator that does not remember its verdicts. */
  spent: number;
  /** Strings that were matched within a time limit so far. */
  timedMatches: number;
  /** Patterns that could not be matched within the time for one message. Once there is one, no other string is matched within a time limit. */
  readonly undecided: Set<string>;
  /** An undecided pattern refuses the message. */
  failsClosed: boolean;
}

export function createMessageBudget(): MessageBudget {
  return { spent: 0, timedMatches: 0, undecided: new Set(), failsClosed: false };
}

/** Starts the budget of a message. */
export function startMessage(budget: MessageBudget, failsClosed: boolean): void {
  budget.spent = 0;
  budget.timedMatches = 0;
  budget.undecided.clear();
  budget.failsClosed = failsClosed;
}
