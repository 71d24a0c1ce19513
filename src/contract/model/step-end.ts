/** The result of a step without its findings. A finding makes it a failure. */
export type StepEnd =
  | { readonly kind: 'passed' }
  /** `lasting`: a repeated request gets the same answer. */
  | { readonly kind: 'inconclusive'; readonly reason: string; readonly lasting?: true }
  | { readonly kind: 'errored'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string };
