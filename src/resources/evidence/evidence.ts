import { type Operation, type Parameter, type Schema, wordsOf } from '../../spec/index.ts';
import { type FoundEntity, type FoundList, findEntity, findList } from '../lists/envelope.ts';
import { findListByStructure, findListOf, type ListPath } from '../lists/structure.ts';
import { type PathGroup, parametersOf, segmentsOf } from '../model/paths.ts';
import { child, shownAt } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, answersWithoutForm, requestSchema } from '../schema/bodies.ts';
import { IDS, isScalar, matchId, nameOfOne, oneId, scalarTypesOf, schemaOf } from '../schema/identity.ts';
import { isChoiceOf, isClose, isSame, propertySchemaAt, type Shape, type Shapes, share } from '../schema/shape.ts';

/** What the bodies of a path group show about its entity. Reading it builds the operations of the group. */
export interface Evidence {
  readonly group: PathGroup;
  readonly list?: { readonly operation: Operation; readonly found: FoundList };
  readonly read?: { readonly operation: Operation; readonly found: FoundEntity };
  /**
   * An item is shown as the only one of a list, in the list's envelope: `/accounts/{id}` with `{ accounts:
   * […] }`.
   */
  readonly alone: boolean;
  /**
   * The place of the entity in each item of the list and in every other body (`/customer`); absent: the
   * item is the entity.
   */
  readonly envelope?: string;
  readonly created?: { readonly operation: Operation; readonly found: FoundEntity };
  /** GET on the path itself with one object: the candidate for a singleton. */
  readonly single?: { readonly operation: Operation; readonly found: FoundEntity };
  /** Writes on paths right below the candidate for a singleton that answer with it: `PATCH /account/name`. */
  readonly writesBelow?: readonly Operation[];
  /** Shape and schema of the collection's entity; absent if no operation shows it. */
  readonly entity?: { readonly schema: Schema; readonly shape: Shape };
  /** Only other groups show the entity. */
  readonly inherited: boolean;
  /** The item path's last parameter and the property that it names. */
  readonly id?: Identity;
  /** The entity is an item of a list of the item above, with which writes answer: the list's name, and the shape of that item. */
  readonly within?: { readonly property: string; readonly parent: Shape };
}

/** The evidence of a group, gathered on first use. */
export type EvidenceOf = (group: PathGroup) => Evidence;

const isGet = (operation: Operation): boolean => operation.method === 'GET';

/**
 * The operation that represents several on one path: the GET, one without a query in its path if there is one, else the first.
 */
export function shownBy(operations: readonly Operation[]): Operation | undefined {
  const gets = operations.filter(isGet);
  const alone = gets.filter(({ path }) => !path.includes('?'));
  // Of `/clients/{name}` and `/clients/{id}`, the path on which the item is changed or deleted as well.
  const written = alone.find(({ path }) => operations.some((each) => !isGet(each) && each.path === path));
  return written ?? alone[0] ?? gets[0] ?? operations[0];
}

/** `inherited`: the entity, if only other groups show it. `beside`: the operations of items of `/product/{id}`, for `/products` without items. */
export function gatherEvidence(
  shapes: Shapes,
  group: PathGroup,
  inherited?: Evidence['entity'],
  beside: readonly Operation[] = [],
): Evidence {
  const itemGet = group.items.find(isGet);
  const isItem = isItemOf(shapes, beside.length === 0 ? group.items : beside, group.word);
  // Of several GETs on one path (`/pets` and `/pets?expand=1`), the first that shows its items counts.
  const [first, ...others] = group.collection.filter(isGet);
  const listOf = (each: Operation): Evidence['list'] =>
    listIn(shapes, each, group.word, isItem) ?? weighedIn(shapes, each, group);
  let listed = first && listOf(first);
  for (const each of others) listed ??= listOf(each);
  const get = listed?.operation ?? first;
  const isLookup = get !== undefined && itemGet !== undefined && showsOne(shapes, group, get, itemGet);
  const list = listed && (isLookup || holdsLists(shapes, group, itemGet, listed.found)) ? undefined : listed;
  const only = itemGet && list && listedAlone(shapes, itemGet, group, list.found);
  const shownItem = only ?? (itemGet && itemRead(shapes, itemGet, group.word, list));
  const inside = shownItem && insideEnvelope(shapes, group, list?.found, shownItem);
  const wrapped = list && inside && wrappedAlike(shapes, group, list.found, inside);
  const read = wrapped ?? inside;
  const shown = get && list === undefined ? entityShownIn(shapes, get, group.word) : undefined;
  const isSeveral = (one: FoundEntity): boolean =>
    isLookup || isListMisread(shapes, group, one, read?.found) || isMapOfItems(shapes, one, read?.found);
  const single = shown && isSeveral(shown.found) ? undefined : shown;
  const post = group.collection.find((operation) => operation.method === 'POST');
  const made = post && single === undefined ? entityShownIn(shapes, post, group.word) : undefined;
  // An answer with only an id does not show the entity, unless nothing else does: of a file, its path gives the content.
  const isFile = list === undefined && read === undefined && keepsFiles(group);
  const created = made && (isFile || shapes.of(made.found.schema).properties.size > 1) ? made : undefined;
  const entity =
    entityOf(shapes, group, { list: list?.found, read: read?.found, created: created?.found }) ?? inherited;
  const own = wrapped === undefined ? idOf(shapes, group, entity?.shape) : idInside(shapes, group, inside?.found);
  const id = own && list && own.pointer === undefined ? idOfItems(shapes, group, own, list.found) : own;
  return {
    group,
    inherited: inherited !== undefined,
    alone: only !== undefined,
    ...(wrapped === undefined ? {} : { envelope: inside?.found.pointer ?? '' }),
    ...(list === undefined ? {} : { list }),
    ...(read === undefined ? {} : { read }),
    ...(created === undefined ? {} : { created }),
    ...(single === undefined ? {} : { single }),
    ...(entity === undefined ? {} : { entity }),
    ...(id === undefined ? {} : { id }),
  };
}

/** Whether items can be deleted, and are read in a form that the document does not describe. */
function keepsFiles({ items }: PathGroup): boolean {
  const get = items.find(isGet);
  return get !== undefined && answersWithoutForm(get) && items.some(({ method }) => method === 'DELETE');
}

/** Whether an object has items of the item path as its values, by their ids: `{ "<id>": { … } }`. */
function isMapOfItems(shapes: Shapes, shown: FoundEntity, read?: FoundEntity): boolean {
  const { root, properties } = shapes.of(shown.schema);
  if (read === undefined || typeof root === 'boolean' || properties.size > 0) return false;
  const values = typeof root.additionalProperties === 'object' ? shapes.of(root.additionalProperties) : undefined;
  return values !== undefined && values.properties.size > 0 && isClose(values, shapes.of(read.schema));
}

/**
 * Whether GET on a collection's path is documented with a single item although it returns all: code
 * generators write that for lists of an unknown type. A PUT or PATCH on that path is then about one item,
 * unless its body is an item with an id.
 */
function isListMisread(shapes: Shapes, group: PathGroup, shown: FoundEntity, read?: FoundEntity): boolean {
  if (read === undefined || !isSame(shapes.of(shown.schema), shapes.of(read.schema))) return false;
  const { collection } = group;
  const makes = collection.some((each) => each.method === 'POST' && requestSchema(each) !== undefined);
  const name = idOf(shapes, group, shapes.of(read.schema))?.pointer?.slice(1);
  const saysWhich = (operation: Operation): boolean => {
    const sent = shapes.maybe(requestSchema(operation));
    return name !== undefined && sent?.properties.has(name) === true && isSame(sent, shapes.of(read.schema));
  };
  return (
    makes &&
    collection.every(
      (each) => each.method === 'GET' || each.method === 'POST' || changes(each, saysWhich) || deletesByQuery(each),
    )
  );
}

/** Whether a DELETE on a collection says in its query which item goes: `?globalId=7`. */
function deletesByQuery({ method, parameters }: Operation): boolean {
  return method === 'DELETE' && parameters.some((each) => each.in === 'query' && each.required);
}

function changes(operation: Operation, saysWhich: (operation: Operation) => boolean): boolean {
  return (operation.method === 'PUT' || operation.method === 'PATCH') && saysWhich(operation);
}

/** The list in an answer, by the property names of an envelope, else by the schema of its items. */
export function listIn(
  shapes: Shapes,
  operation: Operation,
  word: string,
  isItem?: (items: Shape) => boolean,
): Evidence['list'] {
  for (const schema of answerSchemas(operation)) {
    const found = findList(shapes, schema, word) ?? (isItem && findListOf(shapes, schema, isItem));
    if (found !== undefined && !isShownOtherwise(shapes, operation, { schema, pointer: found.items }))
      return { operation, found };
  }
  return undefined;
}

/** The place of a list in an answer. */
interface ListPlace {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Whether every example of the answer has something else than a list there: what a schema without a type may be, its examples say. */
function isShownOtherwise(shapes: Shapes, operation: Operation, { schema, pointer }: ListPlace): boolean {
  const whole = shapes.of(schema);
  const list = pointer === '' ? whole : shapes.maybe(propertySchemaAt(shapes, whole, pointer));
  if (typeof list?.root === 'object' && [list.root.type ?? []].flat().includes('array')) return false;
  const shown = operation.responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ value }) => shownAt(value, pointer))));
  return shown.length > 0 && shown.every((value) => typeof value === 'object' && !Array.isArray(value));
}

/** The list in an answer of a collection's path, by everything around it. */
export function weighedIn(shapes: Shapes, operation: Operation, group: PathGroup): Evidence['list'] {
  const { word, items, collection } = group;
  const path: ListPath = { operation, word, hasItems: items.length > 0, writes: collection };
  for (const schema of answerSchemas(operation)) {
    const found = findListByStructure(shapes, schema, path);
    if (found !== undefined && !isShownOtherwise(shapes, operation, { schema, pointer: found.items }))
      return { operation, found };
  }
  return undefined;
}

/**
 * Whether a value is an item of the group: it is what the item path shows, or, if that is unknown, it has
 * the id of the item path.
 */
function isItemOf(
  shapes: Shapes,
  operations: readonly Operation[],
  word: string,
): ((items: Shape) => boolean) | undefined {
  const item = shownBy(operations);
  const parameter = item && parametersOf(segmentsOf(item.path)).at(-1);
  if (item === undefined || parameter === undefined) return undefined;
  return (items) => {
    const read = itemEntity(shapes, item, word);
    if (read === undefined)
      return matchId(shapes, items, { parameter, type: schemaOf(item.parameters, parameter), word }) !== undefined;
    const whole = shapes.of(read.found.schema);
    return isClose(items, whole) || findEntity(shapes, whole.root, word, items) !== undefined;
  };
}

/**
 * The read, if each item of the list has its own envelope, as in the read (`{ list: [{ customer }] }` and
 * `{ customer }`). The envelope is then stored.
 */
function wrappedAlike(
  shapes: Shapes,
  { items: writes }: PathGroup,
  { itemSchema }: FoundList,
  { operation, found }: NonNullable<Evidence['read']>,
): Evidence['read'] {
  const items = shapes.of(itemSchema);
  const inner = found.pointer === '' ? undefined : propertySchemaAt(shapes, items, found.pointer);
  if (inner === undefined || shapes.of(inner).kind !== 'object' || items.properties.size > MOST_OF_WRAPPING)
    return undefined;
  // Writes without the envelope are not supported.
  const isFlat = ({ method }: Operation, sent: Shape | undefined): boolean =>
    (method === 'PUT' || method === 'PATCH') && sent !== undefined && !sent.properties.has(found.pointer.slice(1));
  if (writes.some((each) => isFlat(each, shapes.maybe(requestSchema(each))))) return undefined;
  const isWhole = answerSchemas(operation).some((schema) => isSame(shapes.of(schema), items));
  return isWhole && isSame(shapes.of(inner), shapes.of(found.schema))
    ? { operation, found: { pointer: '', schema: itemSchema } }
    : undefined;
}

const MOST_OF_WRAPPING = 3;

/**
 * The read of what stands in the only property of an item, under any name, if that has the id of the path: `{ custom_field: { id, value } }`
 * of `/fields/{id}`, where the list shows its items in the same way.
 */
function insideEnvelope(
  shapes: Shapes,
  group: PathGroup,
  list: FoundList | undefined,
  read: NonNullable<Evidence['read']>,
): NonNullable<Evidence['read']> {
  const whole = shapes.of(read.found.schema);
  const [only, ...others] = whole.properties;
  if (list === undefined || read.found.pointer !== '' || only === undefined || others.length > 0) return read;
  const [name, schema] = only;
  const inner = shapes.of(schema);
  if (inner.kind !== 'object' || shapes.of(list.itemSchema).root !== whole.root) return read;
  const isItem = idOf(shapes, group, inner)?.pointer !== undefined;
  return isItem ? { ...read, found: { pointer: child('', name), schema } } : read;
}

/** The id inside the envelope of an item. */
function idInside(shapes: Shapes, group: PathGroup, found?: FoundEntity): Evidence['id'] {
  const id = found && idOf(shapes, group, shapes.of(found.schema));
  return id?.pointer === undefined ? id : { ...id, pointer: `${found?.pointer}${id.pointer}` };
}

function itemEntity(shapes: Shapes, operation: Operation, word: string): Evidence['read'] {
  // An item path that answers with a list (`GET /submissions/{id}` with an array) does not show an item. Beside an
  // object with the id of the path, a list is a part of the item or of its envelope.
  const shown = entityShownIn(shapes, operation, word);
  const parameter = plain(parametersOf(segmentsOf(operation.path)).at(-1) ?? '');
  const { pointer = '', schema = true } = shown?.found ?? {};
  // `{ object: { id }, related_objects: [{ id }] }` of `/objects/{object_id}`
  const isCalledSo = clusterKey(pointer.slice(pointer.lastIndexOf('/') + 1)) === clusterKey(word);
  const isNamed =
    pointer !== '' &&
    ((!IDS.includes(parameter) && shapes.of(schema).spelled(parameter).length > 0) ||
      (isCalledSo && shapes.of(schema).spelled('id').length > 0));
  return isNamed || listIn(shapes, operation, word) === undefined ? shown : undefined;
}

/**
 * The entity of an item path. If the list shows its items, they are also searched inside the answer (`{
 * time, result: { … } }`).
 */
function itemRead(shapes: Shapes, operation: Operation, word: string, list: Evidence['list']): Evidence['read'] {
  const read = itemEntity(shapes, operation, word);
  const items = list && shapes.of(list.found.itemSchema);
  if (read === undefined || items === undefined || isSame(shapes.of(read.found.schema), items)) return read;
  // An envelope may have names of the entity (`status`, `type`), so that it looks like one.
  const listed = readAsListed(shapes, operation, list, items);
  if (listed !== undefined && isSame(shapes.of(listed.found.schema), items)) return listed;
  if (isClose(shapes.of(read.found.schema), items)) return read;
  const inner = entityShownIn(shapes, operation, word, items);
  if (inner !== undefined && inner.found.pointer !== '') return inner;
  const beside = readBesideOthers(shapes, operation, items);
  if (beside !== undefined) return beside;
  return isOther(shapes.of(read.found.schema), items) ? (listed ?? read) : read;
}

/**
 * The only property of an answer with exactly the schema of the list's items, whatever stands beside it:
 * `{ Configuration, Code, Tags }`.
 */
function readBesideOthers(shapes: Shapes, operation: Operation, items: Shape): Evidence['read'] {
  if (typeof items.root === 'boolean' || items.kind !== 'object') return undefined;
  for (const whole of answerSchemas(operation)) {
    const { kind, properties } = shapes.of(whole);
    const found =
      kind === 'object' ? [...properties].filter(([, schema]) => shapes.of(schema).root === items.root) : [];
    const [name, schema] = found[0] ?? [];
    if (name !== undefined && schema !== undefined && found.length === 1)
      return { operation, found: { pointer: child('', name), schema } };
  }
  return undefined;
}

/** The item under the name that the list has in its envelope: `{ id, result: { … } }` beside `{ count, result: […] }`. */
function readAsListed(
  shapes: Shapes,
  operation: Operation,
  list: Evidence['list'],
  items: Shape,
): NonNullable<Evidence['read']> | undefined {
  const pointer = list?.found.items ?? '';
  if (!/^\/[^/]+$/.test(pointer)) return undefined;
  for (const whole of answerSchemas(operation)) {
    const schema = propertySchemaAt(shapes, shapes.of(whole), pointer);
    const shape = shapes.maybe(schema);
    if (schema !== undefined && shape?.kind === 'object' && !isOther(shape, items))
      return { operation, found: { pointer, schema } };
  }
  return undefined;
}

function listedAlone(
  shapes: Shapes,
  operation: Operation,
  { items: beside, word }: PathGroup,
  list: FoundList,
): Evidence['read'] {
  const parameter = parametersOf(segmentsOf(operation.path)).at(-1) ?? '';
  const isPaged = operation.parameters.some((p) => p.in === 'query' && PAGED.has(plain(p.name)));
  const items = shapes.of(list.itemSchema);
  const type = schemaOf(operation.parameters, parameter);
  const isId = matchId(shapes, items, { parameter, type, word }) !== undefined;
  // What a DELETE names is one item.
  const isDeleted = beside.some(({ method, path }) => method === 'DELETE' && path === operation.path);
  if (
    isPaged ||
    !(
      isNameOf(parameter, word) ||
      (isId && (isIdWord(parameter) || isDeleted || nameOfOne(parameter, word) !== undefined))
    )
  )
    return undefined;
  for (const schema of answerSchemas(operation)) {
    const found = findList(shapes, schema, word);
    if (found?.items !== list.items || !isClose(shapes.of(found.itemSchema), items)) continue;
    // A bare list is often one of the item's children, so its items must show the id.
    if (list.items === '' && !isId) continue;
    return { operation, found: { pointer: `${found.items}/0`, schema: found.itemSchema } };
  }
  return undefined;
}

const PAGED = new Set(['limit', 'offset', 'page', 'pagesize', 'perpage', 'cursor', 'pagetoken']);

/**
 * Whether a parameter is the id of the word's resource: `{id}`, `{accountId}` and `{accountNumber}` of an
 * account. Any other parameter (`/posts/{userId}`) selects several items.
 */
export function isNameOf(parameter: string, word: string): boolean {
  return IDS.includes(plain(parameter)) || plain(parameter).startsWith(clusterKey(word));
}

/** Whether a parameter is one word that ends like an id: `{pid}`. */
function isIdWord(parameter: string): boolean {
  return wordsOf(parameter).length === 1 && plain(parameter).endsWith('id');
}

/** The entity in an answer, as `entityIn` finds it, or in the envelope of this document. */
export function itemIn(shapes: Shapes, operation: Operation, evidence: Evidence): FoundEntity | undefined {
  const { group, entity } = evidence;
  const found = entity && entityShownIn(shapes, operation, group.word, entity.shape)?.found;
  return found ?? (evidence.alone ? onlyOf(shapes, answerSchemas(operation), evidence) : undefined);
}

/** The place of the entity in a request. `answered` is its place in the answer. */
export function sentIn(
  shapes: Shapes,
  request: Schema | undefined,
  evidence: Evidence,
  answered?: string,
): FoundEntity | undefined {
  const { group, entity } = evidence;
  if (request === undefined || entity === undefined) return undefined;
  const found = findEntity(shapes, request, group.word, entity.shape) ?? sentAsShown(shapes, request, answered);
  return found ?? (evidence.alone ? onlyOf(shapes, [request], evidence) : undefined);
}

/**
 * What a request has under the name that the entity has in the answer: `{ message: { text } }` where the answer is
 * `{ message: { id, text, … } }`.
 */
export function sentAsShown(
  shapes: Shapes,
  request: Schema | undefined,
  answered: string | undefined,
): FoundEntity | undefined {
  if (request === undefined || answered === undefined || answered === '') return undefined;
  const schema = propertySchemaAt(shapes, shapes.of(request), answered);
  return schema !== undefined && shapes.of(schema).kind === 'object' ? { pointer: answered, schema } : undefined;
}

function onlyOf(shapes: Shapes, schemas: readonly Schema[], { group, entity }: Evidence): FoundEntity | undefined {
  for (const schema of schemas) {
    const found = findList(shapes, schema, group.word);
    if (found === undefined || found.items === '' || entity === undefined) continue;
    if (isClose(shapes.of(found.itemSchema), entity.shape))
      return { pointer: `${found.items}/0`, schema: found.itemSchema };
  }
  return undefined;
}

export function entityShownIn(
  shapes: Shapes,
  operation: Operation,
  word: string,
  like?: Shape,
): { readonly operation: Operation; readonly found: FoundEntity } | undefined {
  for (const schema of answerSchemas(operation)) {
    const found = findEntity(shapes, schema, word, like);
    if (found !== undefined) return { operation, found };
  }
  return undefined;
}

/** The entities that the operations of a group show. */
interface FoundBodies {
  readonly list?: FoundList | undefined;
  readonly read?: FoundEntity | undefined;
  readonly created?: FoundEntity | undefined;
}

function entityOf(shapes: Shapes, group: PathGroup, { list, read, created }: FoundBodies = {}): Evidence['entity'] {
  const items = list && shapes.of(list.itemSchema);
  if (read !== undefined) {
    const shape = shapes.of(read.schema);
    const showsId = (items: Shape): boolean => idOf(shapes, group, items)?.pointer !== undefined;
    // Lists and creates show the entity itself. A read may also show what remains after a deletion.
    const itself = [created?.schema, list?.itemSchema].find(
      (schema) => schema !== undefined && isChoiceOf(shape, shapes.of(schema)),
    );
    if (itself !== undefined) return { schema: itself, shape: shapes.of(itself) };
    if (
      items === undefined ||
      isClose(shape, items) ||
      (shape.properties.size > 0 && !(isOther(shape, items) && showsId(items)))
    )
      return { schema: read.schema, shape };
  }
  if (list !== undefined && items !== undefined) {
    const shape = created && shapes.of(created.schema);
    return created !== undefined &&
      shape !== undefined &&
      isClose(shape, items) &&
      shape.properties.size >= items.properties.size
      ? { schema: created.schema, shape }
      : { schema: list.itemSchema, shape: items };
  }
  const written = created ?? writtenEntity(shapes, group);
  return written && { schema: written.schema, shape: shapes.of(written.schema) };
}

/** Whether each object of a list only holds another list (`[{ taxRates: […] }]`), while the item path shows one thing with an id. */
function holdsLists(
  shapes: Shapes,
  group: PathGroup,
  itemGet: Operation | undefined,
  { itemSchema }: FoundList,
): boolean {
  const [only, ...others] = shapes.of(itemSchema).properties.values();
  if (only === undefined || others.length > 0 || shapes.of(only).kind !== 'array') return false;
  const read = itemGet && itemEntity(shapes, itemGet, group.word);
  return read !== undefined && idOf(shapes, group, shapes.of(read.found.schema))?.pointer !== undefined;
}

/**
 * Whether a GET on the collection's path answers as the item path does, with one item outside of any list: a
 * required query parameter names the item, and lists in the answer hold what belongs to it (`included`).
 */
function showsOne(shapes: Shapes, group: PathGroup, get: Operation, itemGet: Operation): boolean {
  if (!get.parameters.some((each) => each.in === 'query' && each.required)) return false;
  const [here, there] = [get, itemGet].map((operation) => answerSchemas(operation)[0]);
  if (here === undefined || there === undefined || shapes.of(here).root !== shapes.of(there).root) return false;
  const read = itemEntity(shapes, itemGet, group.word);
  if (read === undefined) return false;
  const { pointer, schema } = read.found;
  return pointer !== '' && shapes.of(schema).kind === 'object' && !pointer.endsWith('/0');
}

/** Whether two groups show the same entity. */
export function hasSameShape(a: Evidence, b: Evidence): boolean {
  return a.entity !== undefined && b.entity !== undefined && isSame(a.entity.shape, b.entity.shape);
}

/** Whether what an item path shows is not an item of the list: neither has much of the other. */
export function isOther(shown: Shape, items: Shape): boolean {
  return !isClose(shown, items) && share(shown, items) < FEW && share(items, shown) < FEW;
}

const FEW = 0.3;

// The entity of a write that sends and answers with the same schema, if no operation shows the
// entity.
function writtenEntity(shapes: Shapes, group: PathGroup): FoundEntity | undefined {
  for (const operation of group.items) {
    const request = requestSchema(operation);
    const answer = entityShownIn(shapes, operation, group.word)?.found;
    if (request !== undefined && answer !== undefined && isSame(shapes.of(request), shapes.of(answer.schema)))
      return answer;
  }
  return undefined;
}

function idOf(shapes: Shapes, group: PathGroup, shape: Shape | undefined): Evidence['id'] {
  const item = shownBy(group.items);
  const parameter = item && parametersOf(segmentsOf(item.path)).at(-1);
  if (item === undefined || parameter === undefined) return undefined;
  const own = identify(shapes, shape, { parameters: item.parameters, parameter, word: group.word });
  const sent = shape && nameThatIsSent(shapes, group, shape, own);
  return sent === undefined ? own : { ...own, pointer: child('', sent) };
}

/**
 * The only name that a client must send for a new item, where the path would call the item by another one, which no request sends: `username` beside
 * `name`.
 */
function nameThatIsSent(
  shapes: Shapes,
  { collection }: PathGroup,
  shape: Shape,
  { pointer }: Identity,
): string | undefined {
  const own = pointer?.slice(1) ?? '';
  if (!NAMES.test(own)) return undefined;
  const bodies = collection.flatMap((operation) =>
    operation.method === 'POST' ? (shapes.maybe(requestSchema(operation)) ?? []) : [],
  );
  if (bodies.length === 0 || bodies.some(({ properties }) => properties.has(own))) return undefined;
  const sent = [...shape.properties].filter(
    ([name, schema]) =>
      NAMES.test(name) && isScalar(shapes, schema) && bodies.every(({ required }) => required.has(name)),
  );
  return sent.length === 1 ? sent[0]?.[0] : undefined;
}

const NAMES = /^(?:user_?)?name$|^(?:slug|handle|login|key|code)$/i;

/** An entity may not show its id, which the items of its list show: ids are then of that schema. */
function idOfItems(shapes: Shapes, group: PathGroup, own: Identity, { itemSchema }: FoundList): Identity {
  const shown = idOf(shapes, group, shapes.of(itemSchema));
  return shown?.pointer === undefined ? own : { ...own, schema: shown.schema, listed: shown.pointer };
}

/** How a path parameter identifies an entity. */
interface Identity {
  readonly parameter: string;
  readonly schema: Schema;
  readonly pointer?: string;
  /** Pointer of the property that shows it in the items of the list, where the item itself does not show it. */
  readonly listed?: string;
  /** Pointers of other properties that it may hold. */
  readonly also?: readonly string[];
  /** Path of an item where no operation stands on it. */
  readonly hiddenPath?: string;
}

/** The parameter that may hold the id. `word` names the entity. */
interface IdParameter {
  readonly parameters: readonly Parameter[];
  readonly parameter: string;
  readonly word: string;
}

/** How a path parameter identifies an entity of that shape. */
export function identify(
  shapes: Shapes,
  shape: Shape | undefined,
  { parameters, parameter, word }: IdParameter,
): Identity {
  const { type } = oneId(shapes, { parameter, type: schemaOf(parameters, parameter), word });
  const find = (name: string): string | undefined => shape && matchId(shapes, shape, { parameter: name, type, word });
  const named = alternativesIn(parameter);
  const described = describedAs(shapes, parameters, parameter);
  const beside = shape === undefined ? [] : describedAlternatives(shape, described);
  // `{database}`, “Name of the database”: the path has the name, not the id that the item has as well.
  const isName =
    SAID_TO_BE_NAME.test(described) && !SAID_BESIDE_ID.test(described) && beside[0] === 'name' && !named.some(endsInId);
  const names = isName ? [...beside, ...named] : [...named, ...beside];
  const chosen = type === undefined || shape === undefined ? [] : alternativesOf(shapes, shape, type);
  const [pointer, ...also] = new Set([...names.flatMap((name) => find(name) ?? []), ...chosen]);
  const shown = pointer === undefined || shape === undefined ? undefined : propertySchemaAt(shapes, shape, pointer);
  const schema = shown === undefined || type === undefined ? (shown ?? type ?? true) : together(shapes, shown, type);
  return {
    parameter,
    schema,
    ...(pointer === undefined ? {} : { pointer }),
    ...(also.length === 0 ? {} : { also }),
  };
}

/** The properties whose schemas are the alternatives of a parameter: `oneOf: [id, UUIDv4, shortUUID]`. */
function alternativesOf(shapes: Shapes, shape: Shape, type: Schema): readonly string[] {
  const branches = shapes.of(type).alternatives;
  if (branches.length < 2) return [];
  return [...shape.properties].flatMap(([name, schema]) =>
    isScalar(shapes, schema) && branches.includes(shapes.of(schema).root) ? [child('', name)] : [],
  );
}

/** The alternatives in a parameter's name: `{id_or_slug}`, `{settingKeyOrId}`. The id comes first. */
function alternativesIn(parameter: string): readonly string[] {
  const words = wordsOf(parameter);
  const at = words.indexOf('or');
  if (at < 1 || at === words.length - 1) return [parameter];
  const left = words.slice(0, at);
  const right = words.slice(at + 1);
  const names = [left, right.length < left.length ? [...left.slice(0, left.length - right.length), ...right] : right];
  return names.map((name) => name.join('_')).toSorted((a, b) => Number(endsInId(b)) - Number(endsInId(a)));
}

function describedAs(shapes: Shapes, parameters: readonly Parameter[], parameter: string): string {
  const own = parameters.find(({ in: at, name }) => at === 'path' && name === parameter);
  const root = own?.schema === undefined ? undefined : shapes.of(own.schema).root;
  return own?.description ?? (typeof root === 'object' ? root.description : undefined) ?? '';
}

/** The other property that a description gives beside the id: `The application's ID or UID`, ``Can also be the `unique_name` ``. */
function describedAlternatives(shape: Shape, described: string): readonly string[] {
  const other = plain(SAID_BESIDE_ID.exec(described)?.slice(1).find(Boolean) ?? '');
  if (other !== '' && shape.spelled(other).length > 0) return [other];
  const also = alsoAccepted(shape, described);
  if (also.length > 0) return also;
  return SAID_TO_BE_NAME.test(described) && shape.spelled('name').length > 0 ? ['name'] : [];
}

/** The properties that a path accepts beside the id: `This endpoint also accepts the member's email address or contact_id`. */
function alsoAccepted(shape: Shape, described: string): readonly string[] {
  const [, list = ''] = /\balso (?:accepts?|takes?|works with)\b([^.;]*)/i.exec(described) ?? [];
  return list.split(/,|\bor\b|\band\b/).flatMap((part) => {
    const words = part.match(/[\w-]+/g) ?? [];
    const ends = words.map((_, at) => plain(words.slice(at).join('_')));
    return ends.find((name) => shape.spelled(name).length > 0) ?? [];
  });
}

/** `User given friendly name of the policy`, `Collection name`: the item is known by its name as well as by its id. */
const SAID_TO_BE_NAME = /^\W*(?:the |an? )?(?:(?:[\w-]+ ){0,3}names? of (?:the|a|an|this) |(?:[\w'-]+ ){1,3}name\W*$)/i;

const SAID_BESIDE_ID =
  /\b([\w-]+) instead of (?:the |its |an? )?id\b|\bid or (?:the |its )?([\w-]+)|\b([\w-]+) or (?:the |its )?id\b|\b(?:can|may) also be (?:the |its |an? )?[`"']?([\w-]+)/i;

const endsInId = (name: string): boolean => IDS.includes(wordsOf(name).at(-1) ?? '');

/** A schema that combines the rules of the parameter (a pattern, a format) and of the property. */
function together(shapes: Shapes, shown: Schema, type: Schema): Schema {
  const { root } = shapes.of(type);
  if (typeof root === 'boolean' || root === shapes.of(shown).root) return shown;
  const narrows = NARROWING.some((keyword) => Object.hasOwn(root, keyword));
  const [a, b] = [scalarTypesOf(shapes, shown), scalarTypesOf(shapes, type)];
  return narrows && b.every((each) => a.includes(each)) ? { allOf: [shown, type] } : shown;
}

const NARROWING = ['pattern', 'format', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;
