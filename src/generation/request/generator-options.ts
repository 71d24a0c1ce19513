import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';
import type { StepMeter } from '../model/steps.ts';

export interface GeneratorOptions {
  readonly api: Api;
  /**
   * URL below which pictures for generated URLs can be loaded, such as
   * `http://localhost:4010/_standin/image`. Default `https://example.com`.
   */
  readonly imageRoot?: string;
  /** The validator's verdict. Default: standin's evaluator. */
  readonly accepts?: (schema: Schema, value: Json, direction: Direction) => boolean;
  /** Counts the steps of all work. */
  readonly meter?: StepMeter;
}
