/** How much of each thing a page shows. */
export interface PageDetail {
  /** Characters of one body. */
  readonly body: number;
  /** Characters of a command or script that repeats a finding. A longer one is replaced by a hint. */
  readonly script: number;
  /**
   * Whether folded findings show the lines of the document as well, and each finding what its check asks, by which
   * specification, and how to run it again.
   */
  readonly isWhole: boolean;
  /** Maximum characters of the list of cases. */
  readonly cases: number;
}

/** From most to least detail: a page uses the first that keeps it small enough. */
export const PAGE_DETAILS: readonly PageDetail[] = [
  { body: 12_000, script: 20_000, isWhole: true, cases: 450_000 },
  { body: 3_000, script: 6_000, isWhole: true, cases: 450_000 },
  { body: 1_000, script: 3_000, isWhole: true, cases: 300_000 },
  { body: 300, script: 1_500, isWhole: false, cases: 200_000 },
  { body: 100, script: 500, isWhole: false, cases: 100_000 },
];

/** Maximum bytes of a page that opens at once. */
export const MOST_PAGE = 1_900_000;
