export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** Share of what could be seen that was seen. */
  readonly totals: {
    readonly operations: Ratio;
    readonly statuses: Ratio;
    readonly parameters: Ratio;
    readonly properties: Ratio;
    /** Keywords tried with a valid value, and broken alone. */
    readonly keywordsValid: Ratio;
    readonly keywordsBroken: Ratio;
  };
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

export interface OperationCoverage {
  readonly operation: string;
  readonly endpoint: string;
  readonly tags: readonly string[];
  readonly requests: number;
  /** A 2xx (or documented 3xx) answer came to a valid request. */
  readonly reached: boolean;
  readonly statuses: readonly { readonly status: string; readonly documented: boolean; readonly count: number }[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly sent: boolean }[];
  readonly properties: Ratio;
  readonly keywordsValid: Ratio;
  readonly keywordsBroken: Ratio;
}
