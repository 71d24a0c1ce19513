/** Links to neighbouring pages as path-absolute references, and the cursor of the next page. */
export interface PageLinks {
  readonly self?: string;
  readonly first?: string;
  readonly previous?: string;
  readonly next?: string;
  readonly last?: string;
  /** What the cursor of the next page is, or its offset if the list has no cursor. */
  readonly nextCursor?: string;
  /** Ids of the first and last entity of the page. */
  readonly firstId?: string;
  readonly lastId?: string;
}

/** Counts for an envelope or header field. A list without pages is one page. */
export interface Counts {
  readonly total: number;
  readonly limit: number;
  readonly pages: number;
  readonly offset: number;
  readonly number: number;
  readonly more: boolean;
  readonly shown: number;
}

/** The value of a header field about a page. `origin` stands in front of its links. */
export type PageFieldText = (counts: Counts, turns: PageLinks, origin: string) => string | undefined;

/** A header field about a page. */
export interface PageField {
  readonly name: string;
  readonly textOf: PageFieldText;
  /** Whether its links are absolute, so that they depend on the client's Host. */
  readonly isAbsolute?: true;
}

/** The header fields of an answer about a page. */
export type PageFields = readonly PageField[];
