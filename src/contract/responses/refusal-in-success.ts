import type { HttpResponse, Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Operation, propertiesOf, type ResponseSpec } from '../../spec/index.ts';
import { isJson, isObject, jsonEquals, withoutSeparators } from '../../wire/index.ts';

/** A property that says by its value whether an answer is a success or an error. */
interface OutcomeMark {
  readonly name: string;
  readonly ofErrors: readonly Json[];
}

const ofOperations = new WeakMap<Operation, readonly OutcomeMark[]>();

/**
 * Whether an answer with a success status has the content of an error: a property has a value that the document
 * shows for errors of the operation and not for its successes (`{ code: 1 }` instead of `{ code: 0 }`), or a flag of
 * success is false and an error stands beside it.
 */
export function isRefusalInSuccess(
  api: Api,
  operation: Operation | undefined,
  { status, body }: HttpResponse,
): boolean {
  if (operation === undefined || status < 200 || status > 299 || body.kind !== 'parsed') return false;
  const { value } = body;
  if (!isObject(value)) return false;
  if (Object.entries(value).some(([name, each]) => each === false && FLAG.test(withoutSeparators(name))))
    return Object.entries(value).some(([name, each]) => ERROR.test(withoutSeparators(name)) && hasContent(each));
  return marksOf(api, operation).some(
    ({ name, ofErrors }) => Object.hasOwn(value, name) && isIn(ofErrors, value[name] ?? null),
  );
}

const FLAG = /^(?:is)?(?:success|succeeded|successful|ok)$/;
const ERROR = /^(?:errors?|errormessages?|errorcode|errordescription|errordetails?|failure)$/;

const hasContent = (value: Json): boolean =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);

function marksOf(api: Api, operation: Operation): readonly OutcomeMark[] {
  const known = ofOperations.get(operation);
  if (known !== undefined) return known;
  const shown = (isError: boolean): readonly ReadonlyMap<string, readonly Json[]>[] =>
    operation.responses
      .filter(({ status }) => (isError ? /^([45]|default)/ : /^2/).test(status))
      .flatMap((each) => shownBy(api, each) ?? []);
  const ofSuccess = shown(false);
  const ofErrors = shown(true);
  const names = new Set(ofSuccess.flatMap((each) => [...each.keys()]));
  const marks = [...names].flatMap((name): readonly OutcomeMark[] => {
    const good = ofSuccess.map((each) => each.get(name) ?? []);
    const bad = ofErrors.map((each) => each.get(name) ?? []);
    // Each answer shows it, and none of them shows a value of the other kind.
    if (bad.length === 0 || [...good, ...bad].some((values) => values.length === 0)) return [];
    const ofFailure = bad.flat();
    return ofFailure.some((value) => isIn(good.flat(), value)) ? [] : [{ name, ofErrors: ofFailure }];
  });
  ofOperations.set(operation, marks);
  return marks;
}

/**
 * The values that a response shows for the scalar properties of its content, by name: constants, listed values and
 * examples. An example that is empty (`0`, `""`, `false`) shows nothing of an error: `total` is 0 in many successes.
 */
function shownBy(api: Api, { status, content }: ResponseSpec): ReadonlyMap<string, readonly Json[]> | undefined {
  const media = content.find(({ mediaType }) => isJson(mediaType));
  if (media?.schema === undefined) return undefined;
  const isError = !status.startsWith('2');
  const shown = new Map<string, readonly Json[]>();
  for (const [name, { schema }] of Object.entries(propertiesOf(api, media.schema))) {
    const rules = conjunctsOf(api, schema);
    const fixed = rules.flatMap((each) => [...(each.const === undefined ? [] : [each.const]), ...(each.enum ?? [])]);
    const examples = [
      ...rules.flatMap((each) => each.examples ?? []),
      ...media.examples.flatMap(({ value }) =>
        isObject(value) && Object.hasOwn(value, name) ? [value[name] ?? null] : [],
      ),
    ].filter((value) => !isError || (value !== 0 && value !== '' && value !== false));
    const values = (fixed.length > 0 ? fixed : examples).filter((value) => value === null || typeof value !== 'object');
    shown.set(
      name,
      values.filter((value) => value !== null),
    );
  }
  return shown;
}

const isIn = (values: readonly Json[], value: Json): boolean => values.some((each) => jsonEquals(each, value));
