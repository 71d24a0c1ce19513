import type { Generator } from '../model/generator.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { createRequests, createRequestTools } from './requests.ts';
import { createTools, createValues } from './values.ts';

/**
 * Generates values and requests for the schemas and operations of one Api. Plans are compiled once for each
 * schema.
 */
export function createGenerator(options: GeneratorOptions): Generator {
  const tools = createTools(options);
  const value = createValues(tools, options);
  return { value, ...createRequests(createRequestTools(tools, options, value)) };
}
