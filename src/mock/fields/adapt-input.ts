import type { Json, JsonObject, Violation } from '../../core/index.ts';
import { propertiesOf, type Schema, typesOf } from '../../spec/index.ts';
import { escapeToken, isObject, jsonEquals, parseJson, setOwn, valueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';
import { drawnAround, objectDrawn } from './draw.ts';
import { undoneOf } from './initial-values.ts';
import { likelyNames } from './named-part.ts';
import { envelopedListOf } from './nested-list.ts';

/** Sent values in the form that the entity shows. */
export interface AdaptedInput {
  readonly value: JsonObject;
  /**
   * Violations by values in the entity's own form that it cannot show: outside its range, enumeration, or
   * format.
   */
  readonly misfits: readonly Violation[];
}

/** The document's facts about the request of an operation. */
export interface RequestFacts {
  /** Schema of the body, if it describes the whole entity. */
  readonly schema: Schema | undefined;
  /** Documented examples of the body. */
  readonly examples: readonly Json[];
  /** Entities in the documented success. */
  readonly answers: readonly JsonObject[];
  /** Whether a value that the entity cannot show is left out, because the document has no refusal for it. */
  readonly omitsMisfits: boolean;
  /** Properties that only records of other calls have. */
  readonly others?: ReadonlySet<string> | undefined;
}

/**
 * Converts sent properties into the form of the entity, if the request documents another form: adds parts
 * that the server completes, replaces ids by the named objects (`labels: ["bug"]`), strings by numbers.
 * Properties in an unrelated form are left out. Properties in the same form with a value that a request may
 * send and no answer may show are misfits, unless the document itself sends that value (a command, such as
 * `state: close`, or an example) or has no refusal for them: then they are left out.
 */
export function adaptInput(
  mock: MockContext,
  place: EntityPlace,
  sent: JsonObject,
  requested: RequestFacts | undefined,
): AdaptedInput {
  const whole: Part = { schema: place.resource.schema, requested: requested?.schema, at: '', certain: true };
  const misfits: Violation[] = [];
  const form: Form = { mock, place, misfits, examples: requested?.examples ?? [], answers: requested?.answers ?? [] };
  const value = members(form, whole, sent);
  return { value, misfits: requested?.omitsMisfits === true ? [] : misfits };
}

interface Form {
  readonly mock: MockContext;
  readonly place: EntityPlace;
  readonly misfits: Violation[];
  readonly examples: readonly Json[];
  readonly answers: readonly JsonObject[];
}

/** A part of an entity. */
interface Part {
  readonly schema: Schema;
  /** Its schema in the request, if it has one there. */
  readonly requested: Schema | undefined;
  /** Pointer in the entity. */
  readonly at: string;
  /** Whether the schema holds for every such entity, not only in one of several branches. */
  readonly certain: boolean;
}

function members(form: Form, { schema, requested, at }: Part, sent: JsonObject): Record<string, Json> {
  const { api, fieldsOf } = form.mock;
  // Branches may describe a name several times. Only a schema that holds for every such object can
  // refuse a value.
  const certain = propertiesOf(api, schema);
  const { properties } = fieldsOf(schema);
  const kept: Record<string, Json> = {};
  for (const name of Object.keys(sent)) {
    const value = sent[name] ?? null;
    const always = Object.hasOwn(certain, name) ? certain[name]?.schema : undefined;
    const property = always ?? properties.get(name);
    const requestProperty = requested === undefined ? undefined : fieldsOf(requested).properties.get(name);
    const shown =
      property === undefined
        ? value
        : shownAs(
            form,
            {
              schema: property,
              requested: requestProperty,
              at: `${at}/${escapeToken(name)}`,
              certain: always !== undefined,
            },
            value,
          );
    if (shown !== undefined) setOwn(kept, name, shown);
  }
  return kept;
}

function shownAs(form: Form, part: Part, value: Json): Json | undefined {
  const { mock, misfits } = form;
  const { schema, requested, at, certain } = part;
  const free = freeObjectIn(mock, schema, value);
  if (free !== undefined) return free;
  if (mock.validator.accepts(schema, value, 'response')) return asAnswered(form, part, value);
  if (value === null) return undefined;
  const inner = insideOf(form, part, value);
  if (inner !== undefined) return inner;
  if (!certain || misfits.some(({ pointer }) => pointer.startsWith(`/body${at}/`))) return undefined;
  if (typeof value === 'object' && !isWrongList(form, schema, value)) return undefined;
  if (!sameForm(mock, schema, value) || isSpoken(form, part, value)) return undefined;
  if (isOtherFormat(mock, schema, requested)) return undefined;
  for (const violation of mock.validator.value(schema, value, 'response')) misfits.push(violationAt(violation, at));
  return undefined;
}

/**
 * A value that is a string or the object that it names, in the form of the documented answer (`labels:
 * ["bug"]`).
 */
function asAnswered(form: Form, { schema, requested, at }: Part, value: Json): Json {
  if (!isNamedByText(form.answers, value, at)) return value;
  const { items, properties } = form.mock.fieldsOf(schema);
  if (typeof value === 'string') return objectNamedBy(form, { schema, requested, at }, properties, value) ?? value;
  const inner = items === undefined ? new Map<string, Schema>() : form.mock.fieldsOf(items).properties;
  if (!Array.isArray(value) || items === undefined) return value;
  return (value as readonly Json[]).map(
    (each, index) =>
      objectNamedBy(
        form,
        { schema: items, requested: itemsOf(form.mock, requested), at: `${at}/${index}` },
        inner,
        each,
      ) ?? each,
  );
}

/** Whether a value has another form than in the documented answer, although its schema allows it. */
export function isOtherThanAnswered({ answers }: RequestFacts, sent: JsonObject): boolean {
  return Object.keys(sent).some((name) => isNamedByText(answers, sent[name] ?? null, `/${escapeToken(name)}`));
}

/** Whether strings stand in place of the documented answer's objects. */
function isNamedByText(answers: readonly JsonObject[], value: Json, at: string): boolean {
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (texts.length === 0 || !texts.every((each) => typeof each === 'string')) return false;
  return answers.some((answer) => {
    const shown = valueAt(answer, at) ?? null;
    const objects = Array.isArray(shown) ? (shown as readonly Json[]) : [shown];
    return Array.isArray(shown) === Array.isArray(value) && objects.length > 0 && objects.every(isObject);
  });
}

function violationAt(violation: Violation, at: string): Violation {
  const message = violation.message.replace(/^The value\b/, `\`${at.slice(1)}\``);
  return { ...violation, code: 'body.schema', pointer: `/body${at}${violation.pointer}`, message };
}

/** The value in another form, its parts first; `undefined` if no form is known. */
function insideOf(form: Form, part: Part, value: Json): Json | undefined {
  const { mock } = form;
  const { schema, at, certain } = part;
  const { properties, items } = mock.fieldsOf(schema);
  if (isObject(value)) {
    if (properties.size === 0) return undefined;
    return around(form, schema, certain ? members(form, part, value) : value, at);
  }
  if (Array.isArray(value)) {
    if (items === undefined) return inEnvelope(form, part, value as readonly Json[]) ?? onlyOne(form, part, value);
    const requested = itemsOf(mock, part.requested);
    const list = (value as readonly Json[]).map((each, index) =>
      shownAs(form, { schema: items, requested, at: `${at}/${index}`, certain }, each),
    );
    const whole = list.flatMap((each) => (each === undefined ? [] : [each]));
    return whole.length === list.length && mock.validator.accepts(schema, whole, 'response') ? whole : undefined;
  }
  const parsed = typeof value === 'string' ? jsonIn(value) : undefined;
  if (parsed !== undefined && mock.validator.accepts(schema, parsed, 'response')) return parsed;
  if (typeof value === 'string' && items !== undefined)
    return inShownItem(form, part, items, value) ?? inList(form, part, items, value);
  const written = typeof value === 'string' ? writtenIn(value) : String(value);
  if (written !== undefined && mock.validator.accepts(schema, written, 'response')) return written;
  // An empty string names no object.
  return properties.size === 0 || value === '' ? undefined : objectNamedBy(form, part, properties, value);
}

/**
 * A list that is sent bare and shown in an envelope (`items: [{ price }]` for `items: { data: [], has_more
 * }`).
 */
function inEnvelope(form: Form, part: Part, list: readonly Json[]): Json | undefined {
  const { schema, at, certain } = part;
  const nested = envelopedListOf(form.mock, schema);
  if (nested === undefined) return undefined;
  const { name, items } = nested;
  const requested = itemsOf(form.mock, part.requested);
  const shown = list.map((each, index) =>
    shownAs(form, { schema: items, requested, at: `${at}/${name}/${index}`, certain }, each),
  );
  const whole = shown.flatMap((each) => (each === undefined ? [] : [each]));
  return whole.length === list.length ? around(form, schema, { [name]: whole }, at) : undefined;
}

/** The only entry of a list that is sent where one is shown: `to: [{ number }]` for `to: { number }`. */
function onlyOne(form: Form, part: Part, [only, ...others]: readonly Json[]): Json | undefined {
  if (only === undefined || only === null || others.length > 0) return undefined;
  return shownAs(form, { ...part, requested: itemsOf(form.mock, part.requested), certain: false }, only);
}

/**
 * A string that is sent bare and shown in parts (`content: "hello"` for `content: [{ type: text, text: {
 * value } }]`).
 */
function inShownItem(form: Form, { schema, at }: Part, items: Schema, value: string): Json | undefined {
  const known = textIn(form.mock, items, value, 0);
  const part = known === undefined ? undefined : around(form, items, known, `${at}/0`);
  return part !== undefined && form.mock.validator.accepts(schema, [part], 'response') ? [part] : undefined;
}

/**
 * A text that is sent bare and shown as the only object of a list (`to: "+1555"` for `to: [{ phone_number }]`), or as its
 * only text, where the request documents a text.
 */
function inList(form: Form, { schema, requested, at }: Part, items: Schema, value: string): Json | undefined {
  const { properties } = form.mock.fieldsOf(items);
  const isText = requested !== undefined && typesOf(form.mock.api, requested).includes('string');
  if (isText && value !== '' && form.mock.validator.accepts(schema, [value], 'response')) return [value];
  const only =
    value === '' ? undefined : objectNamedBy(form, { schema: items, requested, at: `${at}/0` }, properties, value);
  return only !== undefined && form.mock.validator.accepts(schema, [only], 'response') ? [only] : undefined;
}

const TEXTS = ['text', 'value', 'content', 'body'];

function textIn(mock: MockContext, schema: Schema, text: string, depth: number): JsonObject | undefined {
  const { properties } = mock.fieldsOf(schema);
  for (const name of TEXTS) {
    const property = properties.get(name);
    if (property === undefined) continue;
    if (mock.validator.accepts(property, text, 'response')) return { [name]: text };
    const inner = depth === 0 ? textIn(mock, property, text, 1) : undefined;
    if (inner !== undefined) return { [name]: inner };
  }
  return undefined;
}

/** The object that a text is the JSON of, where the schema has no type and the description says object: `An arbitrary, schema-less object`. */
function freeObjectIn(mock: MockContext, schema: Schema, value: Json): Json | undefined {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  const target = mock.api.deref(schema);
  if (typeof target === 'boolean' || !/\bobject\b/i.test(target.description ?? '')) return undefined;
  const isFree = Object.keys(target).every((keyword) => ALLOWS_ALL.has(keyword) || keyword.startsWith('x-'));
  return isFree ? jsonIn(value) : undefined;
}

/** Whether a text stands in place of an object of any form. */
export function hasFreeObject(mock: MockContext, schema: Schema, sent: JsonObject): boolean {
  const { properties } = mock.fieldsOf(schema);
  return Object.entries(sent).some(([name, value]) => {
    const property = typeof value === 'string' ? properties.get(name) : undefined;
    return property !== undefined && freeObjectIn(mock, property, value) !== undefined;
  });
}

/** Keywords of a schema that allows every value. */
const ALLOWS_ALL: ReadonlySet<string> = new Set(['description', 'title', 'examples', 'nullable']);

/** The object or list that a text is the JSON of: forms send it so. */
function jsonIn(text: string): Json | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const read = parseJson(text);
  return read.ok && typeof read.value === 'object' ? read.value : undefined;
}

function writtenIn(text: string): number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}

function itemsOf(mock: MockContext, schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : mock.fieldsOf(schema).items;
}

/** The object that an id or a name stands for. `properties` are those of the object. */
function objectNamedBy(
  form: Form,
  { schema, requested, at }: Pick<Part, 'schema' | 'requested' | 'at'>,
  properties: ReadonlyMap<string, Schema>,
  value: Json,
): Json | undefined {
  const { validator } = form.mock;
  const own = at.replace(/\/\d+$/, '/*');
  const related = form.place.resource.relations.find(({ pointer }) => pointer.startsWith(`${own}/`));
  const first = related === undefined ? [] : [related.pointer.slice(own.length + 1)];
  const name = likelyNames(form.mock, { properties, requested, value, first }).find((each) => {
    const property = properties.get(each);
    return property !== undefined && validator.accepts(property, value, 'response');
  });
  return name === undefined ? undefined : around(form, schema, { [name]: value }, `${own}/${String(value)}`);
}

/**
 * The properties that the server adds to a part; undefined if the part cannot be drawn around the sent
 * value.
 */
function around({ mock, place }: Form, schema: Schema, known: JsonObject, at: string): Json | undefined {
  const { properties, required } = mock.fieldsOf(schema);
  // What is made around a sent value is new: nothing is counted or done.
  const begun = [...properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const first = required.has(name) ? undoneOf(mock, name, property) : undefined;
    return first === 0 || first === false ? [[name, first]] : [];
  });
  const whole = { ...Object.fromEntries(begun), ...known };
  const drawn = objectDrawn(`${place.collection}#form${at}`, (where) =>
    drawnAround(mock, schema, where, { known: whole, optional: 'required' }),
  );
  return drawn !== undefined && Object.keys(known).every((name) => isKept(drawn, known, name)) ? drawn : undefined;
}

function isKept(drawn: JsonObject, known: JsonObject, name: string): boolean {
  const value = drawn[name];
  return Object.hasOwn(drawn, name) && value !== undefined && jsonEquals(value, known[name] ?? null);
}

function sameForm(mock: MockContext, schema: Schema, value: Json): boolean {
  const types = typesOf(mock.api, schema);
  const form = Array.isArray(value) ? 'array' : typeof value;
  if (form === 'number' || form === 'bigint') return types.includes('number') || types.includes('integer');
  return types.includes(form);
}

/** Whether a list has valid items and is invalid as a whole: too many items, or duplicates. */
function isWrongList({ mock }: Form, schema: Schema, value: Json): boolean {
  const { items } = mock.fieldsOf(schema);
  if (!Array.isArray(value) || items === undefined) return false;
  return (value as readonly Json[]).every((each) => mock.validator.accepts(items, each, 'response'));
}

/** Whether the document itself sends the value. */
function isSpoken({ mock, examples }: Form, { requested, at }: Part, value: Json): boolean {
  const target = requested === undefined ? true : mock.api.deref(requested);
  const known = [target, requested].flatMap((each) =>
    typeof each === 'object'
      ? [...(each.enum ?? []), ...(each.examples ?? []), ...[each.const, each.default].filter(isGiven)]
      : [],
  );
  const shown = examples.map((example) => valueAt(example, at)).filter(isGiven);
  return [...known, ...shown].some((each) => jsonEquals(each, value));
}

function isGiven(value: Json | undefined): value is Json {
  return value !== undefined;
}

/** A string of another format is another form: bytes in, a URL out. */
function isOtherFormat(mock: MockContext, schema: Schema, requested: Schema | undefined): boolean {
  const [own, context] = [schema, requested ?? true].map((each) => mock.api.deref(each));
  if (typeof own !== 'object' || typeof context !== 'object') return false;
  const media = context.contentEncoding !== undefined || context.contentMediaType !== undefined;
  return media || (context.format !== undefined && context.format !== own.format);
}
