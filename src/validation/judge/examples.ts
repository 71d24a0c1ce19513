import type { Json, Violation } from '../../core/index.ts';
import type { Example, MediaType, Operation, Schema } from '../../spec/index.ts';
import { isJson } from '../../wire/index.ts';
import type { Validator } from './validator.ts';

/** A documented example that does not fit its schema, with the first reason. */
export interface ExampleMismatch {
  readonly pointer: string;
  readonly value: Json;
  readonly violation: Violation;
  readonly message: string;
}

/** Guard: only values that were read as JSON, not examples of forms and other texts. */
export function exampleMismatches(validator: Validator, operation: Operation): readonly ExampleMismatch[] {
  const media = (content: readonly MediaType[], direction: 'request' | 'response'): readonly ExampleMismatch[] =>
    content
      .filter(({ mediaType }) => isJson(mediaType))
      .flatMap((each) => mismatches(validator, operation, { schema: each.schema, list: each.examples, direction }));
  return [
    ...operation.parameters.flatMap((each) =>
      mismatches(validator, operation, { schema: each.schema, list: each.examples, direction: 'request' }),
    ),
    ...media(operation.body?.content ?? [], 'request'),
    ...operation.responses.flatMap((response) => media(response.content, 'response')),
  ];
}

/** Examples, and the schema that they must fit. */
interface HeldExamples {
  readonly schema: Schema | undefined;
  readonly list: readonly Example[];
  readonly direction: 'request' | 'response';
}

function mismatches(
  validator: Validator,
  operation: Operation,
  { schema, list, direction }: HeldExamples,
): readonly ExampleMismatch[] {
  if (schema === undefined) return [];
  return list.flatMap(({ value, pointer, name }) => {
    const [violation] = validator.value(schema, value, direction);
    if (violation === undefined) return [];
    const message = `The example ${name === '' ? '' : `"${name}" `}of ${operation.id} does not fit its schema: ${violation.message}`;
    return [{ pointer, value, violation, message }];
  });
}
