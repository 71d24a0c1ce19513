/** One error of Prism, with its unstable `code` and `path` converted. */
export interface PrismFinding {
  /** JSON Pointer into the message. */
  readonly pointer: string;
  /** The JSON Schema keyword, where the error came from a schema. */
  readonly keyword: string | undefined;
  readonly about: 'status' | 'media-type' | 'body' | 'body-required' | 'parameter';
  readonly message: string;
}
