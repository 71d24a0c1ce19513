import { type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { segmentsOf } from '../model/paths.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';
import { arraysByDepth, asList, type FoundArray } from './arrays.ts';
import { type FoundList, isCompanion } from './envelope.ts';

/**
 * Finds the list in an answer by its items: the only array at the smallest depth whose items are what the
 * item path shows. Names of properties do not matter. An object with children of its own type is not a list
 * of them.
 */
export function findListOf(shapes: Shapes, schema: Schema, isItem: (items: Shape) => boolean): FoundList | undefined {
  const whole = shapes.of(schema);
  if (whole.kind !== 'object') return undefined;
  for (const level of arraysByDepth(shapes, whole)) {
    const arrays = level.filter(({ items }) => isItem(shapes.of(items)) && !isClose(shapes.of(items), whole));
    const [only] = arrays;
    if (arrays.length > 1) return undefined;
    if (only !== undefined) return asList(shapes, whole, only);
  }
  return undefined;
}

/** What the path of a list shows about it. */
export interface ListPath {
  readonly operation: Operation;
  /** The last word of the path. */
  readonly word: string;
  /** Whether a path continues this one with an id. */
  readonly hasItems: boolean;
  /** The operations that write on the path itself. */
  readonly writes: readonly Operation[];
}

/**
 * The minimum score of an array to be the list of its answer, chosen by labelled documents: with 3, reports
 * are taken for lists.
 */
const ENOUGH = 4;

/**
 * Finds the list if neither names nor an item path show it: each array gets a score from its surroundings
 * and the path.
 */
export function findListByStructure(shapes: Shapes, schema: Schema, path: ListPath): FoundList | undefined {
  const whole = shapes.of(schema);
  if (whole.kind !== 'object' || isWritten(shapes, whole, path)) return undefined;
  const levels = arraysByDepth(shapes, whole);
  const all = levels.flat();
  const scored = levels.flatMap((arrays, depth) => {
    const isDeeper = levels.slice(0, depth).some((above) => above.length > 0);
    return arrays.map((array) => ({
      array,
      score: scoreOf(shapes, array, arrays, path) + (all.length === 1 ? 1 : 0) - (isDeeper ? 2 : 0),
    }));
  });
  const [best, next] = scored.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score < ENOUGH || best.score === next?.score
    ? undefined
    : asList(shapes, whole, best.array);
}

/** Whether a write of the path sends or answers what is shown there, so that it is a record of its own. */
function isWritten(shapes: Shapes, whole: Shape, { writes }: ListPath): boolean {
  return writes.some((operation) => {
    const sent = shapes.maybe(requestSchema(operation));
    if (sent !== undefined) return operation.method !== 'POST' && isClose(sent, whole);
    return (
      ['PUT', 'PATCH'].includes(operation.method) &&
      answerSchemas(operation).some((answer) => isClose(shapes.of(answer), whole))
    );
  });
}

function scoreOf(shapes: Shapes, array: FoundArray, rivals: readonly FoundArray[], path: ListPath): number {
  const shares = sharedWord(array.name, path);
  const others = rivals.filter((each) => each !== array && hasId(shapes, each));
  const isAhead = shares > 0 && others.every((each) => sharedWord(each.name, path) === 0);
  const isRivalled = others.length > 0 && shares < 2;
  return (
    companionScore(shapes, array, path) +
    echoScore(shapes, array.part, path.operation) +
    shares +
    (path.hasItems ? 1 : 0) +
    (hasId(shapes, array) ? 1 : hasInnerId(shapes, array) ? 0 : -1) -
    (isRivalled ? (isAhead ? 1 : 6) : 0) -
    (['id', 'uuid'].some((name) => array.part.spelled(name).length > 0) || standsBesideThing(shapes, array, path)
      ? 3
      : 0)
  );
}

/** 2 for the last word of the path, 1 for another word of it. */
function sharedWord(name: string, { operation, word }: ListPath): number {
  if (clusterKey(name) === clusterKey(word)) return 2;
  const others = segmentsOf(operation.path).flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
  return others.some((other) => clusterKey(other) === clusterKey(name)) ? 1 : 0;
}

function companionScore(shapes: Shapes, { name, part, around }: FoundArray, path: ListPath): number {
  const isKnown = (other: string): boolean => isCompanion(shapes, other) || isParent(other, path);
  const others = [...around, ...[...part.properties.keys()].filter((other) => other !== name)];
  if (others.length === 0) return 3;
  if (!around.every(isKnown)) return -3;
  const known = others.filter(isKnown);
  if (known.length === others.length) return 4;
  return known.length / others.length >= 0.6 ? 3 : 0;
}

/**
 * Whether an object is the parent in the path: `/accounts/{id}/balances` may show the account beside its
 * balances.
 */
function isParent(name: string, { operation }: ListPath): boolean {
  const segments = segmentsOf(operation.path);
  return segments.some(
    (segment, at) =>
      segment.kind === 'literal' &&
      segments[at + 1]?.kind === 'parameter' &&
      clusterKey(segment.text) === clusterKey(name),
  );
}

/**
 * Whether an object with an id stands beside an array that the path does not name: the answer is then about
 * that object.
 */
function standsBesideThing(shapes: Shapes, { name, part }: FoundArray, path: ListPath): boolean {
  if (sharedWord(name, path) > 0) return false;
  return [...part.properties].some(
    ([other, schema]) =>
      shapes.of(schema).kind === 'object' && !isParent(other, path) && hasId(shapes, { items: schema }),
  );
}

/** Scores numbers in the answer that have the name of a query parameter: an envelope repeats `page` and `limit`. */
function echoScore(shapes: Shapes, part: Shape, operation: Operation): number {
  const echoes = operation.parameters.filter(
    ({ name, in: place }) => place === 'query' && part.spelled(plain(name)).length > 0,
  );
  const isCount = ({ schema }: (typeof echoes)[number]): boolean => {
    const root = shapes.maybe(schema)?.root;
    return typeof root === 'object' && [root.type ?? []].flat().some((type) => type === 'integer' || type === 'number');
  };
  return echoes.some(isCount) ? 3 : echoes.length > 0 ? 1 : 0;
}

const IDENTIFIES = new Set(['id', 'uuid', 'guid', 'key', 'sid', 'gid', 'pid']);

/** Whether items have a property whose last word is an id's, such as `orderId`. */
function hasId(shapes: Shapes, { items }: Pick<FoundArray, 'items'>): boolean {
  return [...shapes.of(items).properties.keys()].some((name) => IDENTIFIES.has(wordsOf(name).at(-1) ?? ''));
}

function hasInnerId(shapes: Shapes, { items }: FoundArray): boolean {
  return [...shapes.of(items).properties.values()].some(
    (schema) => shapes.of(schema).kind === 'object' && hasId(shapes, { items: schema }),
  );
}
