import type { Schema } from '../model/api.ts';

/** What bundling needs from the Api. */
export interface BundleSource {
  target(reference: string): Schema | undefined;
  /** Whether a keyword occurs anywhere in the document. */
  mentions(keyword: string): boolean;
  /** Reports that a schema is left open, because its chain of references is too long. */
  tooDeep(schema: Schema): void;
}
