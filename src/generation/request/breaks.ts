import type { Json } from '../../core/index.ts';
import { isOfType } from '../../evaluation/index.ts';
import type { Schema, SchemaObject } from '../../spec/index.ts';
import { escapeToken, isArray, isNumeric, isObject } from '../../wire/index.ts';
import { hasFormat } from '../evaluate/schema-evaluator.ts';
import { decimalOf, isMultiple, numberOf } from '../model/decimal.ts';
import type { BreakableRule, MemberRule, Where } from '../model/generator.ts';
import { cut, lengthOf } from '../model/json-values.ts';
import { MOST_CHARACTERS } from '../plan/draw-context.ts';
import { undocumentedName } from '../plan/negate.ts';
import { objectPlanOf } from '../plan/object-plan.ts';
import { relaxedSchemas } from '../plan/relaxed-plan.ts';
import { formatNamed } from '../text/formats/table.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import type { Root } from './places.ts';
import { memberRuleOf, placesOf, rootsOf, type SchemaPlace } from './places.ts';

/** One rule that can be broken at one place of a request, with values that break it. */
export interface Break extends BreakableRule {
  readonly root: Root;
  /** Values for the pointer, best first; `undefined` removes the place. */
  readonly values: (where: Where) => Iterable<Json | undefined>;
}

/** The rules of a draft. `places`: its places. */
export function breaksOf(
  made: RequestTools,
  draft: RequestDraft,
  places: readonly SchemaPlace[] = placesOf(made, draft).places,
): readonly Break[] {
  const missing = rootsOf(made, draft).flatMap(({ root }) =>
    root.prove(undefined) === 'invalid' && !root.pointer.startsWith('/path/')
      ? [requiredBreak(root, root.pointer, undefined)]
      : [],
  );
  return [...missing, ...places.flatMap((place) => breaksAt(made, place))];
}

function requiredBreak(root: Root, pointer: string, member: MemberRule | undefined): Break {
  return { pointer, keyword: 'required', root, member, values: () => [undefined] };
}

function breaksAt(made: RequestTools, place: SchemaPlace): readonly Break[] {
  const { pointer, plan, root, value, member } = place;
  const at = (keyword: string, values: Break['values']): Break => ({ pointer, keyword, root, member, values });
  const breaks: Break[] = [];
  const wrong = wrongTypes(place);
  if (wrong.length > 0) breaks.push(at('type', () => wrong));
  const fraction = fractionOf(place);
  if (fraction !== undefined) breaks.push(at('fraction', () => [fraction]));
  if (isObjectBody(place)) breaks.push(at('list', () => [[]]));
  const letters = otherLettersOf(place);
  if (letters !== undefined) breaks.push(at('letters', () => [letters]));
  const unlike = otherLettersThanPattern(made, place);
  if (unlike !== undefined) breaks.push(at('patternLetters', () => [unlike]));
  if (!place.text && isTyped(place) && !plan.shape.types.has('null')) breaks.push(at('null', () => [null]));
  for (const keyword of keywordsAt(place))
    breaks.push(at(keyword, (where) => brokenValues(made, place, keyword, where)));
  if (isObject(value) && !place.isKnown) breaks.push(...memberBreaks(made, place));
  return breaks;
}

function isTyped({ plan }: SchemaPlace): boolean {
  return plan.schemas.some(
    ({ type, enum: members, const: constant }) => type !== undefined || members !== undefined || constant !== undefined,
  );
}

/**
 * Values of types that are not allowed. In a parameter or form every value is a string, which is invalid
 * only if strings are not allowed.
 */
function wrongTypes({ plan, text }: SchemaPlace): readonly Json[] {
  const types = [...plan.shape.types];
  if (text && (types.includes('array') || types.includes('object'))) return [];
  const candidates: readonly Json[] = text
    ? ['not-of-this-type']
    : ['not-of-this-type', 4.5, true, ['not-of-this-type'], { not: 'of-this-type' }];
  return candidates.filter((value) => !isOfType(types)(value));
}

/** In many languages a list counts as an object. */
function isObjectBody({ plan, pointer, text }: SchemaPlace): boolean {
  const { types } = plan.shape;
  return !text && pointer === '/body' && types.has('object') && !types.has('array');
}

/** A number between two integers, if only integers are allowed. */
function fractionOf({ plan, value }: SchemaPlace): number | undefined {
  const { types } = plan.shape;
  if (!types.has('integer') || types.has('number') || types.has('string') || typeof value !== 'number')
    return undefined;
  return Math.abs(value) < 2 ** 40 ? value + 0.5 : undefined;
}

/** An enum or const string in the other letter case, if that is not listed itself. Some services compare without case. */
function otherLettersOf({ plan, value }: SchemaPlace): string | undefined {
  const listed = plan.schemas.flatMap((schema) => schema.enum ?? (schema.const === undefined ? [] : [schema.const]));
  if (listed.length === 0 || typeof value !== 'string') return undefined;
  const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return other !== value && !listed.includes(other) ? other : undefined;
}

/** Digits and colours in hexadecimal notation mean the same in both letter cases. */
const HEXADECIMAL = /^(#|0x)?[0-9a-f-]+$/i;

/** A string that matches its pattern, in the other letter case, if only the pattern excludes that. */
function otherLettersThanPattern({ tools }: RequestTools, { plan, value, pointer }: SchemaPlace): string | undefined {
  const { schemas } = plan;
  if (typeof value !== 'string' || HEXADECIMAL.test(value) || !pointer.startsWith('/body/')) return undefined;
  if (!schemas.some(({ pattern }) => pattern !== undefined) || plan.shape.formats.length > 0) return undefined;
  const other = value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
  const isExcluded = schemas.some((schema) => !tools.check(schema, other, 'request'));
  const fitsElse = relaxedSchemas(plan, ['pattern']).every((schema) => tools.check(schema, other, 'request'));
  return other !== value && isExcluded && fitsElse ? other : undefined;
}

/** Keywords that can be broken for the value itself, in a fixed order. */
function keywordsAt({ plan, value, text, pointer }: SchemaPlace): readonly string[] {
  const { shape, schemas } = plan;
  const has = (keyword: keyof SchemaObject): boolean => schemas.some((schema) => schema[keyword] !== undefined);
  const when = (keyword: string, possible: boolean): readonly string[] => (possible ? [keyword] : []);
  const common = [...when('enum', has('enum')), ...when('const', has('const'))];
  if (typeof value === 'string') {
    return [
      ...common,
      // An empty path segment is another path, and an empty list is absent in a parameter or form.
      ...when('minLength', shape.minLength > (pointer.startsWith('/path/') ? 1 : 0)),
      ...when('maxLength', shape.maxLength < MOST_CHARACTERS),
      ...when('pattern', has('pattern')),
      ...when(
        'format',
        shape.formats.some(
          (name) => (formatNamed(name)?.broken.length ?? 0) > 0 && formatNamed(name)?.annotation !== true,
        ),
      ),
    ];
  }
  if (isNumeric(value)) {
    const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;
    return [...common, ...bounds.filter(has), ...when('format', shape.formats.includes('int32'))];
  }
  if (isArray(value))
    return [
      ...when('minItems', shape.minItems > (text ? 1 : 0)),
      ...when('maxItems', shape.maxItems <= 1000),
      ...when('uniqueItems', shape.unique),
    ];
  if (isObject(value))
    return [...when('minProperties', shape.minProperties > 0), ...when('maxProperties', shape.maxProperties <= 1000)];
  return common;
}

function memberBreaks(made: RequestTools, { plan, pointer, root, value }: SchemaPlace): readonly Break[] {
  const object = objectPlanOf(plan, made.tools);
  const present = isObject(value) ? value : {};
  const required = object.entries.filter(
    (entry) => entry.required && !entry.readOnly && Object.hasOwn(present, entry.name),
  );
  const closed = plan.schemas.find((schema) => schema.additionalProperties === false);
  const extra = closed === undefined ? undefined : undocumentedName(closed);
  return [
    ...required.map(({ name }) =>
      requiredBreak(root, `${pointer}/${escapeToken(name)}`, memberRuleOf(plan.schemas, name)),
    ),
    ...(extra === undefined
      ? []
      : [
          {
            pointer: `${pointer}/${extra}`,
            keyword: 'additionalProperties',
            root,
            member: memberRuleOf(plan.schemas, extra),
            values: () => ['undocumented'],
          },
        ]),
  ];
}

/**
 * Values that break one keyword and keep the others of the place, if there are any; else values that break
 * it in any way.
 */
function* brokenValues(
  made: RequestTools,
  { plan, value }: SchemaPlace,
  keyword: string,
  where: Where,
): Iterable<Json> {
  const holder = plan.schemas.find((schema) => Object.hasOwn(schema, keyword));
  const rest = relaxedSchemas(plan, [keyword]);
  // A schema with only this keyword.
  const rule = { [keyword]: holder?.[keyword as keyof SchemaObject] } as SchemaObject;
  const { check } = made.tools;
  const breaks = (candidate: Json): boolean => keyword === 'format' || !check(rule, candidate, 'request');
  for (const candidate of fixedValues(made, plan, { keyword, value }, rest)) if (breaks(candidate)) yield candidate;
  const ways = made.tools.negation.ways(rule);
  const typed: Schema = { type: [...plan.shape.types] };
  for (const [name, schemas] of [
    ['broken', rest],
    ['bare', [typed]],
  ] as const) {
    for (const [index, way] of ways.entries()) {
      const at = { ...where, at: `${where.at}/${name}${index}` };
      const drawn = made.draw({ allOf: [...schemas, way] }, at, { direction: 'request', examples: false });
      if (drawn.ok && breaks(drawn.value)) yield drawn.value;
    }
  }
}

const ODD = ['!', '~', ' ', '0', 'a', 'A', '-', 'ä', '!!', 'not allowed', ''];

/** A keyword of a schema and its value. */
interface KeywordValue {
  readonly keyword: string;
  readonly value: Json;
}

/** Values for keywords that random values rarely break; those that keep the other keywords first. */
function fixedValues(
  made: RequestTools,
  plan: SchemaPlace['plan'],
  { keyword, value }: KeywordValue,
  rest: readonly Schema[],
): Iterable<Json> {
  const { shape } = plan;
  const fits = (candidate: Json): boolean => rest.every((schema) => made.tools.check(schema, candidate, 'request'));
  const sorted = (candidates: readonly Json[]): Iterable<Json> => fittingFirst(candidates, fits);
  switch (keyword) {
    case 'enum':
    case 'const':
      return isNumeric(value)
        ? sorted([Number(value) + 1, Number(value) + 1000003])
        : typeof value === 'string'
          ? sorted(['undocumented', `${value}x`, 'X', '0'])
          : [];
    case 'pattern':
      return sorted(
        // A pattern that is not anchored takes whatever holds a string that matches.
        [
          ...ODD.flatMap((text) => [`${String(value)}${text}`, `${text}${String(value)}`]),
          ...ODD.flatMap((text) => [text, text.repeat(Math.max(1, Math.min(shape.minLength, 200)))]),
        ],
      );
    case 'format':
      if (isNumeric(value)) return [2147483648];
      return sorted(
        shape.formats.flatMap((name) => formatNamed(name)?.broken.filter((text) => !hasFormat(name, text)) ?? []),
      );
    case 'multipleOf':
      return sorted(offStep(shape.step, value));
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return justBeyond(plan, keyword).filter(fits);
    case 'maxLength':
      return typeof value === 'string' && shape.maxLength < MOST_LENGTHENED
        ? [oneTooLong(value, shape.maxLength)].filter(fits)
        : [];
    case 'uniqueItems':
      return isArray(value) && value[0] !== undefined
        ? sorted([
            [value[0], value[0]],
            [value[0], ...value].slice(0, Math.max(2, Math.min(shape.maxItems, value.length + 1))),
          ])
        : [];
    case 'maxItems':
      return isArray(value) && !shape.unique
        ? [Array.from({ length: shape.maxItems + 1 }, (_, index) => value[index % value.length] ?? null)]
        : [];
    case 'minItems':
      return isArray(value) ? [value.slice(0, shape.minItems - 1)] : [];
    default:
      return [];
  }
}

function* fittingFirst(candidates: readonly Json[], fits: (candidate: Json) => boolean): Iterable<Json> {
  const others: Json[] = [];
  for (const candidate of candidates) {
    if (fits(candidate)) yield candidate;
    else others.push(candidate);
  }
  yield* others;
}

/** Longer strings are left to random draws. */
const MOST_LENGTHENED = 20_000;

/** A string with one character too many, which reveals an off-by-one error. */
function oneTooLong(value: string, most: number): string {
  const missing = most + 1 - lengthOf(value);
  if (missing <= 0) return cut(value, most + 1);
  const filler = Array.from(value.slice(-2)).at(-1) ?? 'a';
  return value + filler.repeat(missing);
}

type BoundKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

/** The first number beyond a bound. */
function justBeyond({ schemas, shape }: SchemaPlace['plan'], keyword: BoundKeyword): readonly Json[] {
  const bounds = schemas.flatMap((schema) => schema[keyword] ?? []);
  const low = keyword === 'minimum' || keyword === 'exclusiveMinimum';
  return bounds.flatMap((bound): readonly Json[] => {
    if (!isNumeric(bound)) return [];
    if (keyword.startsWith('exclusive')) return [bound];
    const whole = shape.types.has('integer') && !shape.types.has('number');
    if (!whole && shape.step === undefined)
      return Number.isSafeInteger(Number(bound)) ? [Number(bound) + (low ? -0.5 : 0.5)] : [];
    const step = shape.step === undefined ? 1 : numberOf(shape.step);
    const beyond = Number(bound) + (low ? -Number(step) : Number(step));
    return Number.isSafeInteger(beyond) || !whole ? [beyond] : [];
  });
}

function offStep(step: SchemaPlace['plan']['shape']['step'], value: Json): readonly Json[] {
  if (step === undefined || !isNumeric(value)) return [];
  const unit = numberOf(step);
  const half = { digits: step.digits * 5n, scale: step.scale + 1 };
  const base = decimalOf(value);
  const scale = Math.max(base.scale, half.scale);
  const between = numberOf({
    digits: base.digits * 10n ** BigInt(scale - base.scale) + half.digits * 10n ** BigInt(scale - half.scale),
    scale,
  });
  return [Number(value) + 1, Number(value) - 1, between].filter((candidate) => !isMultiple(candidate, unit));
}
