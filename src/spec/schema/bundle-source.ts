import type { Schema } from '../model/api.ts';

/** What bundling needs to know of the Api. */
export interface BundleSource {
  target(reference: string): Schema | undefined;
  /** Whether a keyword stands anywhere in the document at all. */
  mentions(keyword: string): boolean;
  /** Tells that a schema is left open, because too many references lead to it one after another. */
  tooDeep(schema: Schema): void;
}
