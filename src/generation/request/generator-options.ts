import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';

export interface GeneratorOptions {
  readonly api: Api;
  /** The validator's verdict. Without one, values are held against an evaluator of our own. */
  readonly accepts?: (schema: Schema, value: Json, direction: Direction) => boolean;
}
