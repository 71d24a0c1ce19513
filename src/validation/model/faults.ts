/** Trouble of ours, not of a message: the verdict stands without it, and its owner may want to know. */
export type ValidationFault =
  /** Prism threw or could not be asked; our own verdict stands alone. */
  | { readonly kind: 'prism-failed'; readonly operation: string; readonly cause: unknown }
  /** The operation, or what it would list about one message, is too large for Prism, or Prism has been given enough; our own verdict stands alone. */
  | { readonly kind: 'prism-skipped'; readonly operation: string }
  /** We found a breach that Prism does not see, and no listed deviation explains it: Prism's word stood. */
  | { readonly kind: 'overruled'; readonly operation: string; readonly pointer: string; readonly message: string }
  /** A pattern was not decided within its time; the message is not accepted. */
  | { readonly kind: 'pattern-undecided'; readonly pattern: string };

export type OnFault = (fault: ValidationFault) => void;
