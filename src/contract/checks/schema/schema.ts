import type { Json, Violation } from '../../../core/index.ts';
import { mediaTypeFor } from '../../../spec/index.ts';
import { isObject, stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isMeantNullable, unionAbove } from '../../resource-index/unions.ts';
import { refusesMalformedPath } from '../../responses/malformed-path.ts';
import { asMissing, inAnswer, ruleIn } from '../../responses/rule-words.ts';
import { leftOutByRequest } from './left-out-by-request.ts';

/** The check that reports a JSON Schema keyword. */
const BY_KEYWORD = new Map<string, string>([
  ['required', 'required'],
  ['type', 'type'],
  ['enum', 'enum'],
  ['const', 'const'],
  ['minimum', 'range'],
  ['maximum', 'range'],
  ['exclusiveMinimum', 'range'],
  ['exclusiveMaximum', 'range'],
  ['multipleOf', 'multiple-of'],
  ['minLength', 'length'],
  ['maxLength', 'length'],
  ['pattern', 'pattern'],
  ['format', 'format'],
  ['contentEncoding', 'format'],
  ['contentMediaType', 'format'],
  ['contentSchema', 'format'],
  ['minItems', 'array-size'],
  ['maxItems', 'array-size'],
  ['contains', 'array-size'],
  ['minContains', 'array-size'],
  ['maxContains', 'array-size'],
  ['items', 'array-size'],
  ['additionalItems', 'array-size'],
  ['unevaluatedItems', 'array-size'],
  ['uniqueItems', 'unique-items'],
  ['minProperties', 'object-size'],
  ['maxProperties', 'object-size'],
  ['propertyNames', 'property-names'],
  ['additionalProperties', 'property-names'],
  ['unevaluatedProperties', 'property-names'],
  ['dependentRequired', 'dependent'],
  ['dependentSchemas', 'dependent'],
  ['dependencies', 'dependent'],
  ['discriminator', 'discriminator'],
]);

const QUESTIONS: Readonly<Record<string, string>> = {
  required: 'Are all required properties present?',
  type: 'Does every value have the type of its schema?',
  enum: 'Is every value one of those listed?',
  const: 'Does every constant have its value?',
  nullability: 'Is null only where it is allowed?',
  range: 'Is every number within its bounds?',
  'multiple-of': 'Is every number a multiple of `multipleOf`?',
  length: 'Is the length of every string within its limits?',
  pattern: 'Does every string match its pattern?',
  format: 'Does every string have its format?',
  'array-size': 'Does every array have the right number and kind of items?',
  'unique-items': 'Are the items of an array different where they must be?',
  'object-size': 'Does every object have the right number of properties?',
  'property-names': 'Are forbidden properties absent?',
  dependent: 'Are properties present that other properties require?',
  composition: 'Does every value fit its allOf, anyOf, oneOf, not, if?',
  discriminator: 'Does a discriminator name a schema that exists?',
  int32: 'Does an int32 fit in 32 bits?',
};

/**
 * One check for each kind of keyword. Guard (all of them): the verdict is the validator's, which allows
 * undocumented properties unless the schema forbids them, applies readOnly and writeOnly to `required`, and
 * reads the digits as they were sent. A property that a filter in the query leaves out may be missing. A null where the document says `nullable` without effect is the document's
 * fault. Refusals of broken requests belong to `reject.error-shape`. If a
 * whole composition fails, only the composition is reported.
 */
export const schemaChecks: readonly Check[] = Object.entries(QUESTIONS).map(([kind, question]) =>
  defineCheck({
    id: `schema.${kind}`,
    tier: 1,
    severity: 'error',
    about: 'service',
    layer: 'schema',
    needs: ['violations'],
    question,
    wfc: 'F101',
    judge: (exchange) =>
      // Items of a stream have their own check.
      isProvokedRefusal(exchange) ||
      refusesMalformedPath(exchange) ||
      exchange.response.body.kind === 'stream' ||
      exchange.violations().length === 0
        ? []
        : draftsOf(exchange)
            .filter((each) => each.kind === kind)
            .map(({ draft }) => ({ ...draft, message: inAnswer(exchange, draft.message) })),
  }),
);

/** Whether the answer is the refusal that the request was made to provoke. */
export function isProvokedRefusal({ purpose, response }: Pick<Exchange, 'purpose' | 'response'>): boolean {
  return purpose.expect === 'refused' && response.status >= 400;
}

interface KindedDraft {
  readonly kind: string;
  readonly draft: FindingDraft;
}

/** The body violations of an answer, each with the kind of check that reports it. */
export function draftsOf(exchange: Exchange): readonly KindedDraft[] {
  const list = exchange
    .violations()
    .filter(
      ({ code, keyword, pointer }) =>
        code === 'response.body-schema' &&
        !(keyword === 'required' && leftOutByRequest(exchange, pointer.slice(pointer.lastIndexOf('/') + 1))),
    );
  return withoutConsequences(list).map((violation) => toDraft(exchange, violation));
}

/**
 * A value that fits no branch breaks rules in every branch: only the composition is reported. A value of another type is none of the listed values of the same
 * schema: only the type is reported.
 */
function withoutConsequences(list: readonly Violation[]): readonly Violation[] {
  const roots = list.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'not');
  const types = list.filter(({ keyword }) => keyword === 'type');
  const isOfType = ({ keyword, pointer, rule }: Violation): boolean =>
    (keyword === 'enum' || keyword === 'const') &&
    types.some((each) => each.pointer === pointer && schemaOfRule(each.rule) === schemaOfRule(rule));
  return list.filter(
    (violation) =>
      !isOfType(violation) &&
      !roots.some(
        (root) =>
          root !== violation &&
          (violation.pointer === root.pointer || violation.pointer.startsWith(`${root.pointer}/`)) &&
          (violation.rule ?? '').startsWith(root.rule ?? '\0'),
      ),
  );
}

const schemaOfRule = (rule = ''): string => rule.slice(0, rule.lastIndexOf('/'));

function toDraft(exchange: Exchange, violation: Violation): KindedDraft {
  const value = shownAt(exchange, violation.pointer);
  const keyword = violation.keyword ?? '';
  const union = unionKind(exchange, violation.pointer);
  const words = union?.names === undefined ? violation.message : withAllNames(violation.message, union.names);
  const isMeant = value === null && isMeantNull(exchange, violation.pointer);
  return {
    kind: union?.kind ?? kindOf(violation, value),
    draft: {
      ...(violation.rule === undefined
        ? exchange.documented === undefined
          ? {}
          : { pointer: exchange.documented.pointer, subject: violation.pointer.replace(/\/\d+(?=\/|$)/g, '/*') }
        : { pointer: violation.rule }),
      messagePointer: violation.pointer,
      ...(keyword === '' ? {} : { keyword }),
      expected: ruleIn(words),
      actual: value === undefined ? besides(exchange, violation) : stringifyJson(value),
      message: isMeant ? `${asMissing(words).replace(/\.$/, '')}${WITHOUT_EFFECT}` : asMissing(words),
      ...(isMeant ? { about: 'document', severity: 'warning' } : {}),
    },
  };
}

/** What is there instead of a missing value: the names of the other properties. */
function besides(exchange: Exchange, { pointer, keyword }: Violation): string {
  const around = keyword === 'required' ? shownAt(exchange, pointer.slice(0, pointer.lastIndexOf('/'))) : undefined;
  const names = isObject(around) ? Object.keys(around) : [];
  if (names.length === 0) return 'nothing';
  return `only \`${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}\``;
}

const MOST_NAMES = 8;

const WITHOUT_EFFECT =
  '. The document means null with `nullable`, which has no effect here: it adds null to the `type` of the same schema only, and not to an `enum`';

/** Whether the document means that null is allowed at a place of an answer, although its rules forbid it. */
function isMeantNull({ response: { body }, documented, api }: Exchange, pointer: string): boolean {
  if (body.kind !== 'parsed') return false;
  const schema = mediaTypeFor(documented?.content ?? [], body.mediaType)?.schema;
  return schema !== undefined && isMeantNullable(api, schema, body.value, pointer.split('/').slice(2));
}

/** The message with all names of a discriminator, where the validator has only that of the branch which it took. */
function withAllNames(message: string, names: readonly string[]): string {
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  return message.replace(
    / must be "(?:[^"\\]|\\.)*"(?=, but is )/,
    ` must be ${names.length > 1 ? 'one of ' : ''}${list}`,
  );
}

function shownAt(exchange: Exchange, pointer: string): Json | undefined {
  const { body } = exchange.response;
  return body.kind === 'parsed' ? valueAt(body.value, pointer.replace(/^\/body/, '')) : undefined;
}

/**
 * The kind of union above a place: the value must fit one of several schemas, and fits none. `names`: the names of
 * the discriminator, if the place is its property.
 */
function unionKind(
  exchange: Exchange,
  pointer: string,
): { readonly kind: 'composition' | 'discriminator'; readonly names?: readonly string[] } | undefined {
  const { response, documented, api } = exchange;
  if (response.body.kind !== 'parsed' || documented === undefined) return undefined;
  const schema = mediaTypeFor(documented.content, response.body.mediaType)?.schema;
  const union =
    schema === undefined ? undefined : unionAbove(api, schema, response.body.value, pointer.split('/').slice(2));
  if (union === undefined) return undefined;
  const { discriminator } = union.rule;
  const discriminatorValue =
    discriminator === undefined ? undefined : valueAt(union.value, `/${discriminator.propertyName}`);
  const { mapping } = discriminator ?? {};
  if (typeof discriminatorValue !== 'string' || mapping === undefined || Object.hasOwn(mapping, discriminatorValue))
    return { kind: 'composition' };
  return pointer.endsWith(`/${discriminator?.propertyName}`)
    ? { kind: 'discriminator', names: Object.keys(mapping) }
    : { kind: 'discriminator' };
}

function kindOf(violation: Violation, value: Json | undefined): string {
  const keyword = violation.keyword ?? '';
  if (value === null && (keyword === 'type' || keyword === 'enum' || keyword === 'const')) return 'nullability';
  if (keyword === 'format' && /int32/i.test(violation.message)) return 'int32';
  return BY_KEYWORD.get(keyword) ?? 'composition';
}
