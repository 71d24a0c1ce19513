import type { Operation } from '../spec/index.ts';
import { requestSchema } from './bodies.ts';
import { answering, type Draft, entityAt, isCollection, nothing, sending, setting, unknown } from './draft.ts';
import { type Evidence, entityIn, listIn } from './evidence.ts';
import { readInputs } from './filters.ts';
import { isClose, isSame, type Shapes, share } from './shape.ts';
import { draftSingleton } from './singleton-drafts.ts';
import { plain } from './words.ts';

/** Roles on the path of a collection. `continues`: some documented path goes on behind an id. */
export function draftCollection(shapes: Shapes, operation: Operation, evidence: Evidence, continues: boolean): Draft {
  if (evidence.single !== undefined) return draftSingleton(shapes, operation, evidence);
  if (!isCollection(evidence, continues)) return unknown(operation, 'no operation lists or reads what this path names');
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
      return unknown(operation, `${operation.method} on a whole collection: which entities it means cannot be known`);
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
    ...sending(request === undefined ? undefined : (requestEntity ?? '')),
    ...setting(inputs),
  } as const;
  const answer = entityIn(shapes, operation, group.word, entity.shape)?.found;
  if (answer !== undefined)
    return { ...common, why: ['POST on a collection answers one of its entities'], responseEntity: answer.pointer };
  const fits = sent === undefined ? inputs.length > 0 : isClose(sent, entity.shape) || share(sent, entity.shape) >= 0.5;
  if (!fits && sent?.kind === 'object' && tellsWhere(operation))
    return { ...common, why: ['POST on a collection answers where its new entity is (201 with Location)'] };
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

/** A 201 that says nothing but where to find what has been made (RFC 9110 §15.3.2). */
function tellsWhere(operation: Operation): boolean {
  const made = operation.responses.find(({ status }) => status === '201');
  return made?.content.length === 0 && made.headers.some(({ name }) => name.toLowerCase() === 'location');
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
    ...answering(answer?.pointer),
  };
}
