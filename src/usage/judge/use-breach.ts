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
  /** False: the client got what is gone, and nothing says that it reads it. */
  readonly certain: boolean;
  /** Calls that it concerns. */
  readonly calls: number;
}

/** The same breach in two documents: rules and words may differ. */
export const breachKey = ({ at, code, keyword }: UseBreach): string => `${at} ${code} ${keyword ?? ''}`;
