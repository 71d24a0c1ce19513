import { type Operation, type Parameter, type Schema, wordsOf } from '../../spec/index.ts';
import { type FoundEntity, type FoundList, findEntity, findList } from '../lists/envelope.ts';
import { findListByStructure, findListOf, type ListPath } from '../lists/structure.ts';
import { type PathGroup, parametersOf, segmentsOf } from '../model/paths.ts';
import { shownAt } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { IDS, matchId, scalarTypesOf, schemaOf } from '../schema/identity.ts';
import { isChoiceOf, isClose, isSame, type Shape, type Shapes } from '../schema/shape.ts';

/** What the bodies of a path group say about the entity that lives there. Reading it builds the operations of the group. */
export interface Evidence {
  readonly group: PathGroup;
  readonly list?: { readonly operation: Operation; readonly found: FoundList };
  readonly read?: { readonly operation: Operation; readonly found: FoundEntity };
  /** True where an item is shown as the only one of a list, in the envelope of the whole list: `/accounts/{id}` with `{ accounts: […] }`. */
  readonly alone: boolean;
  /** Where in an item of the list that which it is about stands, and everywhere else too (`/customer`); absent: it is the item itself. */
  readonly envelope?: string;
  readonly created?: { readonly operation: Operation; readonly found: FoundEntity };
  /** GET on the path itself that shows one object: what a singleton would be. */
  readonly single?: { readonly operation: Operation; readonly found: FoundEntity };
  /** Shape and schema of the entity of the collection; absent where nothing shows it. */
  readonly entity?: { readonly schema: Schema; readonly shape: Shape };
  /** True where only other groups show the entity. */
  readonly inherited: boolean;
  /** The item path's last parameter and the property that it names. */
  readonly id?: Identity;
}

const isGet = (operation: Operation): boolean => operation.method === 'GET';

/** The operation whose path stands for several that say the same: the one that shows what is there. */
export function shownBy(operations: readonly Operation[]): Operation | undefined {
  return operations.find(isGet) ?? operations[0];
}

/** `inherited` is the entity where only other groups show it. */
export function gatherEvidence(shapes: Shapes, group: PathGroup, inherited?: Evidence['entity']): Evidence {
  const get = group.collection.find(isGet);
  const itemGet = group.items.find(isGet);
  const list = get && (listIn(shapes, get, group.word, isItemOf(shapes, group)) ?? weighedIn(shapes, get, group));
  const only = itemGet && list && listedAlone(shapes, itemGet, group.word, list.found);
  const inside = only ?? (itemGet && itemRead(shapes, itemGet, group.word, list));
  const wrapped = list && inside && wrappedAlike(shapes, group, list.found, inside);
  const read = wrapped ?? inside;
  const shown = get && list === undefined ? entityShownIn(shapes, get, group.word) : undefined;
  const single = shown && isListMisread(shapes, group, shown.found, read?.found) ? undefined : shown;
  const post = group.collection.find((operation) => operation.method === 'POST');
  const made = post && single === undefined ? entityShownIn(shapes, post, group.word) : undefined;
  // An answer that says no more than an id shows no entity.
  const created = made && shapes.of(made.found.schema).properties.size > 1 ? made : undefined;
  const entity = entityOf(shapes, group, list?.found, read?.found, created?.found) ?? inherited;
  const id = wrapped === undefined ? idOf(shapes, group, entity?.shape) : idInside(shapes, group, inside?.found);
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

/**
 * Whether a path that makes items is described as showing one of them, where all of them are meant: generators write so of a list that they know nothing
 * of. Who puts or patches on that path means the one, unless the body is an item and says which.
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
    makes && collection.every((each) => each.method === 'GET' || each.method === 'POST' || changes(each, saysWhich))
  );
}

function changes(operation: Operation, saysWhich: (operation: Operation) => boolean): boolean {
  return (operation.method === 'PUT' || operation.method === 'PATCH') && saysWhich(operation);
}

/** The list in an answer, by the names of an envelope; where those do not show it, by what its items are. */
export function listIn(
  shapes: Shapes,
  operation: Operation,
  word: string,
  isItem?: (items: Shape) => boolean,
): Evidence['list'] {
  for (const schema of answerSchemas(operation)) {
    const found = findList(shapes, schema, word) ?? (isItem && findListOf(shapes, schema, isItem));
    if (found !== undefined && !isShownOtherwise(operation, found.items)) return { operation, found };
  }
  return undefined;
}

/** Whether every example of the answer has something else than a list there: what a schema without a type may be, its examples say. */
function isShownOtherwise(operation: Operation, pointer: string): boolean {
  const shown = operation.responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ value }) => shownAt(value, pointer))));
  return shown.length > 0 && shown.every((value) => typeof value === 'object' && !Array.isArray(value));
}

/** The list in the answer of a collection's path, where only the whole of what stands around it shows it. */
function weighedIn(shapes: Shapes, operation: Operation, group: PathGroup): Evidence['list'] {
  const { word, items, collection } = group;
  const path: ListPath = { operation, word, hasItems: items.length > 0, writes: collection };
  for (const schema of answerSchemas(operation)) {
    const found = findListByStructure(shapes, schema, path);
    if (found !== undefined && !isShownOtherwise(operation, found.items)) return { operation, found };
  }
  return undefined;
}

/** Whether something is an item of the group: it is what the item path shows, or, where nothing shows that, has the id that the item path names. */
function isItemOf(shapes: Shapes, { items: operations, word }: PathGroup): ((items: Shape) => boolean) | undefined {
  const item = shownBy(operations);
  const parameter = item && parametersOf(segmentsOf(item.path)).at(-1);
  if (item === undefined || parameter === undefined) return undefined;
  return (items) => {
    const read = itemEntity(shapes, item, word);
    if (read === undefined)
      return matchId(shapes, items, parameter, schemaOf(item.parameters, parameter), word) !== undefined;
    const whole = shapes.of(read.found.schema);
    return isClose(items, whole) || findEntity(shapes, whole.root, word, items) !== undefined;
  };
}

/** Each item of a list in an envelope of its own, as a read shows it alone (`{ list: [{ customer }] }` and `{ customer }`): then the envelope is what is kept. */
function wrappedAlike(
  shapes: Shapes,
  { items: writes }: PathGroup,
  { itemSchema }: FoundList,
  { operation, found }: NonNullable<Evidence['read']>,
): Evidence['read'] {
  const items = shapes.of(itemSchema);
  const inner = found.pointer === '' ? undefined : schemaAt(shapes, items, found.pointer);
  if (inner === undefined || shapes.of(inner).kind !== 'object' || items.properties.size > MOST_OF_WRAPPING)
    return undefined;
  // What changes an item without its envelope is not followed into it.
  const isFlat = ({ method }: Operation, sent: Shape | undefined): boolean =>
    (method === 'PUT' || method === 'PATCH') && sent !== undefined && !sent.properties.has(found.pointer.slice(1));
  if (writes.some((each) => isFlat(each, shapes.maybe(requestSchema(each))))) return undefined;
  const isWhole = answerSchemas(operation).some((schema) => isSame(shapes.of(schema), items));
  return isWhole && isSame(shapes.of(inner), shapes.of(found.schema))
    ? { operation, found: { pointer: '', schema: itemSchema } }
    : undefined;
}

const MOST_OF_WRAPPING = 3;

/** The id of what stands in an envelope of its own. */
function idInside(shapes: Shapes, group: PathGroup, found?: FoundEntity): Evidence['id'] {
  const id = found && idOf(shapes, group, shapes.of(found.schema));
  return id?.pointer === undefined ? id : { ...id, pointer: `${found?.pointer}${id.pointer}` };
}

function itemEntity(shapes: Shapes, operation: Operation, word: string): Evidence['read'] {
  // An item path that answers a list (`GET /submissions/{id}` with an array) shows no item.
  return listIn(shapes, operation, word) === undefined ? entityShownIn(shapes, operation, word) : undefined;
}

/** The entity of an item path: where the list shows what its items are, that is looked for inside of the answer too (`{ time, result: { … } }`). */
function itemRead(shapes: Shapes, operation: Operation, word: string, list: Evidence['list']): Evidence['read'] {
  const read = itemEntity(shapes, operation, word);
  const items = list && shapes.of(list.found.itemSchema);
  if (read === undefined || items === undefined || isClose(shapes.of(read.found.schema), items)) return read;
  const inner = entityShownIn(shapes, operation, word, items);
  return inner === undefined || inner.found.pointer === '' ? read : inner;
}

function listedAlone(shapes: Shapes, operation: Operation, word: string, list: FoundList): Evidence['read'] {
  const parameter = parametersOf(segmentsOf(operation.path)).at(-1) ?? '';
  const isPaged = operation.parameters.some((p) => p.in === 'query' && PAGED.has(plain(p.name)));
  const items = shapes.of(list.itemSchema);
  const type = schemaOf(operation.parameters, parameter);
  const isId = matchId(shapes, items, parameter, type, word) !== undefined;
  if (isPaged || !(isNameOf(parameter, word) || (isId && isIdWord(parameter)))) return undefined;
  for (const schema of answerSchemas(operation)) {
    const found = findList(shapes, schema, word);
    if (found?.items !== list.items || !isClose(shapes.of(found.itemSchema), items)) continue;
    // A list without an envelope is often one of what belongs to that item: it has to show the id.
    if (list.items === '' && !isId) continue;
    return { operation, found: { pointer: `${found.items}/0`, schema: found.itemSchema } };
  }
  return undefined;
}

const PAGED = new Set(['limit', 'offset', 'page', 'pagesize', 'perpage', 'cursor', 'pagetoken']);

/** `{id}`, `{accountId}` and `{accountNumber}` of an account: what a path says of anything else (`/posts/{userId}`) chooses among many. */
function isNameOf(parameter: string, word: string): boolean {
  return IDS.includes(plain(parameter)) || plain(parameter).startsWith(clusterKey(word));
}

/** `{pid}`: one word, and an id by its ending. */
function isIdWord(parameter: string): boolean {
  return wordsOf(parameter).length === 1 && plain(parameter).endsWith('id');
}

/** The entity in an answer, as `entityIn` finds it, or in the house's own envelope. */
export function itemIn(shapes: Shapes, operation: Operation, evidence: Evidence): FoundEntity | undefined {
  const { group, entity } = evidence;
  const found = entity && entityShownIn(shapes, operation, group.word, entity.shape)?.found;
  return found ?? (evidence.alone ? onlyOf(shapes, answerSchemas(operation), evidence) : undefined);
}

/** Where a request has the entity. */
export function sentIn(shapes: Shapes, request: Schema | undefined, evidence: Evidence): FoundEntity | undefined {
  const { group, entity } = evidence;
  if (request === undefined || entity === undefined) return undefined;
  const found = findEntity(shapes, request, group.word, entity.shape);
  return found ?? (evidence.alone ? onlyOf(shapes, [request], evidence) : undefined);
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

function entityOf(
  shapes: Shapes,
  group: PathGroup,
  list?: FoundList,
  read?: FoundEntity,
  created?: FoundEntity,
): Evidence['entity'] {
  const items = list && shapes.of(list.itemSchema);
  if (read !== undefined) {
    const shape = shapes.of(read.schema);
    // What is listed or made is the thing itself, a read may show what is left of it, too.
    const itself = [created?.schema, list?.itemSchema].find(
      (schema) => schema !== undefined && isChoiceOf(shape, shapes.of(schema)),
    );
    if (itself !== undefined) return { schema: itself, shape: shapes.of(itself) };
    if (items === undefined || isClose(shape, items) || shape.properties.size > 0)
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

// Where nothing shows the entity, a write that sends and answers the same is as good.
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
  return identify(shapes, shape, item.parameters, parameter, group.word);
}

/** How a path parameter names an entity. */
interface Identity {
  readonly parameter: string;
  readonly schema: Schema;
  readonly pointer?: string;
  /** Pointers of other properties that it may hold. */
  readonly also?: readonly string[];
}

/** How a path parameter names an entity of that shape. */
export function identify(
  shapes: Shapes,
  shape: Shape | undefined,
  parameters: readonly Parameter[],
  parameter: string,
  word: string,
): Identity {
  const type = schemaOf(parameters, parameter);
  const find = (name: string): string | undefined => shape && matchId(shapes, shape, name, type, word);
  const [pointer, ...also] = new Set(alternativesIn(parameter).flatMap((name) => find(name) ?? []));
  const shown = pointer === undefined || shape === undefined ? undefined : schemaAt(shapes, shape, pointer);
  const schema = shown === undefined || type === undefined ? (shown ?? type ?? true) : together(shapes, shown, type);
  return {
    parameter,
    schema,
    ...(pointer === undefined ? {} : { pointer }),
    ...(also.length === 0 ? {} : { also }),
  };
}

/** `{id_or_slug}` is an id or a slug, `{settingKeyOrId}` the key or the id of a setting; the id comes first. */
function alternativesIn(parameter: string): readonly string[] {
  const words = wordsOf(parameter);
  const at = words.indexOf('or');
  if (at < 1 || at === words.length - 1) return [parameter];
  const left = words.slice(0, at);
  const right = words.slice(at + 1);
  const names = [left, right.length < left.length ? [...left.slice(0, left.length - right.length), ...right] : right];
  return names.map((name) => name.join('_')).toSorted((a, b) => Number(endsInId(b)) - Number(endsInId(a)));
}

const endsInId = (name: string): boolean => IDS.includes(wordsOf(name).at(-1) ?? '');

/** What keeps both rules where the parameter has one of its own (a pattern, a format) for the property's type. */
function together(shapes: Shapes, shown: Schema, type: Schema): Schema {
  const { root } = shapes.of(type);
  if (typeof root === 'boolean' || root === shapes.of(shown).root) return shown;
  const narrows = NARROWING.some((keyword) => Object.hasOwn(root, keyword));
  const [a, b] = [scalarTypesOf(shapes, shown), scalarTypesOf(shapes, type)];
  return narrows && b.every((each) => a.includes(each)) ? { allOf: [shown, type] } : shown;
}

const NARROWING = ['pattern', 'format', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum'] as const;

function schemaAt(shapes: Shapes, shape: Shape, pointer: string): Schema | undefined {
  let at: Shape | undefined = shape;
  let schema: Schema | undefined;
  for (const token of pointer.split('/').slice(1)) {
    schema = at?.properties.get(token.replaceAll('~1', '/').replaceAll('~0', '~'));
    at = schema === undefined ? undefined : shapes.of(schema);
  }
  return schema;
}
