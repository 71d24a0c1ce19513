import type { Json, JsonObject } from '../../core/index.ts';
import { type Api, isJsonContent, type ResponseSpec, type Schema, typesOf } from '../../spec/index.ts';
import { isObject, parsePointer, withoutSeparators } from '../../wire/index.ts';
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

const CODE = /^(?:(?:status|error|err|result|return|ret|response|resp|biz|business)?code|errno)$/;
const MESSAGE = /^(?:msg|message|errmsg|(?:status|result|return|ret|response|resp)(?:msg|message))$/;
const SUCCESS = /^(?:0+|2\d\d|ok|success|succeeded|successful)$/i;
/** Names that say only whether a request succeeded. */
const FLAG = /^(?:is)?(?:success|succeeded|successful|ok)$/;

/**
 * What an envelope says of a request that succeeded beside the record or list at `pointer`: `{ code: 0, msg: "OK", data }`. The example of the answer
 * or of the property comes first.
 */
export function outcomeBeside(
  { content }: ResponseSpec,
  pointer: string,
  { api, fieldsOf }: { readonly api: Api; readonly fieldsOf: MockContext['fieldsOf'] },
): JsonObject {
  const [own] = parsePointer(pointer) ?? [];
  const media = content.find(isJsonContent);
  if (own === undefined || media?.schema === undefined) return {};
  const shown = media.examples[0]?.value ?? null;
  return Object.fromEntries(
    [...fieldsOf(media.schema).properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
      const word = withoutSeparators(name);
      const isCode = CODE.test(word);
      if (name === own) return [];
      const example = isObject(shown) && Object.hasOwn(shown, name) ? [shown[name] ?? null] : [];
      if (FLAG.test(word) && typesOf(api, property).includes('boolean')) return [[name, true]];
      if (FLAG.test(word) || word === 'status') {
        const shownWord = [...example, ...ownExamples(api, property)].find((each) => SUCCESS.test(String(each)));
        return shownWord === undefined ? [] : [[name, shownWord]];
      }
      if (!isCode && !MESSAGE.test(word)) return [];
      const value = [...example, ...ownExamples(api, property), ...usual(api, property, isCode)].find((each) =>
        isCode ? SUCCESS.test(String(each)) : typeof each === 'string',
      );
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function ownExamples(api: Api, property: Schema): readonly Json[] {
  const target = api.deref(property);
  return typeof target === 'object' ? [...(target.examples ?? []), ...(target.enum ?? [])] : [];
}

function usual(api: Api, property: Schema, isCode: boolean): readonly Json[] {
  const types = typesOf(api, property);
  if (types.includes('string')) return ['OK'];
  return isCode && (types.includes('integer') || types.includes('number')) ? [0] : [];
}
