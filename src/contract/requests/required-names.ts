import { type Api, conjunctsOf, type Operation } from '../../spec/index.ts';
import { bodySchemaOf } from './value-places.ts';

const ASKING = [
  // `"type" is required`, `role is a required field`, `policy must be provided`.
  /(?:^|[\s(;:,.])["'`“]?(?<name>[A-Za-z_]\w*)["'`”]? (?:is (?:an? )?(?:required|missing|mandatory)\b|must be (?:provided|specified|supplied|given|present)\b|is not (?:provided|specified|given)\b)/g,
  // `Validation failed for field "policy". Value is required.`
  /\bfield ["'`“](?<name>[A-Za-z_]\w*)["'`”]\W{1,3}(?:value )?is required\b/gi,
  // `missing required property: name`
  /\bmissing (?:a )?(?:required )?(?:field|property|attribute|key|parameter):? ["'`“]?(?<name>[A-Za-z_]\w*)["'`”]?/gi,
];

/** Words of such sentences that name no property. */
const NO_NAMES =
  /^(it|this|that|which|value|values|field|fields|property|body|payload|content|request|data|input|parameter|authentication|authorization|login|one|and|or)$/i;

/**
 * Names of properties that a refusal asks for. A name without quotes begins with a small letter: `Title is required` may be
 * about what a person sees.
 */
export function requiredNamesIn(text: string): readonly string[] {
  const names = ASKING.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(({ groups, 0: whole }) => {
    const name = groups?.['name'] ?? '';
    const isQuoted = /["'`“]/.test(whole);
    return NO_NAMES.test(name) || (!isQuoted && !/^[a-z_]/.test(name)) ? [] : [name];
  });
  return [...new Set(names)];
}

/** Whether the document lets an operation send properties that it does not name, at the root of a JSON object. */
export function takesOtherProperties(api: Api, operation: Operation): boolean {
  const schema = bodySchemaOf(operation);
  if (schema === undefined) return false;
  const rules = conjunctsOf(api, schema);
  const isObject = rules.some(({ type, properties }) =>
    type === undefined ? properties !== undefined : [type].flat().includes('object'),
  );
  return (
    isObject &&
    rules.every(
      ({ additionalProperties: more = true, unevaluatedProperties: rest = true }) => more !== false && rest !== false,
    )
  );
}
