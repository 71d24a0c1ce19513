import type { Parameter as Documented, Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import { EXTENSIONS } from '../model/corrections.ts';
import type { Filter, FilterPart, Input } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { compatible, isScalar, scalarTypesOf } from '../schema/identity.ts';
import { holderIn } from '../schema/item-shape.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { creationTime, isMoment } from './newest-first.ts';

/** The parts of a parameter that show its meaning. */
export type ParameterDescription = Pick<Documented, 'name' | 'in' | 'schema' | 'description' | 'extensions'> &
  Partial<Pick<Documented, 'examples' | 'required'>>;
type NamedSchema = Pick<ParameterDescription, 'name' | 'schema'>;
type NamedQuery = NamedSchema & Partial<Pick<ParameterDescription, 'description'>>;

const MIN = new Set(['min', 'from', 'start', 'after', 'since', 'gte', 'gt', 'ge']);
const MAX = new Set(['max', 'to', 'end', 'before', 'until', 'lte', 'lt', 'le']);
const OFF = new Set(['all', 'any', '*']);

/** Whether the name of a member of a range is that of a lower or an upper bound: `gte`, `before`. */
export function rangeBound(name: string): 'min' | 'max' | undefined {
  return MIN.has(plain(name)) ? 'min' : MAX.has(plain(name)) ? 'max' : undefined;
}

interface Place {
  readonly pointer: string;
  readonly schema: Schema;
}

/**
 * Filters among query parameters: those with the name of a property, and bounds of one (`min_price`,
 * `created_after`). `word` names the collection: `?project_name=` of `projects` compares their `name`.
 */
export function readFilters(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
  word = '',
): readonly Filter[] {
  const position = positionAmong(parameters);
  return parameters.flatMap((parameter) => {
    const { name } = parameter;
    if (position.has(name) && opOfExtension(parameter) === undefined) return [];
    const found = readFilter(shapes, parameter, shape);
    const own = found === undefined ? (nameOfOwn(parameter, word) ?? withoutWord(name, word)) : undefined;
    const filter = own === undefined ? found : readFilter(shapes, { ...parameter, name: own }, shape);
    return filter === undefined ? [] : [{ ...filter, parameter: name }];
  });
}

/** The parameters that name a position together (`lat` and `lon`): a list shows what lies near it, not only what lies at it. */
function positionAmong(parameters: readonly ParameterDescription[]): ReadonlySet<string> {
  const named = (words: RegExp): readonly string[] =>
    parameters.flatMap(({ name }) => (words.test(plain(name)) ? [name] : []));
  const [latitudes, longitudes] = [named(/^lat(?:itude)?$/), named(/^(?:lon|lng|long|longitude)$/)];
  return new Set(latitudes.length > 0 && longitudes.length > 0 ? [...latitudes, ...longitudes] : []);
}

/** `name` for `project` of `projects`, of which the description says that it is a name. */
function nameOfOwn({ name, description = '' }: ParameterDescription, word: string): string | undefined {
  const isOwn = word !== '' && singular(word) !== word && plain(name) === clusterKey(word);
  return isOwn && /\bnames?\b/i.test(description) ? 'name' : undefined;
}

/** `name` for `project_name` of `projects`. */
function withoutWord(name: string, word: string): string | undefined {
  const words = wordsOf(name);
  const start = words.findIndex((_, at) => at > 0 && words.slice(0, at).join('') === clusterKey(word));
  return start < 1 ? undefined : words.slice(start).join('_');
}

/** Parameters with an object of bounds for the property of the same name: `created: { gte, lt }`. */
export function readRanges(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): readonly Pick<Filter, 'parameter' | 'pointer'>[] {
  return parameters.flatMap((parameter) => {
    const names = parameter.schema === undefined ? [] : [...shapes.of(parameter.schema).properties.keys()];
    const isRange = names.length > 0 && names.every((name) => rangeBound(name) !== undefined);
    const place = isRange ? findPlace(shapes, shape, parameter) : undefined;
    return place === undefined || !isScalar(shapes, place.schema)
      ? []
      : [{ parameter: parameter.name, pointer: place.pointer }];
  });
}

/** Filters inside a parameter that is an object: `filter: { status, name: { contains } }`. */
export function readFilterParts(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): readonly FilterPart[] {
  return parameters.flatMap((parameter) =>
    holdersOf(shapes, parameter, shape).flatMap((holder) =>
      memberParameters(shapes, holder.part, 0).flatMap(({ path, part }): readonly FilterPart[] => {
        const found = readFilter(shapes, part, shape);
        return found === undefined ? [] : [{ ...found, parameter: parameter.name, path: [...holder.path, ...path] }];
      }),
    ),
  );
}

/** The objects of filters: the parameter itself, or `filter` in a `query`. */
function holdersOf(shapes: Shapes, parameter: ParameterDescription, shape: Shape): readonly NamedPart[] {
  const name = plain(parameter.name);
  if (property(shape, name) !== undefined) return [];
  if (FILTERS.has(name)) return [{ path: [], part: parameter }];
  if (!QUERIES.has(name) || parameter.schema === undefined) return [];
  return [...shapes.of(parameter.schema).properties].flatMap(([inner, schema]) =>
    FILTERS.has(plain(inner)) ? [{ path: [inner], part: { ...parameter, name: inner, schema } }] : [],
  );
}

const QUERIES = new Set(['query', 'search', 'criteria']);

const FILTERS = new Set(['filter', 'filters', 'where', 'conditions']);

interface NamedPart {
  readonly path: readonly string[];
  readonly part: ParameterDescription;
}

/** The members of a parameter as parameters of their own, called as a query calls them: `name[contains]`. */
function memberParameters(shapes: Shapes, parameter: ParameterDescription, depth: 0 | 1): readonly NamedPart[] {
  const members = parameter.schema === undefined ? [] : [...shapes.of(parameter.schema).properties];
  return members.flatMap(([name, schema]): readonly NamedPart[] => {
    const part = { ...parameter, name: depth === 0 ? name : `${parameter.name}[${name}]`, schema };
    const inner = depth === 0 && shapes.of(schema).kind === 'object' ? memberParameters(shapes, part, 1) : [];
    return inner.length === 0
      ? [{ path: [name], part }]
      : inner.map((each) => ({ ...each, path: [name, ...each.path] }));
  });
}

function readFilter(shapes: Shapes, parameter: ParameterDescription, shape: Shape): Filter | undefined {
  const found = filterFor(shapes, parameter, shape);
  return found !== undefined && isExclusive(shapes, found, parameter) ? { ...found, exclusive: true } : found;
}

const EXCLUSIVE = /\bexclusive|\bstrictly\b|\bnot (?:includ|inclus)/i;
const BEFORE =
  /\b(?:before|earlier than|prior to) (?:this|the|that|a)?(?: given| specified)? ?(?:date[- ]?time|time|moment|instant|timestamp)\b/i;
const INCLUSIVE = /\binclusive|\b(?:or|and) (?:at|on|equal)\b|\bat or before\b/i;

/** Whether a bound leaves out its own value, by its description or by its name (`lt`, `gt`). */
function isExclusive(shapes: Shapes, { op }: Filter, parameter: ParameterDescription): boolean {
  const { name, description = '' } = parameter;
  if ((op !== 'min' && op !== 'max') || INCLUSIVE.test(description)) return false;
  if (EXCLUSIVE.test(description)) return true;
  // A text without a form may be a day, which means the whole of it.
  const isBefore = op === 'max' && BEFORE.test(description) && isMoment(shapes, parameter.schema ?? true);
  return isBefore || wordsOf(name).some((word) => word === 'lt' || word === 'gt');
}

function filterFor(shapes: Shapes, parameter: ParameterDescription, shape: Shape): Filter | undefined {
  const extensionOp = opOfExtension(parameter);
  const operator = operatorOf(parameter.name);
  if (extensionOp === undefined && operator !== undefined) return operatorFilter(shapes, parameter, shape, operator);
  const byId = extensionOp === undefined ? boundOfId(shapes, parameter, shape) : undefined;
  if (byId !== undefined) return byId;
  const place = findPlace(shapes, shape, parameter);
  if (extensionOp !== undefined) {
    const bound = place ?? boundOf(shapes, shape, parameter)?.place;
    return bound && { parameter: parameter.name, pointer: bound.pointer, op: extensionOp };
  }
  if (place !== undefined) return matchFilter(shapes, parameter, place);
  const bound = boundOf(shapes, shape, parameter);
  if (bound === undefined) return describedBound(shapes, parameter, shape) ?? creationBound(shapes, parameter, shape);
  const measured = measureOf(shapes, bound.place, parameter);
  return measured && { parameter: parameter.name, pointer: measured.pointer, op: bound.op };
}

const LESS_THAN_ID =
  /\bids? (?:that (?:is|are) )?(?:lower|less|smaller) than\b|\b(?:lower|less|lesser|smaller) than (?:this|the given) id\b/i;
const MORE_THAN_ID =
  /\bids? (?:that (?:is|are) )?(?:higher|greater|larger) than\b|\b(?:higher|greater|larger) than (?:this|the given) id\b/i;

/** A bound of ids that the description tells: “Load posts with an id lower than this value”. */
function boundOfId(shapes: Shapes, parameter: ParameterDescription, shape: Shape): Filter | undefined {
  const { description = '', name } = parameter;
  const op = LESS_THAN_ID.test(description) ? 'max' : MORE_THAN_ID.test(description) ? 'min' : undefined;
  const id = shape.properties.get('id');
  if (op === undefined || id === undefined || !isNumber(shapes, id)) return undefined;
  return { parameter: name, pointer: '/id', op, exclusive: true };
}

const FIRST = /^(?:start|begin|from|since|after|min)(?:date|time|datetime)?$|^(?:date|time)(?:start|from|after)$/;
const LAST = /^(?:end|to|until|till|before|max)(?:date|time|datetime)?$|^(?:date|time)(?:end|to|until|before)$/;
const SAYS_FILTER =
  /\bfilter|\bcreated\b|\bcreation\b|\b(?:on or )?(?:after|before)\b|\b(?:date|time) range\b|\b(?:beginning|start|end) of the (?:\w+ )?period\b/i;

function isInstant(shapes: Shapes, { schema }: ParameterDescription): boolean {
  const root = schema === undefined ? true : shapes.of(schema).root;
  return typeof root === 'object' && root.format === 'date-time';
}

/** Which end of a span of time a parameter is by its name: `from` is the lower one. */
function endOfTime(parameter: ParameterDescription): 'min' | 'max' | undefined {
  const name = plain(parameter.name);
  return FIRST.test(name) ? 'min' : LAST.test(name) ? 'max' : undefined;
}

/** `from` and `until` bound the only date or time that their description names: “bookings with check-in on or after this day” for `checkIn`. */
function describedBound(shapes: Shapes, parameter: ParameterDescription, shape: Shape): Filter | undefined {
  const op = endOfTime(parameter);
  const text = wordsOf(parameter.description ?? '').join(' ');
  const isText = parameter.schema !== undefined && scalarTypesOf(shapes, parameter.schema).includes('string');
  if (op === undefined || text === '' || !isText || !isOfTime(parameter)) return undefined;
  const named = [...shape.properties].filter(([each, schema]) => {
    const { root } = shapes.of(schema);
    const isTime = typeof root === 'object' && (root.format === 'date' || root.format === 'date-time');
    return isTime && `${text} `.includes(`${wordsOf(each).join(' ')} `);
  });
  const [only, ...others] = named;
  return only === undefined || others.length > 0
    ? undefined
    : { parameter: parameter.name, pointer: child('', only[0]), op };
}

/** `StartDate` and `until` bound the time of creation, if they are times or are told to filter, and no property is called so. */
function creationBound(shapes: Shapes, parameter: ParameterDescription, shape: Shape): Filter | undefined {
  const op = endOfTime(parameter);
  const pointer = creationTime(shape);
  if (op === undefined || pointer === undefined) return undefined;
  if (!isInstant(shapes, parameter) && !SAYS_FILTER.test(parameter.description ?? '')) return undefined;
  const created = shape.properties.get(pointer.slice(1));
  const isOf = (...types: readonly string[]): boolean =>
    [created, parameter.schema].every(
      (schema) => schema !== undefined && scalarTypesOf(shapes, schema).some((type) => types.includes(type)),
    );
  // Both are texts, or both count seconds.
  return isOf('string') || isOf('integer', 'number') ? { parameter: parameter.name, pointer, op } : undefined;
}

/** Operators behind the name of a property: `name[contains]`, `filter[name][eq]`, `name__icontains`, `name.in`. */
const OPERATORS: ReadonlyMap<string, Filter['op']> = new Map([
  ...(['eq', 'equals', 'equal', 'is', 'exact', 'iexact'] as const).map((word) => [word, 'equals'] as const),
  ...(['contains', 'icontains', 'includes', 'like', 'ilike'] as const).map((word) => [word, 'contains'] as const),
  ...(['in', 'any'] as const).map((word) => [word, 'in'] as const),
]);

interface Operator {
  /** The parameter's name without the operator. */
  readonly name: string;
  readonly op: Filter['op'];
}

function operatorOf(parameter: string): Operator | undefined {
  const [, name = '', ...words] = /^(.+?)(?:\[(\w+)\]|__([a-z]+)|\.([a-z]+))$/i.exec(parameter) ?? [];
  const word = words.find((each) => each !== undefined);
  const op = word === undefined ? undefined : OPERATORS.get(word.toLowerCase());
  return op && { name, op };
}

function operatorFilter(
  shapes: Shapes,
  parameter: ParameterDescription,
  shape: Shape,
  { name, op }: Operator,
): Filter | undefined {
  const place = findPlace(shapes, shape, { ...parameter, name });
  const found = place && matchFilter(shapes, { ...parameter, name }, place);
  if (place === undefined || found === undefined) return undefined;
  const named = { ...found, parameter: parameter.name };
  if (found.op !== 'equals' || op === 'equals') return named;
  if (op === 'in') return { ...named, op, separator: ',' };
  // A part of a value is looked for in texts only.
  return scalarTypesOf(shapes, place.schema).includes('string') ? { ...named, op } : named;
}

/**
 * The value that a bound is compared with: the property, an item of its list (`start_date` for `dates`), or
 * its only number (`min_price` beside `price: { amount, currency }`).
 */
function measureOf(shapes: Shapes, place: Place, parameter: ParameterDescription): Place | undefined {
  if (isScalar(shapes, place.schema)) return comparable(shapes, parameter, place) ? place : undefined;
  const inner = shapes.of(place.schema);
  if (inner.kind === 'array' && inner.items !== undefined && isScalar(shapes, inner.items))
    return comparable(shapes, parameter, { ...place, schema: inner.items }) ? place : undefined;
  if (inner.kind !== 'object' || parameter.schema === undefined || !isNumber(shapes, parameter.schema))
    return undefined;
  const [only, ...others] = [...inner.properties].filter(([, schema]) => isNumber(shapes, schema));
  return only === undefined || others.length > 0
    ? undefined
    : { pointer: child(place.pointer, only[0]), schema: only[1] };
}

function isNumber(shapes: Shapes, schema: Schema): boolean {
  return scalarTypesOf(shapes, schema).some((type) => type === 'number' || type === 'integer');
}

function opOfExtension(parameter: ParameterDescription): Filter['op'] | undefined {
  const value = parameter.extensions['x-standin-filter'];
  return typeof value === 'string' && EXTENSIONS.filter.values.includes(value) ? (value as Filter['op']) : undefined; // the table holds exactly the operators
}

function comparable(shapes: Shapes, parameter: ParameterDescription, place: Place): boolean {
  return parameter.schema !== undefined && compatible(shapes, place.schema, parameter.schema);
}

/** A flag that lets more items through: "if set, archived pets are returned as well". */
const ADDS = /\bas well\b|\b(?:also|additionally) (?:be )?(?:include|return|show|list)\w*|\bin addition to\b/i;

function matchFilter(shapes: Shapes, parameter: ParameterDescription, place: Place): Filter | undefined {
  if (parameter.schema === undefined) return undefined;
  if (scalarTypesOf(shapes, parameter.schema).includes('boolean') && ADDS.test(parameter.description ?? ''))
    return undefined;
  const parameterShape = severalOf(shapes, shapes.of(parameter.schema));
  const propertyShape = shapes.of(place.schema);
  if (parameterShape.kind === 'object') return undefined;
  const values = parameterShape.kind === 'array' ? parameterShape.items : parameter.schema;
  if (values === undefined) return undefined;
  // `?has_fake=true` as a text, of which the description says that it is `true` or `false`, or no more than the name says.
  const isFlagAsText = (schema: Schema): boolean =>
    scalarTypesOf(shapes, schema).includes('boolean') &&
    (SAYS_FLAG.test(parameter.description ?? '') || isFlagName(parameter, place));
  const make = (op: Filter['op'], of: Place): Filter | undefined => {
    const isSame = of.pointer === child('', parameter.name);
    const off = offValues(shapes, values, of.schema, isSame);
    if (off === undefined || !(compatible(shapes, of.schema, values) || isFlagAsText(of.schema))) return undefined;
    const separated =
      parameterShape.kind !== 'array' && op !== 'equals' && isPluralText(shapes, parameter.name, values);
    return {
      parameter: parameter.name,
      pointer: of.pointer,
      op,
      ...(off.length > 0 ? { off } : {}),
      ...usualValue(shapes, parameter, off),
      ...(parameterShape.kind === 'array' && op === 'contains' ? { many: true } : {}),
      ...(separated ? { separator: ',' } : {}),
    };
  };
  if (propertyShape.kind === 'array' && propertyShape.items !== undefined) {
    const items = { pointer: place.pointer, schema: propertyShape.items };
    const each = isPlain(shapes, propertyShape.items) ? items : itemName(shapes, items, values);
    return each && make('contains', each);
  }
  if (propertyShape.kind === 'object' && !isScalar(shapes, place.schema)) return undefined;
  const several = parameterShape.kind === 'array' || isPluralOf(shapes, parameter.name, values, place.pointer);
  // One item of the list must have the value.
  if (place.pointer.includes('/*/')) return several ? undefined : make('contains', place);
  if (several) return make('in', place);
  const isPart = PART.test(parameter.description ?? '') && scalarTypesOf(shapes, place.schema).includes('string');
  return make(isPart ? 'contains' : 'equals', place);
}

/** What a text says of a parameter that is true or false. */
const SAYS_FLAG = /\btrue\b.*\bfalse\b|\bfalse\b.*\btrue\b|\bboolean\b/is;

/** A name that only a flag has, which is also that of the property: `is_published`. */
function isFlagName({ name }: NamedSchema, { pointer }: Place): boolean {
  return (
    /^(?:is|has)$/.test(wordsOf(name)[0] ?? '') && plain(pointer.slice(pointer.lastIndexOf('/') + 1)) === plain(name)
  );
}

/** A parameter that takes one value or a list of such values (`oneOf: [state, [state]]`) takes several. */
function severalOf(shapes: Shapes, shape: Shape): Shape {
  const forms = shape.alternatives.map((each) => shapes.of(each));
  const list = forms.find(({ kind }) => kind === 'array');
  const isItem = ({ root }: Shape): boolean =>
    list?.items !== undefined && compatible(shapes, root, list.items) && isScalar(shapes, root);
  return list !== undefined && forms.length === 2 && forms.every((each) => each === list || isItem(each))
    ? list
    : shape;
}

/** What a text says of a parameter that takes a part of a value. */
/** Whether a parameter is a date or time by its format or its description. `from` may be an airport or an address. */
function isOfTime({ schema, description = '' }: ParameterDescription): boolean {
  if (typeof schema === 'object' && /^date/.test(schema.format ?? '')) return true;
  return OF_TIME.test(description) && !OF_PLACE.test(description);
}

const OF_TIME =
  /\b(?:on or (?:after|before)|after or on|before or on|not (?:before|after)|since|until|days?|dates?|times?|timestamp|later|earlier|ISO ?8601|RFC ?3339)\b/i;
const OF_PLACE = /\b(?:airport|station|stop|city|port|terminal|location|place|address|code|currency)\b/i;

const PART = /\bpartial(?:ly)?\)? (?:[a-z]+ )?match\w*|\bsubstring\b|\b(?:match\w* )?part of (?:the|a|its) [a-z]+\b/i;

/** `?ids=1,2` beside a property `id`. */
function isPluralOf(shapes: Shapes, name: string, values: Schema, pointer: string): boolean {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1);
  return isPluralText(shapes, name, values) && !plain(name).endsWith(plain(last));
}

function isPluralText(shapes: Shapes, name: string, values: Schema): boolean {
  return plain(singular(name)) !== plain(name) && scalarTypesOf(shapes, values).includes('string');
}

/**
 * The property that identifies the items of a list (`?tags=new` beside `[{ id, name }]`); undefined if two
 * could be meant.
 */
function itemName(shapes: Shapes, items: Place, values: Schema): Place | undefined {
  const types = scalarTypesOf(shapes, values);
  const inner = shapes.of(items.schema);
  const fitting = ['id', 'login', 'slug', 'key', 'name'].flatMap((name) => {
    const found = property(inner, name);
    return found !== undefined &&
      scalarTypesOf(shapes, found[1]).some((type) => type !== 'null' && types.includes(type))
      ? [{ pointer: `${items.pointer}/*${child('', found[0])}`, schema: found[1] }]
      : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * Values that switch the filter off. `undefined` if the parameter has values that the property never has,
 * so that it is about something else. Under the very same name a few of them were forgotten at the property.
 */
function offValues(
  shapes: Shapes,
  parameterSchema: Schema,
  propertySchema: Schema,
  isSame: boolean,
): readonly string[] | undefined {
  const values = enumOf(shapes, parameterSchema);
  const known = enumOf(shapes, propertySchema);
  const off = values.filter((value) => OFF.has(value) && !known.includes(value));
  if (values.length === 0 || known.length === 0) return off;
  // `open,closed` means several values.
  const isKnown = (value: string): boolean => value.split(',').every((each) => known.includes(each.trim()));
  const foreign = values.filter((value) => !OFF.has(value) && !isKnown(value));
  const isForgotten = isSame && values.filter(isKnown).length >= FEWEST_SHARED * foreign.length;
  return foreign.length === 0 || isForgotten ? off : undefined;
}

/** How many values both must have for each one that only the parameter has. */
const FEWEST_SHARED = 3;

/** The default of an optional parameter that has a value which switches it off. Where it has none, a default may be a mere example. */
function usualValue(shapes: Shapes, parameter: ParameterDescription, off: readonly string[]): Pick<Filter, 'usual'> {
  const { root } = shapes.of(parameter.schema ?? true);
  const usual = typeof root === 'object' && parameter.required !== true && off.length > 0 ? root.default : undefined;
  return typeof usual === 'string' && !off.includes(usual) ? { usual } : {};
}

function enumOf(shapes: Shapes, schema: Schema): readonly string[] {
  const { root } = shapes.of(schema);
  return typeof root === 'object' ? (root.enum ?? []).filter((value) => typeof value === 'string') : [];
}

function isPlain(shapes: Shapes, schema: Schema): boolean {
  return isScalar(shapes, schema) && !scalarTypesOf(shapes, schema).includes('object');
}

/**
 * The property that a parameter means: `status`, `ids`, `category_id`, `pet.id`; `/customer/id` if the
 * entity contains a customer.
 */
function findPlace(shapes: Shapes, shape: Shape, asking: NamedQuery): Place | undefined {
  const wanted = plain(asking.name);
  const direct =
    property(shape, wanted) ??
    property(shape, plain(singular(asking.name))) ??
    [...shape.properties].find(([key, schema]) => clusterKey(key) === wanted && shapes.of(schema).kind === 'array');
  if (direct !== undefined) {
    const place = { pointer: child('', direct[0]), schema: direct[1] };
    const inner = shapes.of(direct[1]);
    return inner.kind === 'object' && !isScalar(shapes, direct[1]) ? byId(shapes, inner, place, asking) : place;
  }
  // `?tag_name=` and `?tag_id=` beside a list of plain `tags`.
  const [, listed] = /^(.{2,})(?:name|id|key|slug)$/.exec(wanted) ?? [];
  const list = [...shape.properties].find(([key, schema]) => {
    const { items } = shapes.of(schema);
    return listed !== undefined && clusterKey(key) === listed && items !== undefined && isPlain(shapes, items);
  });
  if (list !== undefined) return { pointer: child('', list[0]), schema: list[1] };
  for (const [outer, schema] of shape.properties) {
    if (!wanted.startsWith(plain(outer)) || plain(outer) === '') continue;
    const inner = shapes.of(schema);
    // `?contactId=` also beside `contact: { contactId }`.
    const found =
      inner.kind === 'object'
        ? (property(inner, wanted.slice(plain(outer).length)) ?? property(inner, wanted))
        : undefined;
    if (found !== undefined) return { pointer: child(child('', outer), found[0]), schema: found[1] };
  }
  return (
    withinOne(shapes, shape, asking) ??
    inHolder(shapes, shape, asking) ??
    withoutFilter(shapes, shape, asking) ??
    idOfNamed(shapes, shape, asking) ??
    idOfSeveral(shapes, shape, asking)
  );
}

/** `?contactIds=` means what `?contactId=` would. */
function idOfSeveral(shapes: Shapes, shape: Shape, asking: NamedQuery): Place | undefined {
  const [, one] = /^(.+id)s$/i.exec(asking.name) ?? [];
  return one === undefined ? undefined : findPlace(shapes, shape, { ...asking, name: one });
}

/** What a text says of a parameter that takes no id. */
const OTHER_NAME =
  /\b(names?|slugs?|handles?|logins?|usernames?|codes?|titles?|e-?mails?|search\w*|substring|prefix)\b/i;

/**
 * `?room=` beside `roomId`, and `?account=` beside the only list whose items have an `account_id`: the id of the named
 * record.
 */
function idOfNamed(shapes: Shapes, shape: Shape, { name, description = '' }: NamedQuery): Place | undefined {
  const wanted = plain(name);
  if (wanted.length < 3 || OTHER_NAME.test(description)) return undefined;
  const own = property(shape, `${wanted}id`);
  if (own !== undefined) return isPlain(shapes, own[1]) ? { pointer: child('', own[0]), schema: own[1] } : undefined;
  const inLists = [...shape.properties].flatMap(([outer, schema]): readonly Place[] => {
    const { items } = shapes.of(schema);
    const found = items === undefined ? undefined : property(shapes.of(items), `${wanted}id`);
    return found !== undefined && isPlain(shapes, found[1])
      ? [{ pointer: `${child('', outer)}/*${child('', found[0])}`, schema: found[1] }]
      : [];
  });
  return inLists.length === 1 ? inLists[0] : undefined;
}

/** `?list_id=` of campaigns with `recipients: { list_id }`: an id of that name stands in only one object of the entity. */
function withinOne(shapes: Shapes, shape: Shape, { name }: NamedSchema): Place | undefined {
  const words = wordsOf(name);
  if (words.length < 2 || words.at(-1) !== 'id') return undefined;
  const places = [...shape.properties].flatMap(([outer, schema]): readonly Place[] => {
    const inner = shapes.of(schema);
    const found = inner.kind === 'object' ? property(inner, plain(name)) : undefined;
    return found !== undefined && isScalar(shapes, found[1])
      ? [{ pointer: child(child('', outer), found[0]), schema: found[1] }]
      : [];
  });
  return places.length === 1 ? places[0] : undefined;
}

/** A property of an entity that has its properties in one object. */
function inHolder(shapes: Shapes, shape: Shape, asking: NamedSchema): Place | undefined {
  const holder = holderIn(shapes, shape);
  const inner = holder === undefined ? undefined : shapes.maybe(shape.properties.get(holder));
  const found = inner && findPlace(shapes, inner, asking);
  return found && { ...found, pointer: child('', holder ?? '') + found.pointer };
}

/** `filter[status]` means `status`. */
function withoutFilter(shapes: Shapes, shape: Shape, asking: NamedSchema): Place | undefined {
  const [first, ...rest] = wordsOf(asking.name);
  return first === 'filter' && rest.length > 0
    ? findPlace(shapes, shape, { ...asking, name: rest.join('_') })
    : undefined;
}

/** Names of ids in a related object, in order of preference. */
const CALLED_BY = ['id', 'uuid', 'guid', 'gid', 'sid', 'login', 'slug', 'key'];

// The property of a related object that a parameter compares, in the parameter's type:
// `?actor=octocat` beside an actor object.
function byId(shapes: Shapes, inner: Shape, outer: Place, asking: NamedSchema): Place | undefined {
  const types = asking.schema === undefined ? [] : scalarTypesOf(shapes, asking.schema);
  for (const name of CALLED_BY) {
    const found = property(inner, name);
    if (found !== undefined && scalarTypesOf(shapes, found[1]).some((type) => type !== 'null' && types.includes(type)))
      return { pointer: child(outer.pointer, found[0]), schema: found[1] };
  }
  return undefined;
}

function property(shape: Shape, name: string): readonly [string, Schema] | undefined {
  return shape.spelled(name)[0];
}

function boundOf(shapes: Shapes, shape: Shape, asking: NamedSchema): { place: Place; op: 'min' | 'max' } | undefined {
  const words = wordsOf(asking.name);
  if (words.length < 2) return undefined;
  const at = (name: string): Place | undefined => findPlace(shapes, shape, { ...asking, name });
  for (const [word, rest] of [[words[0], words.slice(1)] as const, [words.at(-1), words.slice(0, -1)] as const]) {
    const op = rangeBound(word ?? '');
    const name = rest.join('_');
    const place =
      op && (at(name) ?? momentOf(shape, name, at) ?? wholeOf(shape, name) ?? onlyNumber(shapes, shape, name, asking));
    if (op !== undefined && place !== undefined) return { place, op };
  }
  return undefined;
}

/** `published_on` for `published_from`; undefined if two properties could be meant. */
function momentOf(shape: Shape, name: string, at: (name: string) => Place | undefined): Place | undefined {
  const own = at(`${name}_at`);
  if (own !== undefined) return own;
  // `createTime` is the time at which an item was created.
  const verbs = name.endsWith('ed') ? [name.slice(0, -1), name.slice(0, -2)] : [];
  const those = [name, ...verbs].flatMap((verb) =>
    ['on', 'date', 'time', 'day']
      .map((word) => `${verb}_${word}`)
      .filter((each) => property(shape, plain(each)) !== undefined),
  );
  return those.length === 1 ? at(those[0] ?? '') : undefined;
}

/** The only number whose name begins or ends with a word: `pricePerNight` for `max_price`. */
function onlyNumber(shapes: Shapes, shape: Shape, name: string, { schema }: NamedSchema): Place | undefined {
  if (schema === undefined || !isNumber(shapes, schema)) return undefined;
  const words = wordsOf(name).join(' ');
  const [only, ...others] = [...shape.properties].filter(([each, property]) => {
    const own = wordsOf(each).join(' ');
    return isNumber(shapes, property) && (own.startsWith(`${words} `) || own.endsWith(` ${words}`));
  });
  return only === undefined || others.length > 0 ? undefined : { pointer: child('', only[0]), schema: only[1] };
}

/** A property of any type: a bound may compare a number in it. */
function wholeOf(shape: Shape, name: string): Place | undefined {
  const found = property(shape, plain(name));
  return found && { pointer: child('', found[0]), schema: found[1] };
}

/** Query parameters of a write that set properties. */
export function readInputs(
  shapes: Shapes,
  parameters: readonly ParameterDescription[],
  shape: Shape,
): readonly Input[] {
  return parameters.flatMap((parameter) => {
    const found = parameter.in === 'query' ? property(shape, plain(parameter.name)) : undefined;
    if (found === undefined || parameter.schema === undefined) return [];
    return compatible(shapes, found[1], parameter.schema)
      ? [{ parameter: parameter.name, pointer: child('', found[0]) }]
      : [];
  });
}
