import { lastSegment, type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { isCalledCreate, saysUpsert } from '../drafts/collection-drafts.ts';
import { type Evidence, entityShownIn, listIn } from '../evidence/evidence.ts';
import type { Resource, Role } from '../model/model.ts';
import { type PathGroup, type PathMap, pathKey, segmentsOf } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { IDS, isScalar, scalarTypesOf } from '../schema/identity.ts';
import { isAnyObject, isClose, isSame, type Shape, type Shapes, share, withAlternatives } from '../schema/shape.ts';

/** The collection in which something is created, and its known shape. */
export interface BulkPlace {
  readonly resource: Resource;
  readonly evidence: Evidence;
}

type CreatesSeveral = Pick<Role, 'resource' | 'creates' | 'responseEntity' | 'why'>;

/** Words in names of operations that create. */
const MAKES = new Set(['create', 'creates', 'add', 'insert', 'bulk', 'batch', 'import', 'many', 'multiple', 'multi']);
/** Words in names of operations that do something other than create, regardless of the other words. */
const OTHERWISE =
  /(updat|upsert|delet|remov|patch|replac|sync|merge|archiv|valid|check|preview|simulat|dry|test|quote|estimat|price|calc|search|find|quer|export|get)/i;

/** Words in names of operations that change the entities that exist. */
const UPDATES = new Set(['update', 'updates', 'upsert', 'upserts']);

/** Where collections are found by paths. */
export interface Homes {
  readonly shapes: Shapes;
  readonly paths: PathMap;
  /** The collection of a path group, if it has one. */
  readonly homeAt: (group: PathGroup) => BulkPlace | undefined;
}

/**
 * The creates of a POST, or of a PUT that is called so, whose body is a list of items of the collection on its path, or on the path above
 * (`/users/createWithList`).
 */
export function createsSeveral(homes: Homes, operation: Operation): CreatesSeveral | undefined {
  const { shapes, paths, homeAt } = homes;
  const isCreate = operation.method === 'POST' || (operation.method === 'PUT' && isCalledCreate(operation));
  if (operation.method === 'PUT' && !isCreate) {
    const put = replacesAll(homes, operation) ?? putsByName(homes, operation) ?? putsMembers(homes, operation);
    if (put !== undefined || !saysUpsert(operation)) return put;
  } else if (!isCreate) return undefined;
  const put =
    operation.method === 'POST'
      ? (putsByName(homes, operation) ?? putsByIds(homes, operation) ?? putsMembers(homes, operation))
      : undefined;
  if (put !== undefined) return put;
  const list = listOf(shapes, requestSchema(operation));
  if (list === undefined) return undefined;
  const segments = segmentsOf(operation.path);
  for (const shorter of [0, 1]) {
    const base = segments.slice(0, segments.length - shorter);
    if (base.at(-1)?.kind !== 'literal' || segments.at(-1)?.kind !== 'literal') return undefined;
    const group = paths.groups.get(pathKey(base));
    const home = group === undefined ? undefined : homeAt(group);
    const entity = home?.evidence.entity?.shape;
    if (group === undefined || home === undefined || entity === undefined || home.resource.singleton) continue;
    const items = shapes.of(list.items);
    const { creates = { each: list.at }, ...shown } = shownBy(shapes, operation, {
      word: group.word,
      entity,
      each: list.at,
      id: home.evidence.id?.pointer?.slice(1),
    });
    const isIt =
      isClose(items, entity) ||
      isBodyOfCreate(shapes, items, home.evidence) ||
      // `[{phoneNumber, message}]` is answered by the texts that are sent.
      (shorter === 0 && items.kind === 'object' && creates.shown !== undefined) ||
      (shorter === 0 && creates.shownIds !== undefined && share(items, entity) === 1) ||
      (shorter === 0 && list.at !== '' && isAnyObject(items)) ||
      // `{ addresses: [{ ip }] }` is answered by the entities that have these addresses.
      (shorter === 0 && list.at !== '' && creates.shown !== undefined && share(items, entity) === 1) ||
      (saysUpsert(operation) && shorter === 0 && share(items, entity) === 1);
    if (!isIt || (shorter === 1 && !isMaking(operation))) continue;
    const updates = wordsOf(operation.id).some((word) => UPDATES.has(word)) || saysUpsert(operation);
    const match = updates ? naturalKey(shapes, items, home.evidence.id?.pointer?.slice(1)) : undefined;
    return {
      resource: home.resource,
      why: [
        `the body is a list of entities of ${group.key}: each of them is created`,
        ...(updates ? ['an entity with the id of an existing one changes it'] : []),
      ],
      creates: updates ? { ...creates, updates: true, ...(match === undefined ? {} : { match }) } : creates,
      ...shown,
    };
  }
  return undefined;
}

/** The property by which items without an id are known: the only plain one that they must have. */
function naturalKey(shapes: Shapes, { properties, required }: Shape, id: string | undefined): string | undefined {
  if (id !== undefined && properties.has(id)) return undefined;
  const names = [...required].filter((name) => isScalar(shapes, properties.get(name) ?? true));
  return names.length === 1 ? names[0] : undefined;
}

/** Whether the body of a POST or PUT is nothing but a list of objects, and what they share. */
export function sendsList(shapes: Shapes, operation: Operation): boolean {
  return listOf(shapes, requestSchema(operation)) !== undefined;
}

/** Whether each of a list is what the create of a single one takes: `POST /issue/bulk` beside `POST /issue`. */
function isBodyOfCreate(shapes: Shapes, items: Shape, { group }: Evidence): boolean {
  const create = group.collection.find(({ method }) => method === 'POST');
  const body = shapes.maybe(create && requestSchema(create));
  return body?.kind === 'object' && isSame(items, body);
}

/**
 * `PUT /tasks/{id}/labels` with the labels that the task has then, whole or by their ids. Below an item only: a
 * PUT of a list at the top is mostly an update of several.
 */
function replacesAll({ shapes, paths, homeAt }: Homes, operation: Operation): CreatesSeveral | undefined {
  const segments = segmentsOf(operation.path);
  const group = paths.groups.get(pathKey(segments));
  const sent = listOf(shapes, requestSchema(operation));
  if (sent === undefined || segments.at(-2)?.kind !== 'parameter') return undefined;
  const home = group === undefined ? undefined : homeAt(group);
  const { entity, list, id } = home?.evidence ?? {};
  if (group === undefined || home === undefined || entity === undefined || list === undefined) return undefined;
  const items = shapes.of(sent.items);
  const names = [...items.properties.keys()];
  const own = id?.pointer?.slice(1) ?? IDS.find((name) => entity.shape.properties.has(name));
  const isId = own !== undefined && names.length === 1 && names[0] === own;
  const isItem = sent.at === '' && (isId || isClose(items, entity.shape));
  if (home.resource.singleton || !(isItem || isAddedAlike(shapes, operation, group))) return undefined;
  const each = sent.at;
  const { creates = { each } } = shownBy(shapes, operation, { word: group.word, entity: entity.shape, each });
  if (saysUpsert(operation) && !isId)
    return {
      resource: home.resource,
      why: [`each of the body is put into ${group.key}, or changes the entity with its id`],
      creates: { ...creates, updates: true },
    };
  return {
    resource: home.resource,
    why: [`the body is what ${group.key} holds afterwards`],
    creates: { ...creates, replaces: true },
  };
}

/** Whether a POST on the same collection adds what the same body holds: `POST` and `PUT /articles/{id}/authors` with `{ authors }`. */
function isAddedAlike(shapes: Shapes, put: Operation, { collection }: PathGroup): boolean {
  const body = shapes.maybe(requestSchema(put));
  return (
    body?.kind === 'object' &&
    body.properties.size === 1 &&
    collection.some((each) => {
      const added = each.method === 'POST' ? shapes.maybe(requestSchema(each)) : undefined;
      return added !== undefined && isSame(added, body);
    })
  );
}

/**
 * `POST /issues/{id}/labels` with a list of texts, where the collection calls its items by a text (`/issues/{id}/labels/{name}`): each is
 * put in. After a PUT below an item, the collection holds no other.
 */
function putsByName({ shapes, paths, homeAt }: Homes, operation: Operation): CreatesSeveral | undefined {
  const segments = segmentsOf(operation.path);
  const group = paths.groups.get(pathKey(segments));
  const replaces = operation.method === 'PUT';
  if (group === undefined || group.items.length === 0) return undefined;
  if (replaces && segments.at(-2)?.kind !== 'parameter') return undefined;
  const each = textsIn(shapes, requestSchema(operation), group.word);
  const home = each === undefined ? undefined : homeAt(group);
  const entity = home?.evidence.entity?.shape;
  const property = home?.evidence.id?.pointer;
  if (each === undefined || home === undefined || entity === undefined || home.resource.singleton) return undefined;
  const shown = property === undefined ? undefined : entity.properties.get(property.slice(1));
  if (property === undefined || shown === undefined || !isText(shapes, shown)) return undefined;
  const { creates = { each } } = shownBy(shapes, operation, { word: group.word, entity, each });
  return {
    resource: home.resource,
    why: [
      `the body is a list of texts that ${group.key} calls its items by: ${replaces ? 'it holds these afterwards' : 'each of them is put in'}`,
    ],
    creates: { ...creates, by: property.slice(1), ...(replaces ? { replaces } : {}) },
  };
}

/**
 * `POST /blocks` with `{ numbers: […], reason }`, where items are named by `number`, and `POST /lists/{id}/items` with
 * `{ contactIds: […] }`, where they are named by `{contactId}`: each is put in, with what else the body says.
 */
export function putsByIds({ shapes, paths, homeAt }: Homes, operation: Operation): CreatesSeveral | undefined {
  const group = paths.groups.get(pathKey(segmentsOf(operation.path)));
  const sent = shapes.maybe(requestSchema(operation));
  if (group === undefined || group.items.length === 0 || sent?.kind !== 'object') return undefined;
  const lists = [...sent.properties].flatMap(([name, schema]) => {
    const { kind, items } = shapes.of(schema);
    return kind === 'array' && items !== undefined && isScalar(shapes, items) ? [name] : [];
  });
  const home = lists.length === 0 ? undefined : homeAt(group);
  const { entity, id, list } = home?.evidence ?? {};
  const own = id?.pointer?.slice(1);
  // Without a list, what the answer shows may be the item above: `POST /issues/{id}/assignees` answers the issue.
  if (home === undefined || list === undefined || entity === undefined || own === undefined) return undefined;
  if (home.resource.singleton) return undefined;
  const names = [own, id?.parameter ?? own].map(plain).filter((name) => !IDS.includes(name));
  const [ids, ...others] = lists.filter((name) => singular(name) !== name && names.includes(plain(singular(name))));
  if (ids === undefined || others.length > 0 || sent.spelled(plain(own)).length > 0) return undefined;
  const [whole] = [...sent.properties].flatMap(([name, schema]) => {
    const { items } = shapes.of(schema);
    return items !== undefined && isClose(shapes.of(items), entity.shape) ? [child('', name)] : [];
  });
  const each = whole ?? child('', ids);
  const { creates = { each } } = shownBy(shapes, operation, { word: group.word, entity: entity.shape, each });
  return {
    resource: home.resource,
    why: [`the body names items of ${group.key} by their ids in "${ids}": each of them is put in`],
    creates: { ...creates, by: own, ids: child('', ids), ...(saysUpsert(operation) ? { updates: true } : {}) },
  };
}

/**
 * `POST /lists/{id}/accounts` with `{ account_ids: […] }` or with a list of ids alone, where the list shows entities with an id: each is put in.
 * After a PUT, the list holds no other.
 */
function putsMembers({ shapes, paths, homeAt }: Homes, operation: Operation): CreatesSeveral | undefined {
  const segments = segmentsOf(operation.path);
  const group = paths.groups.get(pathKey(segments));
  const sent = shapes.maybe(requestSchema(operation));
  if (group === undefined || sent === undefined || segments.at(-2)?.kind !== 'parameter') return undefined;
  const home = homeAt(group);
  const { entity, list } = home?.evidence ?? {};
  if (home === undefined || entity === undefined || list === undefined || home.resource.singleton) return undefined;
  const own = IDS.find((name) => isScalar(shapes, entity.shape.properties.get(name) ?? true));
  const word = clusterKey(group.word);
  const isIds = ({ kind, items }: Shape): boolean => kind === 'array' && items !== undefined && isScalar(shapes, items);
  const [only, ...others] = [...sent.properties].filter(
    ([name, each]) => ['ids', `${word}ids`].includes(plain(name)) && isIds(shapes.of(each)),
  );
  const isAlone = only !== undefined && others.length === 0 && sent.spelled(word).length === 0;
  const each = isIds(sent) ? '' : isAlone ? child('', only[0]) : undefined;
  if (own === undefined || each === undefined) return undefined;
  const { creates = { each } } = shownBy(shapes, operation, { word: group.word, entity: entity.shape, each });
  return {
    resource: home.resource,
    why: [
      `the body lists ids of items of ${group.key}: ${operation.method === 'PUT' ? 'it holds these afterwards' : 'each of them is put in'}`,
    ],
    creates: { ...creates, by: own, ids: each, ...(operation.method === 'PUT' ? { replaces: true } : {}) },
  };
}

/** Where the list of texts stands in a body: it is the whole, or the property that is called as the collection is. */
function textsIn(shapes: Shapes, schema: Schema | undefined, word: string): string | undefined {
  const shape = shapes.maybe(schema);
  if (shape === undefined) return undefined;
  const forms = withAlternatives(shapes, shape);
  const isListed = ({ kind, items }: Shape): boolean =>
    kind === 'array' &&
    items !== undefined &&
    [items, ...shapes.of(items).alternatives].some((each) => isText(shapes, each));
  for (const form of forms)
    for (const [name, each] of form.properties)
      if (clusterKey(name) === clusterKey(word) && isListed(shapes.of(each))) return child('', name);
  return forms.some(isListed) ? '' : undefined;
}

function isText(shapes: Shapes, schema: Schema): boolean {
  const types = scalarTypesOf(shapes, schema);
  return isScalar(shapes, schema) && types.includes('string') && !types.includes('object');
}

function isMaking({ id, path }: Operation): boolean {
  const last = lastSegment(path);
  if (OTHERWISE.test(last)) return false;
  return [...wordsOf(last), ...wordsOf(id)].some((word) => MAKES.has(word.toLowerCase()));
}

interface List {
  readonly at: string;
  readonly items: Schema;
}

/** The list in a body: the body itself, or the only property of an object, or the only required one. */
function listOf(shapes: Shapes, schema: Schema | undefined): List | undefined {
  const shape = shapes.maybe(schema);
  if (shape?.kind === 'array') return shape.items === undefined ? undefined : { at: '', items: shape.items };
  if (shape?.kind !== 'object') return undefined;
  const lists = [...shape.properties].flatMap(([name, each]) => {
    const { kind, items } = shapes.of(each);
    return kind === 'array' && items !== undefined && shapes.of(items).kind === 'object' ? [{ name, items }] : [];
  });
  const [only] = lists;
  if (only === undefined || lists.length > 1) return undefined;
  const isWhole = [...shape.required].every((name) => name === only.name) && shape.properties.size <= MOST_BESIDE;
  return (isWhole && shape.required.has(only.name)) || shape.properties.size === 1
    ? { at: child('', only.name), items: only.items }
    : undefined;
}

/** `{id}`. */
function isIdAlone({ kind, properties }: Shape, id: string | undefined): boolean {
  return kind === 'object' && properties.size === 1 && id !== undefined && properties.has(id);
}

/** An object with more properties than this beside its list is a record of its own. */
const MOST_BESIDE = 3;

/** The entity that a list holds, and its names. */
interface ListedEntity {
  readonly word: string;
  readonly entity: Shape;
  readonly each: string;
  /** The property with its id. */
  readonly id?: string | undefined;
}

function shownBy(
  shapes: Shapes,
  operation: Operation,
  { word, entity, each, id }: ListedEntity,
): Pick<Role, 'creates' | 'responseEntity'> {
  const isShown = (items: Shape): boolean => isClose(items, entity) || isIdAlone(items, id);
  const listed = listIn(shapes, operation, word, isShown)?.found;
  if (listed !== undefined && isShown(shapes.of(listed.itemSchema))) return { creates: { each, shown: listed.items } };
  const one = entityShownIn(shapes, operation, word, entity)?.found;
  if (one !== undefined) return { creates: { each }, responseEntity: one.pointer };
  const ids = answerSchemas(operation).flatMap((schema) => listOfIds(shapes, schema) ?? []);
  return { creates: { each, ...(ids[0] === undefined ? {} : { shownIds: ids[0] }) } };
}

/** Where an answer has a list of plain values that may be ids: it is the whole, or a property called so. */
function listOfIds(shapes: Shapes, schema: Schema): string | undefined {
  const isListed = ({ kind, items }: Shape): boolean =>
    kind === 'array' && items !== undefined && isScalar(shapes, items);
  const shape = shapes.of(schema);
  if (isListed(shape)) return '';
  const found = [...shape.properties].find(([name, each]) => /(?:^i|I|_i)ds$/.test(name) && isListed(shapes.of(each)));
  return found && child('', found[0]);
}
