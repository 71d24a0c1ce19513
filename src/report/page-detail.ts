/** How much of each thing a page shows. */
export interface PageDetail {
  /** Characters of one body. */
  readonly body: number;
  /** Characters of a command or script that repeats a finding; a longer one is named instead. */
  readonly script: number;
  /** Whether findings that are folded under another one show the lines of the document, too. */
  readonly isWhole: boolean;
  /** Characters that the list of cases may take. */
  readonly cases: number;
}

/** From all to little: a page takes the first with which it is small enough. */
export const PAGE_DETAILS: readonly PageDetail[] = [
  { body: 12_000, script: 20_000, isWhole: true, cases: 450_000 },
  { body: 3_000, script: 6_000, isWhole: true, cases: 450_000 },
  { body: 1_000, script: 3_000, isWhole: true, cases: 300_000 },
  { body: 300, script: 1_500, isWhole: false, cases: 200_000 },
  { body: 100, script: 500, isWhole: false, cases: 100_000 },
];

/** Bytes of a page that still opens at once. */
export const MOST_PAGE = 1_900_000;
