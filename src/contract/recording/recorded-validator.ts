import type { HttpResponse, Json } from '../../core/index.ts';
import type { Validator } from '../../validation/index.ts';
import { fieldValue, parsePointer, REDACTED, valueAt } from '../../wire/index.ts';

/** A validator for recorded answers: a value that the recorder has redacted breaks no rule. */
export function recordedValidator(validator: Validator): Validator {
  return {
    ...validator,
    response: (operation, response) =>
      validator.response(operation, response).filter(({ pointer }) => valueIn(response, pointer) !== REDACTED),
  };
}

function valueIn({ headers, body }: HttpResponse, pointer: string): Json | undefined {
  const [part, name = ''] = parsePointer(pointer) ?? [];
  if (part === 'header') return fieldValue(headers, name);
  return part === 'body' && body.kind === 'parsed' ? valueAt(body.value, pointer.slice('/body'.length)) : undefined;
}
