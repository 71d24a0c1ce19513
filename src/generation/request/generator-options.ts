import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';

export interface GeneratorOptions {
  readonly api: Api;
  /** Where pictures of the names in generated addresses can be loaded, such as `http://localhost:4010/_standin/image`. Default `https://example.com`. */
  readonly imageRoot?: string;
  /** The validator's verdict. Without one, the evaluator of standin decides. */
  readonly accepts?: (schema: Schema, value: Json, direction: Direction) => boolean;
}
