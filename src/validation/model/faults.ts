/** Faults of standin, not of a message. The verdict stands without it. */
export type ValidationFault =
  /** Prism threw or could not be loaded; our own verdict stands. */
  | { readonly kind: 'prism-failed'; readonly operation: string; readonly cause: unknown }
  /**
   * The operation, or its list of breaches, is too large for Prism, or Prism has too many operations; our
   * own verdict stands.
   */
  | { readonly kind: 'prism-skipped'; readonly operation: string }
  /** We found a breach that Prism does not find, and no deviation explains it: Prism decided. */
  | { readonly kind: 'overruled'; readonly operation: string; readonly pointer: string; readonly message: string }
  /** A pattern was not decided in time; the message is not accepted. */
  | { readonly kind: 'pattern-undecided'; readonly pattern: string };

export type OnFault = (fault: ValidationFault) => void;
