/** How a step ended as far as it can say; findings turn it into a failure. */
export type StepEnd =
  | { readonly kind: 'passed' }
  /** `lasting`: whoever asks again is told the same. */
  | { readonly kind: 'inconclusive'; readonly reason: string; readonly lasting?: true }
  | { readonly kind: 'errored'; readonly reason: string }
  | { readonly kind: 'skipped'; readonly reason: string };
