import { lastSegment, type Operation, operationTexts, type Schema, wordsOf } from '../../spec/index.ts';
import { entityShownIn, listIn } from '../evidence/evidence.ts';
import type { BulkChange, Effect, Role } from '../model/model.ts';
import { pathKey, type Segment, segmentsOf } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { plain, singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import { itemShape } from '../schema/item-shape.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';
import type { Homes } from './bulk-create.ts';
import { effectsOf } from './effects.ts';

type ChangesSeveral = Pick<Role, 'resource' | 'changes' | 'why'>;

/** Words in names of operations that set what the body says. */
const SETS = /^(updat\w*|edit\w*|chang\w*|patch\w*|modif\w*|set|assign\w*|bulk|batch|mass|many|multiple)$/;
const OTHERWISE =
  /^(creat\w*|add|insert\w*|delet\w*|remov\w*|purg\w*|archiv\w*|valid\w*|check\w*|preview\w*|export\w*|search\w*|find|quer\w*|get)$/;

/**
 * The changes of an operation whose body has the ids of several entities of the collection on its path and the values that
 * each of them gets: `POST /tickets/bulk_update` with `{ ids, changes: { status } }` or `{ ids, status }`.
 */
export function changesSeveral({ shapes, paths, homeAt }: Homes, operation: Operation): ChangesSeveral | undefined {
  if (!['POST', 'PUT', 'PATCH'].includes(operation.method)) return undefined;
  const segments = segmentsOf(operation.path);
  const body = shapes.maybe(requestSchema(operation));
  if (segments.at(-1)?.kind !== 'literal' || body?.kind !== 'object') return undefined;
  for (const base of basesOf(segments)) {
    const group = base.at(-1)?.kind === 'literal' ? paths.groups.get(pathKey(base)) : undefined;
    const home = group === undefined ? undefined : homeAt(group);
    const entity = home?.evidence.entity?.shape;
    if (group === undefined || home === undefined || entity === undefined || home.resource.singleton) continue;
    if (home.resource.id?.property === undefined) continue;
    const ids = idsIn(shapes, body, [home.resource.singular, singular(group.word)]);
    const values = ids === undefined ? undefined : valuesIn(shapes, operation, { body, ids, entity });
    const effects = ids === undefined || body.properties.size > 1 ? [] : doneBy(shapes, operation, entity);
    if (ids === undefined || (values === undefined && effects.length === 0)) continue;
    const counted = countIn(shapes, operation);
    const listed = listIn(shapes, operation, group.word, (items) => isClose(items, entity))?.found.items;
    const isShown = listed !== undefined && entityShownIn(shapes, operation, group.word, entity) === undefined;
    const changes: BulkChange = {
      ids: child('', ids),
      values: values ?? '',
      ...(effects.length === 0 ? {} : { effects }),
      ...(counted === undefined ? {} : { counted }),
      ...(isShown ? { shown: listed } : {}),
    };
    return {
      resource: home.resource,
      why: [
        `${ids} names entities of ${group.key}: ${effects.length === 0 ? 'each of them gets the values of the body' : 'the action is done to each of them'}`,
      ],
      changes,
    };
  }
  return undefined;
}

/** Words around a verb that is done to every entity: `/notifications/mark-all-as-read`. */
const AROUND_ALL = new Set(['all', 'everything', 'mark', 'set', 'as', 'every', 'to']);
const SAYS_ALL = /^\W*(?:\w+ )all\b|\b(?:marks?|sets?) all\b/i;

/**
 * The change of an operation without a body that does something to every entity of the collection on its path:
 * `POST /notifications/read-all`, or `/notifications/read` where a text speaks of all of them.
 */
export function changesAll({ shapes, paths, homeAt }: Homes, operation: Operation): ChangesSeveral | undefined {
  const { method, path } = operation;
  const segments = segmentsOf(path);
  const last = segments.at(-1);
  if (!['POST', 'PUT', 'PATCH'].includes(method) || last?.kind !== 'literal') return undefined;
  if (requestSchema(operation) !== undefined || operation.parameters.some(({ in: at }) => at === 'query'))
    return undefined;
  // Words are looked at before the collection is read.
  const words = wordsOf(last.text);
  const verb = words.filter((word) => !AROUND_ALL.has(word));
  const saysAll = words.includes('all') || operationTexts(operation).some((text) => SAYS_ALL.test(text));
  if (!saysAll || verb.length !== 1) return undefined;
  const base = segments.slice(0, -1);
  const group = base.at(-1)?.kind === 'literal' ? paths.groups.get(pathKey(base)) : undefined;
  const home = group === undefined ? undefined : homeAt(group);
  const entity = home?.evidence.entity?.shape;
  if (group === undefined || home === undefined || entity === undefined || home.resource.singleton) return undefined;
  const above = path.slice(0, path.lastIndexOf('/'));
  const effects = doneBy(shapes, { ...operation, path: `${above}/${verb[0]}` }, entity);
  if (effects.length === 0) return undefined;
  const counted = countIn(shapes, operation);
  return {
    resource: home.resource,
    why: [`the action is done to every entity of ${group.key}`],
    changes: { values: '', effects, ...(counted === undefined ? {} : { counted }) },
  };
}

/** The paths that may be those of the collection: the whole path, or without its last word and what stands for the items (`/items/-/read`). */
function basesOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const front = segments.slice(0, -1);
  const last = front.at(-1);
  const isPlaceholder = last?.kind === 'literal' && /^(?:-|bulk|batch|many|multiple|actions?)$/i.test(last.text);
  return [segments, front, ...(isPlaceholder ? [front.slice(0, -1)] : [])];
}

/** What the last word of a path does to each item: `/items/read` with nothing but ids. */
function doneBy(shapes: Shapes, operation: Operation, entity: Shape): readonly Effect[] {
  if (isReading(operation)) return [];
  return effectsOf(
    shapes,
    operation,
    itemShape(shapes, entity),
    operation.path.slice(0, operation.path.lastIndexOf('/')),
  );
}

/** Whether a path that ends in `read` reads items instead of marking them as read: it answers content, and no text speaks of a mark. */
function isReading(operation: Operation): boolean {
  const { path, responses } = operation;
  const answers = responses.some(({ status, content }) => status.startsWith('2') && content.length > 0);
  return /\/read$/i.test(path) && answers && !/\b(?:mark|flag|unread|seen)/i.test(operationTexts(operation).join(' '));
}

/** The only list of ids in a body: `ids`, `ticketIds`, `ticket_ids`. */
function idsIn(shapes: Shapes, body: Shape, words: readonly string[]): string | undefined {
  const names = new Set(['ids', 'uuids', ...words.map((word) => `${plain(word)}ids`)]);
  const found = [...body.properties].filter(
    ([name, schema]) => names.has(plain(name)) && isListOfScalars(shapes, schema),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function isListOfScalars(shapes: Shapes, schema: Schema): boolean {
  const { kind, items } = shapes.of(schema);
  return kind === 'array' && items !== undefined && isScalar(shapes, items);
}

/** The values in a body, without the list of ids. */
interface ValuesBeside {
  readonly body: Shape;
  readonly ids: string;
  readonly entity: Shape;
}

/** The place of the values: the only other object, or the body itself if all that is in it are properties of the entity. */
function valuesIn(shapes: Shapes, operation: Operation, { body, ids, entity }: ValuesBeside): string | undefined {
  const others = [...body.properties].filter(([name]) => name !== ids);
  const isOfEntity = ([name]: readonly [string, Schema]): boolean => entity.properties.has(name);
  const objects = others.filter(
    ([name, schema]) => !entity.properties.has(name) && shapes.of(schema).kind === 'object',
  );
  const [only] = objects;
  const words = wordsOf(`${operation.id} ${lastSegment(operation.path)}`);
  if (words.some((word) => OTHERWISE.test(word))) return undefined;
  if (only !== undefined) {
    const properties = [...shapes.of(only[1]).properties];
    return objects.length === 1 && properties.length > 0 && properties.every(isOfEntity)
      ? child('', only[0])
      : undefined;
  }
  const isSetting = operation.method !== 'POST' || words.some((word) => SETS.test(word));
  return isSetting && others.length > 0 && others.every(isOfEntity) ? '' : undefined;
}

const COUNTS =
  /^(updated|changed|modified|affected|processed|success|succeeded)?(count|total|rows|items|number)?$|^(count|total|number)(updated|changed|modified|affected|processed)$/;

/** The only number in the answer that counts the changed entities. */
function countIn(shapes: Shapes, operation: Operation): string | undefined {
  const success = operation.responses.find(({ status }) => status === '200');
  const answer = shapes.maybe(success?.content.find(({ schema }) => schema !== undefined)?.schema);
  if (answer?.kind !== 'object') return undefined;
  const numbers = [...answer.properties].filter(([name, schema]) => {
    const rule = shapes.of(schema).root;
    return name !== '' && typeof rule !== 'boolean' && rule.type === 'integer' && COUNTS.test(plain(name));
  });
  return numbers.length === 1 ? child('', numbers[0]?.[0] ?? '') : undefined;
}
