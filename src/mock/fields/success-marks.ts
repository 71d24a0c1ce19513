import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { type Api, type Schema, typesOf } from '../../spec/index.ts';
import { isObject, parsePointer, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, SuccessMarks } from '../model/context.ts';
import type { Fields } from '../model/fields.ts';

const WELL = /^(?:is)?(?:success|succeeded|successful|ok|acknowledged)$/;
const WRONG = /^(?:is|has)?(?:errors?|failed|failures?|faulted|warnings?)$/;
const STATE = /^(?:status|state|phase|outcome|result)$/;
const WORDS = /^(?:success|succeeded|ok)$/i;

/**
 * Values of properties of an envelope that say whether a request succeeded, by pointer: `success` is true, `errors` is empty, a `status` with the word
 * `success` has it. A property without any such value that its schema allows has an empty list.
 */
export function successMarksOf(
  { api, validator }: Pick<MockContext, 'api' | 'validator'>,
  { properties }: Fields,
): SuccessMarks {
  // The error of a job is told by its state.
  const hasState = [...properties.keys()].some((name) => STATE.test(withoutSeparators(name)));
  return [...properties].flatMap(([name, property]): SuccessMarks => {
    if (!hasState && properties.size > 1 && isErrorText(api, name, property))
      return textsOfNoError(api, property).some((each) => validator.accepts(property, each, 'response'))
        ? [[pointerTo(name), textsOfNoError(api, property)]]
        : [];
    const values = valuesOf(api, withoutSeparators(name), property);
    if (values.length === 0) return [];
    return [[pointerTo(name), values.filter((each) => validator.accepts(property, each, 'response'))]];
  });
}

/** Whether a property is the text of what went wrong with a request, of which the document shows none. */
function isErrorText(api: Api, name: string, property: Schema): boolean {
  const target = api.deref(property);
  const isShown = typeof target === 'object' && target.examples !== undefined;
  return ERROR_TEXT.test(withoutSeparators(name)) && isText(typesOf(api, property)) && !isShown;
}

const isText = (types: readonly string[]): boolean => types.filter((each) => each !== 'null').join() === 'string';

function textsOfNoError(api: Api, property: Schema): readonly Json[] {
  return typesOf(api, property).includes('null') ? [null, ''] : [''];
}

const ERROR_TEXT = /^(?:error|errormessage|errormsg|err|errmsg)$/;

function valuesOf(api: Api, name: string, property: Schema): readonly Json[] {
  const types = typesOf(api, property);
  if (WELL.test(name))
    return types.includes('boolean') ? [true] : types.includes('string') ? wordOf(api, property) : [];
  if (WRONG.test(name)) {
    if (types.includes('boolean')) return [false];
    return types.includes('array') ? [[], null] : types.includes('object') ? [null] : [];
  }
  const target = api.deref(property);
  const listed = typeof target === 'object' ? (target.enum ?? []).filter((word) => typeof word === 'string') : [];
  // A code is that of an outcome if it may also say that the request failed.
  const isOutcome = name === 'status' || (OUTCOME.test(name) && listed.some((word) => FAILED.test(word)));
  return isOutcome ? listed.filter((word) => WORDS.test(word)) : [];
}

const OUTCOME = /^(?:(?:status|result|response)?code|result|outcome)$/;
const FAILED = /^(?:fail(?:ed|ure)?|errors?)$/i;

/** `OK` for a success that is said by a word which the document does not give. */
function wordOf(api: Api, property: Schema): readonly Json[] {
  const target = api.deref(property);
  if (typeof target === 'boolean' || target.enum !== undefined || target.examples !== undefined) return [];
  return target.const === undefined && target.pattern === undefined && target.format === undefined ? ['OK'] : [];
}

/** What an error is called that stands beside `success` or `isError`. */
const ERROR = /^(?:errors?|errormessages?|errordescription|errordetails?|failure|(?:response)?exception)$/;

/**
 * An answer that says of itself that the request succeeded: `ok` is true, `isError` is false, and beside such a flag no error stands. What stands at
 * `pointer` stays. The value stays as it was where its schema does not allow that, or where it is a record with an id.
 */
export function asSuccess(mock: MockContext, schema: Schema, value: Json, pointer?: string): Json {
  if (!isObject(value) || (pointer === undefined && hasId(value))) return value;
  const shown = mock.successMarks(mock.fieldsOf(schema)).flatMap(([at, [well]]) => {
    const [name = ''] = parsePointer(at) ?? [];
    return !Object.hasOwn(value, name) || pointer === at ? [] : [[name, well] as const];
  });
  if (shown.length === 0) return value;
  // What has no value for a success, such as a list of at least one error, is left out.
  const marks = shown.flatMap(([name, well]) => (well === undefined ? [] : [[name, well] as const]));
  const wrong = new Set(shown.flatMap(([name, well]) => (well === undefined ? [name] : [])));
  const right = Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)));
  const marked: JsonObject = { ...right, ...Object.fromEntries(marks) };
  const errors = marks.some(([, well]) => typeof well === 'boolean') ? errorsIn(marked, pointer) : [];
  const without = Object.fromEntries(Object.entries(marked).filter(([name]) => !errors.includes(name)));
  const emptied = (nothing: Json): JsonObject => ({
    ...marked,
    ...Object.fromEntries(errors.map((name) => [name, nothing])),
  });
  const kept: JsonObject = { ...value, ...Object.fromEntries(marks) };
  const candidates = errors.length === 0 ? [marked, kept] : [without, emptied(null), emptied(''), marked, kept];
  return candidates.find((each) => mock.validator.accepts(schema, each, 'response')) ?? value;
}

const hasId = (value: JsonObject): boolean => ['id', 'uuid', '_id'].some((name) => Object.hasOwn(value, name));

function errorsIn(value: JsonObject, pointer: string | undefined): readonly string[] {
  return Object.entries(value).flatMap(([name, each]) =>
    ERROR.test(withoutSeparators(name)) && typeof each !== 'boolean' && pointer !== pointerTo(name) ? [name] : [],
  );
}
