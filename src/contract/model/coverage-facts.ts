export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  readonly lives: readonly LifeCoverage[];
  /** Share of what could be seen that was seen. */
  readonly totals: {
    readonly operations: Ratio;
    /** Lives of resources that were led to their end. */
    readonly lives: Ratio;
    readonly statuses: Ratio;
    readonly parameters: Ratio;
    readonly properties: Ratio;
    /** Keywords tried with a valid value, and broken alone. */
    readonly keywordsValid: Ratio;
    readonly keywordsBroken: Ratio;
  };
}

/** The life of the items of one resource: create, read, list, change and delete, in this order. */
export interface LifeCoverage {
  readonly resource: string;
  readonly steps: number;
  /** Steps that passed or failed. */
  readonly done: number;
  /** The first step that says nothing, where the life was not led to its end. */
  readonly cut?: { readonly step: string; readonly reason: string };
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** Why an operation had no success. */
export interface Unreached {
  /** Refusals of valid requests, most frequent first, in the words of the service. */
  readonly refusals: readonly { readonly status: number; readonly words?: string; readonly count: number }[];
  /** Where no valid request had an answer: why cases said nothing, most frequent first. */
  readonly reasons: readonly string[];
  /** Keys of values that may help, such as `createPet#/body/name`: places that the service names, else those that are required. */
  readonly values: readonly string[];
  /** The operation that makes what this one needs, and that had no success either. */
  readonly needs?: string;
}

export interface OperationCoverage {
  readonly operation: string;
  readonly endpoint: string;
  readonly tags: readonly string[];
  readonly requests: number;
  /** A 2xx (or documented 3xx) answer came to a valid request. */
  readonly reached: boolean;
  /** Of an operation that was not reached: why. */
  readonly unreached?: Unreached;
  readonly statuses: readonly { readonly status: string; readonly documented: boolean; readonly count: number }[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly sent: boolean }[];
  readonly properties: Ratio;
  readonly keywordsValid: Ratio;
  readonly keywordsBroken: Ratio;
}
