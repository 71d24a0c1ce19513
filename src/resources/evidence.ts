import type { Operation, Parameter, Schema } from '../spec/index.ts';
import { answerSchemas, requestSchema } from './bodies.ts';
import { type FoundEntity, type FoundList, findEntity, findList } from './envelope.ts';
import { matchId, schemaOf, typesOf } from './identity.ts';
import { type PathGroup, parametersOf, segmentsOf } from './paths.ts';
import { isChoiceOf, isClose, isSame, type Shape, type Shapes } from './shape.ts';

/** What the bodies of a path group say about the entity that lives there. Reading it builds the operations of the group. */
export interface Evidence {
  readonly group: PathGroup;
  readonly list?: { readonly operation: Operation; readonly found: FoundList };
  readonly read?: { readonly operation: Operation; readonly found: FoundEntity };
  readonly created?: { readonly operation: Operation; readonly found: FoundEntity };
  /** GET on the path itself that shows one object: what a singleton would be. */
  readonly single?: { readonly operation: Operation; readonly found: FoundEntity };
  /** Shape and schema of the entity of the collection; absent where nothing shows it. */
  readonly entity?: { readonly schema: Schema; readonly shape: Shape };
  /** True where only other groups show the entity. */
  readonly inherited: boolean;
  /** The item path's last parameter and the property that it names. */
  readonly id?: { readonly parameter: string; readonly schema: Schema; readonly pointer?: string };
}

const isGet = (operation: Operation): boolean => operation.method === 'GET';

/** `inherited` is the entity where only other groups show it. */
export function gather(shapes: Shapes, group: PathGroup, inherited?: Evidence['entity']): Evidence {
  const get = group.collection.find(isGet);
  const list = get && listIn(shapes, get, group.word);
  const single = get && list === undefined ? entityIn(shapes, get, group.word) : undefined;
  const itemGet = group.items.find(isGet);
  const read = itemGet && itemEntity(shapes, itemGet, group.word);
  const post = group.collection.find((operation) => operation.method === 'POST');
  const made = post && single === undefined ? entityIn(shapes, post, group.word) : undefined;
  // An answer that says no more than an id shows no entity.
  const created = made && shapes.of(made.found.schema).properties.size > 1 ? made : undefined;
  const entity = entityOf(shapes, group, list?.found, read?.found, created?.found) ?? inherited;
  const id = idOf(shapes, group, entity?.shape);
  return {
    group,
    inherited: inherited !== undefined,
    ...(list === undefined ? {} : { list }),
    ...(read === undefined ? {} : { read }),
    ...(created === undefined ? {} : { created }),
    ...(single === undefined ? {} : { single }),
    ...(entity === undefined ? {} : { entity }),
    ...(id === undefined ? {} : { id }),
  };
}

export function listIn(shapes: Shapes, operation: Operation, word: string): Evidence['list'] {
  for (const schema of answerSchemas(operation)) {
    const found = findList(shapes, schema, word);
    if (found !== undefined) return { operation, found };
  }
  return undefined;
}

function itemEntity(shapes: Shapes, operation: Operation, word: string): Evidence['read'] {
  // An item path that answers a list (`GET /submissions/{id}` with an array) shows no item.
  return listIn(shapes, operation, word) === undefined ? entityIn(shapes, operation, word) : undefined;
}

export function entityIn(
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
    const answer = entityIn(shapes, operation, group.word)?.found;
    if (request !== undefined && answer !== undefined && isSame(shapes.of(request), shapes.of(answer.schema)))
      return answer;
  }
  return undefined;
}

function idOf(shapes: Shapes, group: PathGroup, shape: Shape | undefined): Evidence['id'] {
  const item = group.items[0];
  const parameter = item && parametersOf(segmentsOf(item.path)).at(-1);
  if (item === undefined || parameter === undefined) return undefined;
  return identify(shapes, shape, item.parameters, parameter, group.word);
}

/** How a path parameter names an entity of that shape. */
export function identify(
  shapes: Shapes,
  shape: Shape | undefined,
  parameters: readonly Parameter[],
  parameter: string,
  word: string,
): { readonly parameter: string; readonly schema: Schema; readonly pointer?: string } {
  const type = schemaOf(parameters, parameter);
  const pointer = shape && matchId(shapes, shape, parameter, type, word);
  const shown = pointer === undefined || shape === undefined ? undefined : schemaAt(shapes, shape, pointer);
  const schema = shown === undefined || type === undefined ? (shown ?? type ?? true) : together(shapes, shown, type);
  return { parameter, schema, ...(pointer === undefined ? {} : { pointer }) };
}

/** What keeps both rules where the parameter has one of its own (a pattern, a format) for the property's type. */
function together(shapes: Shapes, shown: Schema, type: Schema): Schema {
  const { root } = shapes.of(type);
  if (typeof root === 'boolean' || root === shapes.of(shown).root) return shown;
  const narrows = NARROWING.some((keyword) => Object.hasOwn(root, keyword));
  const [a, b] = [typesOf(shapes, shown), typesOf(shapes, type)];
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
