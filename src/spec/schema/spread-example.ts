import type { SchemaObject } from '../model/api.ts';
import { isRaw } from '../model/raw.ts';

type Spread = { -readonly [Key in keyof SchemaObject]: SchemaObject[Key] };

/**
 * Gives the members of an object, or the items of a list, what the example of the whole shows of them. A member with an example of its own, or
 * behind a reference, keeps what it has.
 */
export function spreadExample(schema: Spread): void {
  const [example] = schema.examples ?? [];
  if (isRaw(example)) {
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      if (Object.hasOwn(example, name)) give(member, example[name]);
  } else if (Array.isArray(example) && example.length > 0 && schema.items !== undefined) give(schema.items, example[0]);
}

function give(schema: boolean | SchemaObject, value: unknown): void {
  if (typeof schema === 'boolean' || schema.$ref !== undefined || schema.examples !== undefined || value === null)
    return;
  const spread: Spread = schema;
  spread.examples = [value as never];
  spreadExample(spread);
}
