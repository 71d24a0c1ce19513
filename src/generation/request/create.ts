import type { Json } from '../../core/index.ts';
import type { Api, Direction, Schema } from '../../spec/index.ts';
import type { Generator } from '../model/generator.ts';
import { createRequests, createRequestTools } from './requests.ts';
import { createTools, createValues } from './values.ts';

export interface GeneratorOptions {
  readonly api: Api;
  /** The validator's verdict. Without one, values are held against an evaluator of our own. */
  readonly accepts?: (schema: Schema, value: Json, direction: Direction) => boolean;
}

/** Makes values and requests for the schemas and operations of one Api. Plans are compiled once per schema and kept as long as it lives. */
export function createGenerator(options: GeneratorOptions): Generator {
  const tools = createTools(options);
  const value = createValues(tools, options);
  return { value, ...createRequests(createRequestTools(tools, options, value)) };
}
