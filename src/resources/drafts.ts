import type { Operation, Schema } from '../spec/index.ts';
import { answerSchemas, answersNothing, isJsonPatch, requestSchema, succeedsWith } from './bodies.ts';
import { findEntity } from './envelope.ts';
import { type Evidence, entityIn, listIn } from './evidence.ts';
import { readInputs } from './filters.ts';
import type { Input, RoleKind } from './model.ts';
import { isClose, isSame, type Shape, type Shapes, share } from './shape.ts';
import { plain } from './words.ts';

/** A role as far as the path group alone tells it. `on` says whose: the collection's, the singleton's on the same path, or nobody's. */
export interface Draft {
  readonly kind: RoleKind;
  readonly on: 'collection' | 'singleton' | 'nothing';
  readonly why: readonly string[];
  readonly requestEntity?: string;
  readonly responseEntity?: string;
  readonly inputs?: readonly Input[];
  readonly keeps?: readonly string[];
}

const nothing = (kind: 'action' | 'none', why: string): Draft => ({ kind, on: 'nothing', why: [why] });
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** What an operation is when nothing better is found: safe methods change nothing, others do something that we cannot see. */
export function unknown(operation: Operation, why: string): Draft {
  return nothing(SAFE.has(operation.method) ? 'none' : 'action', why);
}

/** True where the group holds entities: something lists, shows or makes them. */
export function isCollection(evidence: Evidence, continues: boolean): boolean {
  if (evidence.list !== undefined || evidence.read !== undefined) return true;
  return (
    evidence.entity !== undefined && (evidence.group.items.length > 0 || (evidence.created !== undefined && continues))
  );
}

export function draftCollection(shapes: Shapes, operation: Operation, evidence: Evidence, continues: boolean): Draft {
  if (evidence.single !== undefined) return draftSingleton(shapes, operation, evidence);
  if (!isCollection(evidence, continues)) return unknown(operation, 'nothing lists or shows what stands on this path');
  switch (operation.method) {
    case 'GET':
      return evidence.list === undefined
        ? nothing('none', 'the answer is neither a list nor an entity')
        : {
            kind: 'list',
            on: 'collection',
            why: [`the answer holds a list of objects at ${place(evidence.list.found.items)}`],
          };
    case 'POST':
      return draftCreate(shapes, operation, evidence);
    case 'PUT':
    case 'PATCH':
      return draftByBody(shapes, operation, evidence);
    default:
      return unknown(operation, `${operation.method} on a whole collection is not followed`);
  }
}

function place(pointer: string): string {
  return pointer === '' ? 'its root' : pointer;
}

const COMMANDS = new Set([
  'search',
  'query',
  'find',
  'batch',
  'bulk',
  'validate',
  'preview',
  'login',
  'logout',
  'signup',
  'import',
  'export',
  'count',
]);

function draftCreate(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const { group, entity } = evidence;
  const request = requestSchema(operation);
  const sent = shapes.maybe(request);
  if (COMMANDS.has(plain(group.word))) return nothing('action', `"${group.word}" is a command`);
  if (sent?.kind === 'array') return nothing('action', 'the body is a batch');
  if (entity === undefined) return nothing('action', 'nothing shows the entity');
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const requestEntity = entityAt(shapes, request, group.word, entity.shape);
  const common = {
    kind: 'create',
    on: 'collection',
    ...sends(request === undefined ? undefined : (requestEntity ?? '')),
    ...lists(inputs),
  } as const;
  const answer = entityIn(shapes, operation, group.word, entity.shape)?.found;
  if (answer !== undefined)
    return { ...common, why: ['POST on a collection answers one of its entities'], responseEntity: answer.pointer };
  const fits = sent === undefined ? inputs.length > 0 : isClose(sent, entity.shape) || share(sent, entity.shape) >= 0.5;
  if (!fits) return nothing('action', 'POST on a collection, but neither body nor answer is one of its entities');
  const listed = listIn(shapes, operation, group.word)?.found;
  if (listed !== undefined && isClose(shapes.of(listed.itemSchema), entity.shape))
    return {
      ...common,
      why: ['POST on a collection takes one of its entities, and answers a list of them'],
      responseEntity: `${listed.items}/0`,
    };
  return { ...common, why: ['POST on a collection takes one of its entities'] };
}

// `PUT /pet`: the id is in the body.
function draftByBody(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const request = requestSchema(operation);
  const { entity, id, group } = evidence;
  const sent = shapes.maybe(request);
  const property = id?.pointer?.slice(1);
  const carriesId = property !== undefined && sent?.properties.has(property) === true;
  const listed = listIn(shapes, operation, group.word) !== undefined;
  if (entity === undefined || sent === undefined || !carriesId || listed || !isSame(sent, entity.shape))
    return nothing('action', `${operation.method} on a whole collection, and its body is not one of the entities`);
  const answer = entityIn(shapes, operation, group.word, entity.shape)?.found;
  return {
    kind: operation.method === 'PUT' ? 'replace' : 'patch',
    on: 'collection',
    why: [`the body is a whole entity and names its id in "${property}"`],
    requestEntity: '',
    ...answers(answer?.pointer),
  };
}

export function draftItem(shapes: Shapes, operation: Operation, evidence: Evidence, continues: boolean): Draft {
  if (!isCollection(evidence, continues)) return unknown(operation, 'nothing lists or shows an entity of this path');
  switch (operation.method) {
    case 'GET':
      return draftRead(shapes, operation, evidence);
    case 'PUT':
      return draftReplace(shapes, operation, evidence);
    case 'PATCH':
    case 'POST':
      return draftPatch(shapes, operation, evidence);
    case 'DELETE':
      return draftDelete(shapes, operation, evidence);
    default:
      return unknown(operation, `${operation.method} is not followed`);
  }
}

function draftRead(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const { read, list, entity, group, id } = evidence;
  if (read !== undefined && entity !== undefined) {
    const alone = list === undefined && evidence.created === undefined && group.items.length === 1;
    if (alone && id?.pointer === undefined)
      return nothing('none', 'nothing lists, makes or changes it, and it does not show its id');
    const items = list && shapes.of(list.found.itemSchema);
    const shown = shapes.of(read.found.schema);
    if (items !== undefined && !isClose(shown, items) && share(shown, items) < 0.3 && share(items, shown) < 0.3)
      return nothing('none', 'what it shows is not what the collection lists');
    return {
      kind: 'read',
      on: 'collection',
      why: ['GET with an id answers one object'],
      responseEntity: read.found.pointer,
    };
  }
  if (answersNothing(operation) && list !== undefined && id?.pointer !== undefined)
    return {
      kind: 'read',
      on: 'collection',
      why: [`answers by status alone whether ${group.word} has an entity of that id`],
    };
  return nothing('none', 'the answer is not an entity');
}

function draftReplace(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const request = requestSchema(operation);
  const { entity, group } = evidence;
  if (entity === undefined) return nothing('action', 'nothing shows the entity');
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const answer = entityIn(shapes, operation, group.word, entity.shape)?.found;
  if (request === undefined) return draftBodiless(operation, evidence, inputs, answer?.pointer);
  const sent = shapes.of(request);
  if (sent.kind !== 'object') return nothing('action', 'the body is not an entity');
  if (answer === undefined && !answersLittle(shapes, operation))
    return nothing('action', 'the answer is another entity');
  const found = findEntity(shapes, request, group.word, entity.shape);
  const body = found === undefined ? sent : shapes.of(found.schema);
  return {
    kind: 'replace',
    on: 'collection',
    why: ['PUT with an id takes a body'],
    requestEntity: found?.pointer ?? '',
    ...answers(answer?.pointer),
    ...keeping(body, entity.shape, evidence.id?.pointer),
  };
}

function draftBodiless(operation: Operation, evidence: Evidence, inputs: readonly Input[], answer?: string): Draft {
  if (inputs.length > 0 && answer !== undefined)
    return {
      kind: 'patch',
      on: 'collection',
      why: ['query parameters set properties'],
      responseEntity: answer,
      ...lists(inputs),
    };
  if (
    operation.method === 'PUT' &&
    answersNothing(operation) &&
    evidence.list !== undefined &&
    evidence.id?.pointer !== undefined
  )
    return {
      kind: 'replace',
      on: 'collection',
      why: ['PUT with an id and without a body puts that id into the collection'],
    };
  return nothing('action', `${operation.method} with an id but without a body`);
}

function keeping(body: Shape, entity: Shape, id: string | undefined): { keeps?: readonly string[] } {
  if (body.properties.size === 0) return {};
  const names = new Set([...body.properties.keys()]);
  const keeps = [...entity.properties.keys()].filter((name) => !names.has(name) && `/${name}` !== id);
  return keeps.length > 0 ? { keeps } : {};
}

function answersLittle(shapes: Shapes, operation: Operation): boolean {
  return answerSchemas(operation).every((schema) => shapes.of(schema).properties.size === 0);
}

function draftPatch(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const { entity, group } = evidence;
  if (entity === undefined) return nothing('action', 'nothing shows the entity');
  const request = requestSchema(operation);
  const answer = entityIn(shapes, operation, group.word, entity.shape)?.found;
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const sent = shapes.maybe(request);
  if (sent === undefined || (operation.method === 'POST' && sent.kind !== 'object'))
    return draftBodiless(operation, evidence, inputs, answer?.pointer);
  const steps = operation.method === 'PATCH' && (sent.kind === 'array' || isJsonPatch(operation));
  const free = operation.method === 'PATCH' && sent.properties.size === 0;
  const shown = answer === undefined ? entity.shape : shapes.of(answer.schema);
  const overlap = Math.max(share(sent, entity.shape), share(sent, shown));
  // PATCH says by its method what it is; POST has to answer the entity too.
  const enough =
    answer !== undefined ? overlap >= 0.3 || steps || free : operation.method === 'PATCH' && (overlap >= 0.5 || steps);
  if (!enough)
    return nothing(
      'action',
      `${operation.method} with an id, but the body is hardly about the entity's own properties`,
    );
  return {
    kind: 'patch',
    on: 'collection',
    why: [
      operation.method === 'PATCH'
        ? 'PATCH with an id'
        : 'POST with an id takes properties of the entity and answers the entity',
    ],
    requestEntity: entityAt(shapes, request, group.word, entity.shape) ?? '',
    ...answers(answer?.pointer),
    ...lists(inputs),
  };
}

function draftDelete(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const answer = evidence.entity && entityIn(shapes, operation, evidence.group.word)?.found;
  const same =
    answer !== undefined && evidence.entity !== undefined && isSame(shapes.of(answer.schema), evidence.entity.shape);
  return {
    kind: 'delete',
    on: 'collection',
    why: ['DELETE with an id'],
    ...answers(same ? answer.pointer : undefined),
  };
}

function draftSingleton(shapes: Shapes, operation: Operation, evidence: Evidence): Draft {
  const { single, group } = evidence;
  if (single === undefined) return unknown(operation, 'no singleton');
  const asked = single.operation.parameters.some((p) => p.in === 'query' && p.required);
  const whole = shapes.of(single.found.schema);
  const drafts = asked
    ? []
    : group.collection.map((other) => [other, draftWrite(shapes, other, whole, group.word)] as const);
  // DELETE alone may be a switch ("off") as well as an end.
  const writes = drafts.filter(([, draft]) => draft.on === 'singleton');
  if (writes.every(([, draft]) => draft.kind === 'delete'))
    return unknown(operation, 'an object that nothing here sets');
  if (operation !== single.operation)
    return drafts.find(([other]) => other === operation)?.[1] ?? unknown(operation, 'not followed');
  const why = `one object on a path of its own, changed by ${writes.map(([other]) => other.method).join(', ')}`;
  return { kind: 'read', on: 'singleton', why: [why], responseEntity: single.found.pointer };
}

function draftWrite(shapes: Shapes, operation: Operation, whole: Shape, word: string): Draft {
  const request = requestSchema(operation);
  const sent = shapes.maybe(request);
  const found = entityIn(shapes, operation, word, whole)?.found;
  const same = found !== undefined && isClose(shapes.of(found.schema), whole);
  const overlap =
    sent === undefined ? 0 : sent.properties.size === 0 && whole.properties.size === 0 ? 1 : share(sent, whole);
  const make = (kind: RoleKind, why: string): Draft => ({
    kind,
    on: 'singleton',
    why: [why],
    ...sends(sent?.kind === 'object' ? (entityAt(shapes, request, word, whole) ?? '') : undefined),
    ...answers(same ? found.pointer : undefined),
    ...(kind === 'replace' && sent !== undefined ? keeping(sent, whole, undefined) : {}),
  });
  const fits = overlap >= 0.5 || (same && overlap >= 0.3);
  switch (operation.method) {
    case 'PUT':
      return fits || (same && sent?.kind === 'object')
        ? make('replace', 'PUT on the singleton')
        : unknown(operation, 'the body is not the singleton');
    case 'PATCH':
      return fits || (same && sent !== undefined && sent.properties.size === 0)
        ? make('patch', 'PATCH on the singleton')
        : unknown(operation, 'the body is not the singleton');
    case 'POST':
      return draftSingletonPost(operation, sent, same, fits, make);
    case 'DELETE':
      return sent === undefined || sent.properties.size === 0
        ? make('delete', 'DELETE on the singleton')
        : unknown(operation, 'DELETE that takes a list of what to remove');
    default:
      return unknown(operation, `${operation.method} is not followed`);
  }
}

function draftSingletonPost(
  operation: Operation,
  sent: Shape | undefined,
  same: boolean,
  fits: boolean,
  make: (kind: RoleKind, why: string) => Draft,
): Draft {
  if (!same) return unknown(operation, 'POST that does not answer the singleton');
  if (succeedsWith(operation, '201')) return make('create', 'POST brings the singleton into being (201)');
  if (sent === undefined || sent.properties.size === 0)
    return make('create', 'POST without a body answers the singleton');
  return fits
    ? make('patch', 'POST takes properties of the singleton and answers it')
    : unknown(operation, 'POST with a body of its own');
}

function sends(pointer: string | undefined): { requestEntity?: string } {
  return pointer === undefined ? {} : { requestEntity: pointer };
}
function answers(pointer: string | undefined): { responseEntity?: string } {
  return pointer === undefined ? {} : { responseEntity: pointer };
}
function lists(inputs: readonly Input[]): { inputs?: readonly Input[] } {
  return inputs.length === 0 ? {} : { inputs };
}

function entityAt(shapes: Shapes, schema: Schema | undefined, word: string, like: Shape): string | undefined {
  return schema === undefined ? undefined : findEntity(shapes, schema, word, like)?.pointer;
}
