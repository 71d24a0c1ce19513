import { type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import type { Statistic } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas } from '../schema/bodies.ts';
import { isScalar, scalarTypesOf } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

const PATHS = new Set([
  ...['stats', 'stat', 'statistics', 'statistic', 'summary', 'summaries', 'overview', 'metrics', 'counts', 'totals'],
  ...['aggregate', 'aggregates', 'aggregation', 'aggregations', 'breakdown', 'distribution', 'analytics'],
]);

/** Whether the word of a path promises statistics: `/orders/stats`, `/orders/order-summary`. */
export function isStatisticsWord(path: string): boolean {
  return PATHS.has(plain(path)) || PATHS.has(wordsOf(path).at(-1) ?? '');
}

/** The collection that statistics are about: its singular word, and what one of its items shows. */
export interface StatisticsSubject {
  readonly shapes: Shapes;
  readonly word: string;
  readonly item: Shape;
}

/** The numbers of an answer that follow from the items of a collection. Empty if there are none, or if the answer is about other things. */
export function statisticsIn(subject: StatisticsSubject, operation: Operation): readonly Statistic[] {
  if (operation.method !== 'GET') return [];
  const [schema] = answerSchemas(operation);
  const whole = subject.shapes.maybe(schema);
  return whole === undefined || whole.kind !== 'object' ? [] : findNumbers(subject, whole, '', 0);
}

/** The same for an answer about several collections: only what is called after this one. */
export function statisticsCalled(subject: StatisticsSubject, operation: Operation): readonly Statistic[] {
  const own = new Set(wordsOf(subject.word).map(clusterKey));
  const isCalledSo = (pointer: string): boolean => {
    const words = new Set(wordsOf(pointer.split('/')[1] ?? '').map(clusterKey));
    return [...own].every((word) => words.has(word));
  };
  return statisticsIn(subject, operation).filter(({ at }) => isCalledSo(at));
}

const DEEPEST = 3;

function findNumbers(subject: StatisticsSubject, shape: Shape, at: string, depth: number): readonly Statistic[] {
  const { shapes } = subject;
  return [...shape.properties].flatMap(([name, schema]): readonly Statistic[] => {
    const pointer = child(at, name);
    if (isNumber(shapes, schema)) return numberCalled(subject, name, pointer) ?? [];
    const inner = shapes.of(schema);
    const groups = findGroups(subject, inner, name, pointer);
    if (groups.length > 0) return groups;
    // `data`, `counts` and `tickets` hold numbers of the same items; the name of another property or thing does not.
    const isAround =
      inner.kind === 'object' && depth < DEEPEST && otherWords(name, subject).every((each) => AROUND.has(each));
    return isAround ? findNumbers(subject, inner, pointer, depth + 1) : [];
  });
}

const AROUND = new Set(['data', 'result', 'results', 'response', 'payload', 'body', 'attributes', 'overall', 'all']);
/** Words that say no more than that something is counted or summed. */
const COUNTING = new Set(['total', 'totals', 'count', 'counts', 'num', 'number', 'of', 'sum', 'stats', 'statistics']);
const GROUPING = new Set(['by', 'per', 'breakdown', 'distribution', 'summary', 'grouped', 'in', 'each']);
const THINGS = new Set(['items', 'records', 'entries', 'results', 'elements', 'rows', 'all', 'overall']);
const SUMS: ReadonlyMap<string, Statistic['of']> = new Map([
  ...['total', 'sum'].map((word) => [word, 'sum'] as const),
  ...['average', 'avg', 'mean'].map((word) => [word, 'average'] as const),
  ...['min', 'minimum', 'lowest', 'smallest'].map((word) => [word, 'minimum'] as const),
  ...['max', 'maximum', 'highest', 'largest'].map((word) => [word, 'maximum'] as const),
]);

/** The words of a name without those that only count, and without those of the collection. */
function otherWords(name: string, { word }: StatisticsSubject): readonly string[] {
  const own = new Set([clusterKey(word), ...wordsOf(word).map(clusterKey)]);
  return wordsOf(name).filter((each) => !COUNTING.has(each) && !own.has(clusterKey(each)));
}

/** What a number counts, sums or averages by its name: `total`, `open_tickets`, `averagePrice`. */
function numberCalled(subject: StatisticsSubject, name: string, at: string): readonly Statistic[] | undefined {
  const { shapes } = subject;
  const rest = otherWords(name, subject);
  if (rest.every((word) => THINGS.has(word))) return [{ at, of: 'count' }];
  const where = stateCalled(subject, rest.join(''));
  if (where !== undefined) return [{ at, of: 'count', where }];
  const words = wordsOf(name);
  const of = words.flatMap((word) => SUMS.get(word) ?? [])[0];
  const named = rest.filter((word) => !SUMS.has(word)).join('');
  const property = of === undefined ? undefined : propertyNamed(subject, named);
  return of !== undefined && property !== undefined && isNumber(shapes, property.schema)
    ? [{ at, of, property: property.pointer }]
    : undefined;
}

/** What a word says of the items that are counted: a listed value, or a flag. */
export function stateCalled(subject: StatisticsSubject, spelt: string): Statistic['where'] {
  return listedValue(subject, spelt) ?? flagCalled(subject, spelt);
}

/** The only property of the items that lists a value which is spelt so. */
function listedValue({ shapes, item }: StatisticsSubject, spelt: string): Statistic['where'] {
  const found = [...item.properties].flatMap(([name, schema]) =>
    valuesOf(shapes, schema)
      .filter((value) => plain(value) === spelt)
      .map((value) => ({ property: child('', name), value })),
  );
  return found.length === 1 ? found[0] : undefined;
}

function valuesOf(shapes: Shapes, schema: Schema): readonly string[] {
  const { root } = shapes.of(schema);
  const listed = typeof root === 'object' ? (root.enum ?? []) : [];
  return listed.filter((value): value is string => typeof value === 'string');
}

/** The flag that a word means, or whose absence it means: `active` and `inactive` of `isActive`. */
function flagCalled({ shapes, item }: StatisticsSubject, spelt: string): Statistic['where'] {
  for (const [name, schema] of item.properties) {
    if (!scalarTypesOf(shapes, schema).includes('boolean')) continue;
    const bare = plain(name).replace(/^(?:is|has)(?=.{3})/, '');
    const property = child('', name);
    if (spelt === bare || spelt === plain(name)) return { property, value: true };
    if (['in', 'un', 'not', 'non'].some((prefix) => spelt === prefix + bare)) return { property, value: false };
  }
  return undefined;
}

interface NamedProperty {
  readonly pointer: string;
  readonly schema: Schema;
}

function propertyNamed({ item }: StatisticsSubject, spelt: string): NamedProperty | undefined {
  const names = [...item.properties];
  const [name, schema] =
    names.find(([each]) => plain(each) === spelt) ??
    names.find(([each]) => clusterKey(each) === clusterKey(spelt)) ??
    [];
  return name === undefined || schema === undefined || spelt === '' ? undefined : { pointer: child('', name), schema };
}

/** Numbers for each value of a property: a map or object (`by_status: { open: 2 }`), or rows (`[{ status, count }]`). */
function findGroups(subject: StatisticsSubject, inner: Shape, name: string, at: string): readonly Statistic[] {
  const { shapes } = subject;
  const by = propertyNamed(
    subject,
    otherWords(name, subject)
      .filter((word) => !GROUPING.has(word))
      .join(''),
  );
  if (inner.kind === 'array') return findRows(subject, inner, by, at);
  if (by === undefined || !isScalar(shapes, by.schema) || inner.kind !== 'object') return [];
  const values = valuesOf(shapes, by.schema);
  const named = [...inner.properties].flatMap(([each, schema]): Statistic[] => {
    const value = values.find((value) => plain(value) === plain(each));
    const isCounted = value !== undefined && isNumber(shapes, schema);
    return isCounted ? [{ at: child(at, each), of: 'count', where: { property: by.pointer, value } }] : [];
  });
  const { root } = inner;
  const others = typeof root === 'object' && inner.properties.size === 0 ? root.additionalProperties : undefined;
  const isMap = others !== undefined && typeof others === 'object' && isNumber(shapes, others);
  return isMap ? [{ at, of: 'count', by: { property: by.pointer, values } }] : named;
}

function findRows(
  subject: StatisticsSubject,
  { items }: Shape,
  named: NamedProperty | undefined,
  at: string,
): readonly Statistic[] {
  const { shapes } = subject;
  const row = shapes.maybe(items);
  if (row === undefined || row.kind !== 'object') return [];
  const numbers = [...row.properties].filter(([, schema]) => isNumber(shapes, schema));
  const others = [...row.properties.keys()].filter((name) => numbers.every(([number]) => number !== name));
  const [number] = numbers;
  const [key] = others;
  if (number === undefined || key === undefined || numbers.length > 1 || others.length > 1) return [];
  if (otherWords(number[0], subject).length > 0) return [];
  const own = propertyNamed(subject, plain(key));
  const by = own ?? (KEYS.has(plain(key)) ? named : undefined);
  if (by === undefined || !isScalar(shapes, by.schema)) return [];
  const values = valuesOf(shapes, by.schema);
  return [{ at, of: 'count', by: { property: by.pointer, values, row: { value: key, count: number[0] } } }];
}

const KEYS = new Set(['key', 'value', 'name', 'label', 'group', 'bucket']);

function isNumber(shapes: Shapes, schema: Schema): boolean {
  const types = scalarTypesOf(shapes, schema);
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}
