export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  readonly lives: readonly LifeCoverage[];
  /** Seen and possible, for each kind of coverage. */
  readonly totals: {
    readonly operations: Ratio;
    /** Life cycles of resources that were tested to their end, of those that can be. */
    readonly lives: Ratio;
    readonly statuses: Ratio;
    readonly parameters: Ratio;
    readonly properties: Ratio;
    /** Keywords that were probed with a valid value, and those broken alone. */
    readonly keywordsValid: Ratio;
    readonly keywordsBroken: Ratio;
  };
}

/** The life cycle of a resource's items: create, read, list, change and delete, in this order. */
export interface LifeCoverage {
  readonly resource: string;
  readonly steps: number;
  /** Steps that passed or failed. */
  readonly done: number;
  /** The first inconclusive step, if the life cycle was not tested to its end. */
  readonly cut?: { readonly step: string; readonly reason: string };
  /** The document has no operation for a single item, so no run can test it to its end. */
  readonly untestable?: true;
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** Why an operation had no success. */
export interface UnreachedOperation {
  /** Refusals of valid requests, most frequent first, in the words of the service. */
  readonly refusals: readonly { readonly status: number; readonly words?: string; readonly count: number }[];
  /** Why cases were inconclusive, most frequent first, if no valid request was answered. */
  readonly reasons: readonly string[];
  /**
   * Keys of values that may help, such as `createPet#/body/name`: places that refusals name, else the
   * required ones.
   */
  readonly values: readonly string[];
  /** The operation that creates what this one needs, if that had no success either. */
  readonly needs?: string;
}

export interface OperationCoverage {
  readonly operation: string;
  readonly endpoint: string;
  readonly tags: readonly string[];
  readonly requests: number;
  /** A valid request was answered with 2xx, or with a documented 3xx. */
  readonly reached: boolean;
  /** Why an operation was not reached. */
  readonly unreached?: UnreachedOperation;
  readonly statuses: readonly { readonly status: string; readonly documented: boolean; readonly count: number }[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly sent: boolean }[];
  readonly properties: Ratio;
  readonly keywordsValid: Ratio;
  readonly keywordsBroken: Ratio;
}
