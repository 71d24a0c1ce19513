/** A part of a client's use that a document does not serve. */
export interface UseBreach {
  /**
   * Place in the messages of the operation, `*` for any item: `/query/limit`, `/body/items/X`, `/response/200/body/id`, `/response/200`;
   * `/operation` where the document does not have the operation.
   */
  readonly at: string;
  /** Code of a violation, or `operation.missing`, `response.undocumented`, `response.unservable`. */
  readonly code: string;
  readonly keyword?: string;
  /** JSON Pointer into the document, to the broken rule. */
  readonly rule?: string;
  /** One sentence. */
  readonly message: string;
  /** False: the client received the removed part, but nothing shows that it reads it. */
  readonly certain: boolean;
  /** Calls concerned. */
  readonly calls: number;
}

/** Identifies the same violation in two documents, where rules and wording may differ. */
export const breachKey = ({ at, code, keyword }: UseBreach): string => `${at} ${code} ${keyword ?? ''}`;
