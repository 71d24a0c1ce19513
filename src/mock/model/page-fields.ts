/** Where the neighbours of a page are, as path-absolute references; and as the cursor that leads on. */
export interface PageLinks {
  readonly self?: string;
  readonly first?: string;
  readonly previous?: string;
  readonly next?: string;
  readonly last?: string;
  readonly nextCursor?: string;
  /** Ids of the first and last entity of the page. */
  readonly firstId?: string;
  readonly lastId?: string;
}

/** Counts that an envelope or header field may state. A list without pages is one page of all. */
export interface Counts {
  readonly total: number;
  readonly limit: number;
  readonly pages: number;
  readonly offset: number;
  readonly number: number;
  readonly more: boolean;
  readonly shown: number;
}

/** What a header field of a list may say of its page. */
export type PageFieldText = (counts: Counts, turns: PageLinks) => string | undefined;

/** The documented header fields of an answer that say something of a page. */
export type PageFields = readonly { readonly name: string; readonly said: PageFieldText }[];
