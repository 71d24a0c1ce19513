import type { Json, JsonObject } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { isArray, isObject, parseJson, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

/** Whether a record fulfils what a search asks for. */
type Test = (record: JsonObject) => boolean;

/** Members of a body that hold conditions, in plain names. */
const HOLDERS = new Set(
  'filter filters filtergroups filtergroup where conditions condition criteria rules query queries'.split(' '),
);
/** Members of a condition that name a property. */
const FIELDS = ['field', 'property', 'propertyname', 'attribute', 'column', 'fieldname', 'key', 'name', 'path'];
const OPERATORS = ['operator', 'op', 'comparator', 'comparison', 'condition', 'operation', 'matchtype'];
const VALUES = ['value', 'values', 'operand', 'to'];
/** Members that hold the conditions of a group. */
const GROUPS = ['filters', 'conditions', 'rules', 'operands', 'value', 'items', 'children', 'criteria'];

/**
 * The records that a search asks for with a list of conditions in its body, such as `filters: [{ field, operator, value }]`, also in groups with
 * `and`, `or` and `not`. `undefined` if the body has none.
 */
export function wantedBySearch({ role, request: { body } }: RequestContext): ((entity: Entity) => boolean) | undefined {
  if (role.lists === undefined || body.kind !== 'parsed') return undefined;
  const test = heldConditions(asObject(body.value), 0);
  return test === undefined ? undefined : ({ value }) => test(asObject(value));
}

/** What written conditions in the query ask for. */
export interface WrittenConditions {
  /** The parameters that hold them. */
  readonly parameters: readonly string[];
  readonly shows: (entity: Entity) => boolean;
}

/**
 * The records that written conditions in the query ask for: `filter=status:open`, `where=Name=="Ann" AND Age>=18`, also as the text
 * of a search. `undefined` if there is none, or if it is about something that records do not show.
 */
export function writtenConditions(
  mock: MockContext,
  { parameters: { query } }: RequestContext,
  schema: Schema,
  { filters, parts = [] }: ListDetails,
): WrittenConditions | undefined {
  const written = Object.entries(query).flatMap(([name, value]) => {
    const plain = withoutSeparators(name).replace(/^\$/, '');
    const isRead = [...filters, ...parts].some(({ parameter }) => parameter === name);
    if (isRead || !(HOLDERS.has(plain) || SEARCHES.has(plain) || MESSAGES.has(plain))) return [];
    const object = typeof value === 'string' ? objectIn(value) : isObject(value) ? value : undefined;
    const texts = object !== undefined || MESSAGES.has(plain) ? [] : textsOf(value);
    const isAny = HOLDERS.has(plain) && mock.fieldsOf(schema).open;
    const tests = texts.map((text) => writtenCondition(mock, schema, text, isAny));
    const whole = tests.includes(undefined) ? undefined : allOf(tests.flatMap(listOf));
    const test = texts.length > 0 ? whole : object && mappedConditions(object, 0);
    return listOf(test).map((each) => ({ name, test: each }));
  });
  const test = allOf(written.map((each) => each.test));
  return test === undefined
    ? undefined
    : { parameters: written.map(({ name }) => name), shows: ({ value }) => test(asObject(value)) };
}

/** A text, or the texts of a list: `filters=year=1972&filters=title=Alien`. */
function textsOf(value: Json | undefined): readonly string[] {
  const list = isArray(value ?? null) ? (value as readonly Json[]) : [value ?? null];
  const texts = list.filter((each) => typeof each === 'string');
  return texts.length === list.length ? texts : [];
}

/** Parameters that hold a whole search as JSON. */
const MESSAGES = new Set(['payload', 'json']);

/** The JSON object that a text is, if it is one. */
function objectIn(text: string): JsonObject | undefined {
  const read = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  return read?.ok === true && isObject(read.value) ? read.value : undefined;
}

/**
 * The conditions of an object that has them under the names of properties: `{ status: ["open"], age: { $gte: 18 } }`. What records do
 * not show asks for nothing.
 */
function mappedConditions(holder: JsonObject, depth: number): Test | undefined {
  if (depth > DEEPEST) return undefined;
  return allOf(
    Object.entries(holder).flatMap(([name, value]): readonly Test[] => {
      const plain = withoutSeparators(name).replace(/^\$/, '');
      if (isArray(value) && (plain === 'and' || plain === 'or')) {
        const tests = value.flatMap((each) => (isObject(each) ? listOf(mappedConditions(each, depth + 1)) : []));
        if (plain === 'and') return listOf(allOf(tests));
        return tests.length === 0 ? [] : [(record) => tests.some((test) => test(record))];
      }
      if (isObject(value) && (HOLDERS.has(plain) || plain === 'filterconditions'))
        return listOf(mappedConditions(value, depth + 1));
      return listOf(mappedCondition(name, value));
    }),
  );
}

function mappedCondition(field: string, wanted: Json): Test | undefined {
  if (!isObject(wanted)) return (record) => many(wanted).some((each) => isHeld(heldAt(record, field), each));
  return allOf(
    Object.entries(wanted).flatMap(([name, value]) => {
      const compare = COMPARES.get(withoutSeparators(name.replace(/^\$/, '')));
      if (compare === undefined) return [];
      return [
        (record: JsonObject) => {
          const found = heldAt(record, field);
          return found === undefined || compare(found, value);
        },
      ];
    }),
  );
}

/** Whether a record has a value, which may be one of a list, or a pair of a map as `key=value` or `key` alone. */
function isHeld(found: Json | undefined, wanted: Json): boolean {
  if (found === undefined) return true;
  if (!isObject(found)) return isEqual(found, wanted);
  const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(String(wanted)) ?? [];
  return Object.hasOwn(found, key) && (value === undefined || isEqual(found[key] ?? null, value));
}

/**
 * The value of a property that is called so, alone or in the plural, else the one in the only object of the record that has it. `undefined` if
 * the record does not show it.
 */
function heldAt(record: JsonObject, field: string): Json | undefined {
  const plain = withoutSeparators(field);
  const own = (holder: JsonObject): string | undefined =>
    Object.keys(holder).find((name) => [plain, `${plain}s`].includes(withoutSeparators(name)));
  const name = own(record);
  if (name !== undefined) return record[name];
  const inner = Object.values(record).flatMap((each) => {
    const here = isObject(each) ? own(each) : undefined;
    return isObject(each) && here !== undefined ? [each[here]] : [];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

/** Parameters whose text is searched for, unless it is a condition. */
const SEARCHES = new Set(['q', 'search', 'searchquery', 'searchfilter']);

/** @param isAny whether a record may have other properties than the described ones */
function writtenCondition(mock: MockContext, schema: Schema, conditions: string, isAny: boolean): Test | undefined {
  const names = new Set([...mock.fieldsOf(schema).properties.keys()].map(withoutSeparators));
  const groups = conditions.split(/\s+or\s+|\s*\|\|\s*/i).map((group) =>
    group.split(/\s+and\s+|\s*&&\s*|\s*[,;]\s*(?=[A-Za-z_][\w.]*\s*(?:[=:<>!~]|\w+\s))/i).map((each) => {
      const [, test, path, text = ''] = FUNCTION.exec(each.trim()) ?? [];
      if (test !== undefined && path !== undefined)
        return isAny || names.has(withoutSeparators(path.split(/[./]/)[0] ?? ''))
          ? propertyTest(path.replaceAll('/', '.'), test.toLowerCase(), text.replaceAll("''", "'"), undefined)
          : undefined;
      const [, field = '', operator = '', quoted, other] = WRITTEN.exec(each.trim()) ?? [];
      const isShown = (isAny && field !== '') || names.has(withoutSeparators(field.split('.')[0] ?? ''));
      const { [operator.toLowerCase()]: called = operator } = SHORT_OPERATORS;
      return isShown ? propertyTest(field, called, quoted ?? other ?? '', undefined) : undefined;
    }),
  );
  if (groups.flat().some((test) => test === undefined)) return undefined;
  const tests = groups.flatMap((group) => listOf(allOf(group.flatMap(listOf))));
  return (record) => tests.some((test) => test(record));
}

/** A property, an operator and a value, in quotes or not: `Name=="Ann"`, `status:open`, `age ge 18`. */
const WRITTEN =
  /^\(?([A-Za-z_][\w.]*)\s*(==|!=|<>|>=|<=|[=:<>~]|(?<=\s)[A-Za-z]{2,10}(?=\s))\s*(?:["'](.*)["']|([^"']*?))\)?$/;

/** A function of a property and a text (OData 4.01 Part 2 §5.1.1.7): `startswith(name,'Ann')`. */
const FUNCTION =
  /^\(?(contains|startswith|endswith)\(\s*([A-Za-z_][\w./]*)\s*,\s*'((?:[^']|'')*)'\s*\)\)?(?:\s+eq\s+true)?$/i;

/** Operators that are written shorter than in a body. */
const SHORT_OPERATORS: Readonly<Record<string, string>> = {
  ':': 'eq',
  co: 'contains',
  sw: 'startswith',
  ew: 'endswith',
};

const DEEPEST = 6;

/** The conditions that the members of an object hold. */
function heldConditions(holder: JsonObject, depth: number): Test | undefined {
  const tests = Object.entries(holder).flatMap(([name, value]): readonly Test[] => {
    const plain = withoutSeparators(name);
    if (!HOLDERS.has(plain) || typeof value !== 'object' || value === null) return [];
    const groups = plain.startsWith('filtergroup') && isArray(value);
    return listOf(groups ? any(value, depth + 1) : conditionIn(value, depth + 1));
  });
  return allOf(tests);
}

function conditionIn(node: Json, depth: number): Test | undefined {
  if (depth > DEEPEST) return undefined;
  if (isArray(node)) return allOf(node.flatMap((each) => listOf(conditionIn(each, depth + 1))));
  if (!isObject(node)) return undefined;
  const members = new Map(Object.entries(node).map(([name, value]) => [withoutSeparators(name), value]));
  const first = (names: readonly string[]): Json | undefined =>
    names.map((name) => members.get(name)).find((value) => value !== undefined);
  const field = first(FIELDS);
  const operator = first(OPERATORS);
  const value = first(VALUES);
  if (typeof field === 'string' && (value !== undefined || typeof operator === 'string'))
    return propertyTest(field, typeof operator === 'string' ? operator : 'eq', value ?? null, members.get('highvalue'));
  const joined = typeof operator === 'string' ? operator.toLowerCase() : undefined;
  const group = first(GROUPS);
  if (isArray(group ?? null)) {
    const list = group as readonly Json[];
    return joined === 'or' || joined === 'any' ? any(list, depth + 1) : conditionIn(list, depth + 1);
  }
  const [and, or, not] = ['and', 'or', 'not'].map((name) => members.get(name));
  const negated = not === undefined ? undefined : conditionIn(not, depth + 1);
  const joint = allOf([
    ...(and === undefined ? [] : listOf(conditionIn(and, depth + 1))),
    ...(isArray(or ?? null) ? listOf(any(or as readonly Json[], depth + 1)) : []),
    ...(negated === undefined ? [] : [(record: JsonObject) => !negated(record)]),
  ]);
  return joint ?? heldConditions(node, depth + 1);
}

function any(list: readonly Json[], depth: number): Test | undefined {
  const tests = list.flatMap((each) => listOf(conditionIn(each, depth)));
  return tests.length === 0 ? undefined : (record) => tests.some((test) => test(record));
}

function allOf(tests: readonly Test[]): Test | undefined {
  return tests.length === 0 ? undefined : (record) => tests.every((test) => test(record));
}

function listOf(test: Test | undefined): readonly Test[] {
  return test === undefined ? [] : [test];
}

/** Operators by the names that services give them, without separators. */
const COMPARES: ReadonlyMap<string, (found: Json, wanted: Json, high?: Json) => boolean> = new Map([
  ...comparesNamed('eq equals equal is exact = == matches', isEqual),
  ...comparesNamed('neq ne notequals notequal isnot != <>', (found, wanted) => !isEqual(found, wanted)),
  ...comparesNamed('gt greaterthan after > ', (found, wanted) => order(found, wanted) > 0),
  ...comparesNamed(
    'gte ge greaterthanorequal greaterthanorequals min >=',
    (found, wanted) => order(found, wanted) >= 0,
  ),
  ...comparesNamed('lt lessthan before <', (found, wanted) => order(found, wanted) < 0),
  ...comparesNamed('lte le lessthanorequal lessthanorequals max <=', (found, wanted) => order(found, wanted) <= 0),
  ...comparesNamed('in oneof anyof isanyof', (found, wanted) => many(wanted).some((each) => isEqual(found, each))),
  ...comparesNamed('notin nin noneof', (found, wanted) => !many(wanted).some((each) => isEqual(found, each))),
  ...comparesNamed('contains containstoken like ilike includes ~ fuzzy', hasText),
  ...comparesNamed('notcontains notcontainstoken !~', (found, wanted) => !hasText(found, wanted)),
  ...comparesNamed('startswith prefix beginswith ^', (found, wanted) => lower(found).startsWith(lower(wanted))),
  ...comparesNamed('endswith suffix $', (found, wanted) => lower(found).endsWith(lower(wanted))),
  ...comparesNamed('between', (found, wanted, high) => {
    const [from = null, to = high ?? null] = many(wanted);
    return order(found, from) >= 0 && order(found, to) <= 0;
  }),
  ...comparesNamed('hasproperty exists isset notnull isnotnull', (found) => found !== null),
  ...comparesNamed('nothasproperty notexists isnull missing', (found) => found === null),
]);

function comparesNamed(
  names: string,
  compare: (found: Json, wanted: Json, high?: Json) => boolean,
): readonly (readonly [string, (found: Json, wanted: Json, high?: Json) => boolean])[] {
  return names
    .trim()
    .split(' ')
    .map((name) => [name, compare] as const);
}

/** The test of one property; an unknown operator asks for nothing. */
function propertyTest(field: string, operator: string, wanted: Json, high: Json | undefined): Test | undefined {
  const compare = COMPARES.get(operator.trim()) ?? COMPARES.get(withoutSeparators(operator).toLowerCase());
  return compare === undefined ? undefined : (record) => compare(valueCalled(record, field), wanted, high);
}

/** The value of a property in any spelling, by a path with dots, or inside `properties` and `attributes`. */
function valueCalled(record: JsonObject, field: string): Json {
  const [first = '', ...deeper] = field.split('.');
  const own = Object.keys(record).find((name) => withoutSeparators(name) === withoutSeparators(first));
  if (own !== undefined) {
    const value = record[own] ?? null;
    return deeper.length === 0 ? value : valueCalled(asObject(value), deeper.join('.'));
  }
  const inner = ['properties', 'attributes'].find((name) => isObject(record[name] ?? null));
  return inner === undefined ? null : valueCalled(asObject(record[inner]), field);
}

function many(value: Json): readonly Json[] {
  return isArray(value) ? value : [value];
}

function isEqual(found: Json, wanted: Json): boolean {
  if (isArray(found) && !isArray(wanted)) return found.some((each) => isEqual(each, wanted));
  return lower(found) === lower(wanted);
}

function hasText(found: Json, wanted: Json): boolean {
  if (isArray(found)) return found.some((each) => isEqual(each, wanted));
  return found !== null && lower(found).includes(lower(wanted).replaceAll('%', ''));
}

function lower(value: Json): string {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value).toLowerCase();
}

/** Below, at or above 0 as the found value is less than, equal to or more than the wanted one; NaN if they cannot be compared. */
function order(found: Json, wanted: Json): number {
  if (found === null || wanted === null || found === '' || wanted === '') return Number.NaN;
  const [a, b] = [Number(found), Number(wanted)];
  if (!(Number.isNaN(a) || Number.isNaN(b))) return a - b;
  return typeof found === 'string' && typeof wanted === 'string'
    ? found < wanted
      ? -1
      : found > wanted
        ? 1
        : 0
    : Number.NaN;
}
