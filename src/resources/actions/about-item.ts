import { lastSegment, type Operation, wordsOf } from '../../spec/index.ts';
import { findEntity } from '../lists/envelope.ts';
import type { Resource, ResourceId, Role, RoleKind, ScopeParameter } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, succeedsWith } from '../schema/bodies.ts';
import { itemShape } from '../schema/item-shape.ts';
import { isClose, isSame, type Shape, type Shapes, share, withAlternatives } from '../schema/shape.ts';
import { clearsOf, effectsOf, partEffectsOf, stampsOf } from './effects.ts';

type About = Pick<
  Role,
  'resource' | 'id' | 'scope' | 'responseEntity' | 'effects' | 'partEffects' | 'stamps' | 'clears'
>;

/** The item at the path before an action, and what its parameters are called. */
interface KnownItem {
  readonly item: Role;
  readonly itemPath: string;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The facts about an item that an operation below it takes over (`POST /orders/{id}/cancel`, `GET
 * /orders/{id}/invoice`): its id, its place in the action's answer, and the action's effects. `item` is the
 * role of an operation on the item's own path `itemPath`; `names` maps its path parameters to those of this
 * operation.
 */
export function aboutItem(
  shapes: Shapes,
  operation: Operation,
  kind: RoleKind,
  { item, itemPath, names }: KnownItem,
): About | undefined {
  const { resource, id, scope } = item;
  if (resource === undefined || id === undefined || item.kind === 'action' || item.kind === 'none') return undefined;
  const renamed = <T extends ResourceId | ScopeParameter>(one: T): T => ({
    ...one,
    parameter: names.get(one.parameter) ?? one.parameter,
  });
  const shape = shapes.of(resource.schema);
  // A 201 that shows the item may be a new one (`POST /repos/{id}/forks`); one that shows what was done is not.
  const isOther = succeedsWith(operation, '201') && showsOther(shapes, operation, shape);
  const acts = kind === 'action' && (!succeedsWith(operation, '201') || isOther);
  const whole = itemShape(shapes, shape);
  const effects = acts ? effectsOf(shapes, operation, whole, itemPath) : [];
  const partEffects = acts && effects.length === 0 ? partEffectsOf(shapes, operation, shape, itemPath) : undefined;
  const stamps = acts ? stampsOf(shapes, operation, whole, itemPath) : [];
  const clears = acts ? clearsOf(shapes, operation, whole, itemPath) : [];
  // A 201 shows something new (`POST /repos/{id}/forks`), even if it looks like the item, unless the action changes the item.
  const isChanged =
    effects.length + stamps.length + clears.length > 0 ||
    partEffects !== undefined ||
    renews(operation, whole) ||
    takesFile(operation);
  const isNew = succeedsWith(operation, '201') && !isChanged;
  const shown =
    kind === 'none'
      ? shownWhole(shapes, operation, resource)
      : !isNew && !isOther
        ? shownAt(shapes, operation, item)
        : undefined;
  return {
    resource,
    id: renamed(id),
    ...(scope === undefined ? {} : { scope: scope.map(renamed) }),
    ...(shown === undefined ? {} : { responseEntity: shown }),
    ...(effects.length === 0 ? {} : { effects }),
    ...(partEffects === undefined ? {} : { partEffects }),
    ...(stamps.length === 0 ? {} : { stamps }),
    ...(clears.length === 0 ? {} : { clears }),
  };
}

/** Whether the last word of a path deletes the item in front of it: `/members/{id}/actions/delete-permanent`. */
export function deletesItem({ path, method }: Pick<Operation, 'method' | 'path'>): boolean {
  const [verb = '', ...how] = wordsOf(lastSegment(path));
  return method === 'POST' && DELETES.has(verb) && how.every((word) => FOR_GOOD.has(word));
}

const DELETES = new Set(['delete', 'destroy', 'purge']);
/** How an item is deleted. */
const FOR_GOOD = new Set(['permanent', 'permanently', 'forever', 'hard', 'now']);

/** Whether an answer is documented, and neither is the item nor contains it. */
function showsOther(shapes: Shapes, operation: Operation, item: Shape): boolean {
  const answers = answerSchemas(operation).map((schema) => shapes.of(schema));
  const isItem = (shape: Shape): boolean => isSame(shape, item) || (isClose(shape, item) && share(item, shape) >= 0.5);
  return (
    answers.some(({ properties }) => properties.size > 0) &&
    !answers.some((shape) => isItem(shape) || [...shape.properties.values()].some((each) => isItem(shapes.of(each))))
  );
}

/** Whether an action only receives a file, which becomes a part of its item: `POST /videos/{id}/source`. */
function takesFile({ path, body }: Operation): boolean {
  const types = body?.content.map(({ mediaType }) => mediaType) ?? [];
  const isFile =
    types.length > 0 &&
    types.every((type) => /^(?:multipart\/form-data|application\/octet-stream|(?:image|audio|video)\/.+)$/i.test(type));
  return isFile && PART_WORDS.test(path);
}

/** The last word of a path to which a file of the item is sent. */
const PART_WORDS =
  /\/(?:source|file|content|media|thumbnail|image|picture|photo|avatar|logo|icon|cover|banner|background|watermark|upload)$/i;

/** Whether an action gives a property of its item another value by its name: `reset-stream-key`. */
function renews({ path }: Operation, { properties }: Shape): boolean {
  const [, what = ''] = RENEWS.exec(lastSegment(path)) ?? [];
  return what !== '' && [...properties.keys()].some((name) => plain(name).endsWith(plain(what)));
}

const RENEWS = /^(?:regenerate|rotate|roll|renew|reset|recreate|cycle)[-_]?(.*)$/i;

/** The place of the item in the answer of a GET below it: the property with its name and its schema (`GET /orders/{id}/settings` answers `{ order, … }`). */
function shownWhole(shapes: Shapes, operation: Operation, resource: Resource): string | undefined {
  if (operation.method !== 'GET') return undefined;
  const { root } = shapes.of(resource.schema);
  const own = clusterKey(resource.singular);
  const found = answerSchemas(operation).flatMap((schema) =>
    [...shapes.of(schema).properties].flatMap(([name, each]) =>
      typeof root === 'object' && shapes.of(each).root === root && own.endsWith(clusterKey(name))
        ? [child('', name)]
        : [],
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The place of the item in an action's answer. */
function shownAt(shapes: Shapes, operation: Operation, { resource, id }: Role): string | undefined {
  if (resource === undefined) return undefined;
  const word = wordsOf(resource.singular).at(-1) ?? '';
  const shape = shapes.of(resource.schema);
  const found = answerSchemas(operation).flatMap((schema) => findEntity(shapes, schema, word, shape) ?? []);
  const forms = withAlternatives(shapes, shape);
  // `{ id, repoId, channel }` below `/repos/{repoId}` is a record that names the item.
  const names = plain(id?.parameter ?? '');
  const isAbout = (one: Shape): boolean => one.spelled(names).length > 0 && shape.spelled(names).length === 0;
  return found.find(({ schema }) => {
    const answered = shapes.of(schema);
    return !isAbout(answered) && forms.some((form) => agrees(shapes, answered, form));
  })?.pointer;
}

/**
 * Whether an action's answer can be the item. Equal property names are not enough if they hold other
 * objects or other enumerations.
 */
function agrees(shapes: Shapes, answered: Shape, item: Shape): boolean {
  if (answered.root === item.root) return true;
  return [...answered.properties].every(([name, schema]) => {
    const other = item.properties.get(name);
    if (other === undefined) return true;
    const [a, b] = [shapes.of(schema), shapes.of(other)];
    if (a.kind === 'object' && b.kind === 'object' && a.properties.size > 0 && b.properties.size > 0)
      return isClose(a, b);
    return a.kind === b.kind && haveWord(a, b);
  });
}

/** Whether two enumerations have a value in common. */
function haveWord({ root: a }: Shape, { root: b }: Shape): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a.enum === undefined || b.enum === undefined) return true;
  const known: readonly unknown[] = b.enum;
  return a.enum.some((value) => known.includes(value));
}
