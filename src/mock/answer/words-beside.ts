import type { Json, JsonObject } from '../../core/index.ts';
import { isJsonContent, type ResponseSpec } from '../../spec/index.ts';
import { isObject, parsePointer } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/** Words such as `create_server`, unlike names of things, addresses and ids. */
const WORD = /^[a-z]{2,}(?:_[a-z]{2,})*$/;

/**
 * The words that the example of an answer has in the objects beside the record at `pointer`: `{ action: { command: "create_server" } }` beside a new
 * server. Unless the answer shows everything, only in those that it must have.
 */
export function wordsBeside(
  { content }: ResponseSpec,
  { pointer, showsAll }: { readonly pointer: string; readonly showsAll: boolean },
  fieldsOf: MockContext['fieldsOf'],
): JsonObject {
  const [own] = parsePointer(pointer) ?? [];
  const media = content.find(isJsonContent);
  const example: Json = media?.examples[0]?.value ?? null;
  if (own === undefined || media?.schema === undefined || !isObject(example)) return {};
  const { properties, required } = fieldsOf(media.schema);
  return Object.fromEntries(
    Object.entries(example).flatMap(([name, shown]): readonly (readonly [string, JsonObject])[] => {
      const isShown = required.has(name) || (showsAll && properties.has(name));
      if (name === own || !isShown || !isObject(shown)) return [];
      const words = Object.entries(shown).filter(([, value]) => typeof value === 'string' && WORD.test(value));
      return words.length === 0 ? [] : [[name, Object.fromEntries(words)]];
    }),
  );
}
