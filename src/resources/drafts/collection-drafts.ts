import { type Operation, wordsOf } from '../../spec/index.ts';
import { type Evidence, entityShownIn, listIn, sentAsShown } from '../evidence/evidence.ts';
import { readInputs } from '../lists/filters.ts';
import { listedIds } from '../lists/listed-ids.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, requestSchema, succeedsWith } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import {
  holderOf,
  isClose,
  isSame,
  propertySchemaAt,
  type Shape,
  type Shapes,
  share,
  withAlternatives,
} from '../schema/shape.ts';
import {
  entityAt,
  isCollection,
  keepingDraft,
  NOTHING_NAMED,
  type RoleDraft,
  requestEntityAt,
  responseEntityAt,
  sentAsPart,
  unknown,
  withInputs,
  withoutResource,
} from './draft.ts';
import { REPEATS_GET, repeatsGet } from './repeated-get.ts';
import { draftSingleton } from './singleton-drafts.ts';

/** Roles on the path of a collection. `continues`: a documented path continues with an id. */
export function draftCollection(
  shapes: Shapes,
  operation: Operation,
  evidence: Evidence,
  continues: boolean,
): RoleDraft {
  if (repeatsGet(operation, evidence.group.collection)) return unknown(operation, REPEATS_GET);
  if (evidence.single !== undefined) {
    const named = createBesideIds(shapes, operation, evidence);
    return named ?? draftSingleton(shapes, operation, evidence);
  }
  if (!isCollection(evidence, continues)) return unknown(operation, NOTHING_NAMED);
  switch (operation.method) {
    case 'GET':
      return evidence.list === undefined || !listsAlike(shapes, operation, evidence)
        ? withoutResource('none', 'the answer is neither a list nor an entity')
        : {
            kind: 'list',
            on: 'collection',
            why: [`the answer holds a list of objects at ${place(evidence.list.found.items)}`],
          };
    case 'POST':
      return draftCreate(shapes, operation, evidence);
    case 'PUT':
      return draftPut(shapes, operation, evidence);
    case 'PATCH':
      return draftByBody(shapes, operation, evidence);
    default:
      return unknown(operation, `${operation.method} on a whole collection: which entities it means cannot be known`);
  }
}

/** A create on a path whose GET lists the ids of the items alone: what looks like one object there is the list. */
function createBesideIds(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft | undefined {
  const { single, read, group, ...rest } = evidence;
  const sent = operation.method === 'POST' ? shapes.maybe(requestSchema(operation)) : undefined;
  if (sent === undefined || single === undefined || read === undefined) return undefined;
  const listsIds = answerSchemas(single.operation).some(
    (schema) => listedIds(shapes, schema, group.word) !== undefined,
  );
  if (!listsIds || !namesNew(shapes, operation, sent, evidence)) return undefined;
  return draftCreate(shapes, operation, { ...rest, read, group });
}

function draftPut(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  if (evidence.created === undefined && isCalledCreate(operation)) return draftCreate(shapes, operation, evidence);
  const byBody = draftByBody(shapes, operation, evidence);
  const creates = saysUpsert(operation) || putsNamed(shapes, operation, evidence);
  const made = byBody.kind === 'action' && creates ? draftCreate(shapes, operation, evidence) : byBody;
  return made.kind === 'create' ? { ...made, updates: true } : made;
}

/**
 * Whether a PUT on a collection that nothing else creates in sends the id of the item path and nothing but properties of the entity:
 * `PUT /suppressions` with `{ email, reason }` beside `/suppressions/{email}`.
 */
function putsNamed(shapes: Shapes, operation: Operation, { group, id, entity, read }: Evidence): boolean {
  const own = id?.pointer?.slice(1);
  const sent = shapes.maybe(requestSchema(operation));
  if (own === undefined || read === undefined || entity === undefined || sent?.kind !== 'object') return false;
  const isOnlyWay = ![...group.collection, ...group.items].some(
    (other) => other !== operation && (other.method === 'POST' || other.method === 'PUT'),
  );
  const answersList = listIn(shapes, operation, group.word) !== undefined;
  return isOnlyWay && !answersList && sent.required.has(own) && share(sent, entity.shape) === 1;
}

/** Whether a GET answers the list of its path. Of several GETs on one path, some may answer something else. */
function listsAlike(shapes: Shapes, operation: Operation, { list, group, entity }: Evidence): boolean {
  if (list === undefined || list.operation === operation || entity === undefined) return true;
  return listIn(shapes, operation, group.word, (items) => isClose(items, entity.shape)) !== undefined;
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

function draftCreate(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const { group, entity } = evidence;
  const request = requestSchema(operation);
  const sent = shapes.maybe(request);
  // A `batch` that has a path of its own and is what the POST answers is a thing.
  const isThing = evidence.id?.pointer !== undefined && isMadeAs(shapes, operation, evidence);
  if (COMMANDS.has(plain(group.word)) && !isThing) return withoutResource('action', `"${group.word}" is a command`);
  if (sent?.kind === 'array') return withoutResource('action', 'the body is a batch');
  if (entity === undefined) return withoutResource('action', 'nothing shows the entity');
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const answer = entityShownIn(shapes, operation, group.word, entity.shape)?.found;
  const wrapper = sent && wrappedPart(shapes, sent, group.word, entity.shape);
  const requestEntity =
    entityAt(shapes, request, group.word, entity.shape) ??
    sentAsShown(shapes, request, answer?.pointer)?.pointer ??
    wrapper;
  const common = {
    kind: 'create',
    on: 'collection',
    ...requestEntityAt(request === undefined ? undefined : (requestEntity ?? '')),
    ...withInputs(inputs),
    ...(saysUpsert(operation) ? { updates: true as const } : {}),
  } as const;
  const { envelope } = evidence;
  const isFlat = envelope !== undefined && sent?.properties.has(envelope.slice(1)) === false;
  const given = (requestEntity ?? '') === '' ? request : sent && propertySchemaAt(shapes, sent, requestEntity ?? '');
  const holder = given === undefined ? undefined : holderOf(shapes, shapes.of(given), entity.shape);
  const names = sent === undefined ? undefined : linkIn(sent, evidence);
  if (names !== undefined)
    return {
      ...common,
      why: [`the body names by "${names}" what is put into the collection`],
      names,
      ...responseEntityAt(answer?.pointer),
    };
  if (answer !== undefined)
    return {
      ...common,
      ...sentAsPart(isFlat ? envelope : holder),
      why: [`${operation.method} on a collection answers one of its entities`],
      responseEntity: answer.pointer,
    };
  const part = sent === undefined ? undefined : partOf(shapes, sent, entity.shape);
  if (
    part !== undefined &&
    (answersId(shapes, operation, evidence) || tellsWhere(operation) || isMadeSilently(operation))
  )
    return { ...common, why: [`the body is ${part} of the new entity`], sentAs: part };
  const isEntity = (body: Shape): boolean => isClose(body, entity.shape) || share(body, entity.shape) >= 0.5;
  const wrapped = sent && requestEntity && propertySchemaAt(shapes, sent, requestEntity);
  const fits = sent === undefined ? inputs.length > 0 : isEntity(sent) || (!!wrapped && isEntity(shapes.of(wrapped)));
  if (!fits && sent?.kind === 'object' && tellsWhere(operation))
    return {
      ...common,
      why: [`${operation.method} on a collection answers where its new entity is (201 with Location)`],
    };
  if (!fits && sent?.kind === 'object' && succeedsWith(operation, '201') && answersId(shapes, operation, evidence))
    return { ...common, why: [`${operation.method} on a collection answers the id of its new entity (201)`] };
  if (!fits && sent !== undefined && answersOnlyId(shapes, operation, sent, evidence))
    return { ...common, why: [`${operation.method} on a collection answers only the id of its new entity`] };
  const isIt = (items: Shape): boolean => isSame(items, entity.shape);
  const made = succeedsWith(operation, '201') ? listIn(shapes, operation, group.word, isIt)?.found : undefined;
  if (!fits && sent?.kind === 'object' && made !== undefined && isIt(shapes.of(made.itemSchema)))
    return {
      ...common,
      ...sentAsPart(holder),
      why: [`${operation.method} on a collection answers a list of its new entities (201)`],
      responseEntity: `${made.items}/0`,
    };
  if (!fits && sent?.kind === 'object' && answersOwnId(shapes, operation, sent, evidence))
    return { ...common, why: [`${operation.method} on a collection answers the id that its item path names`] };
  if (!fits && sent?.kind === 'object' && answersSent(shapes, operation, sent, evidence))
    return {
      ...common,
      ...(part === undefined ? {} : { sentAs: part }),
      why: [`${operation.method} on a collection answers what was sent with the id of a new entity`],
    };
  if (!fits && sent?.kind === 'object' && namesNew(shapes, operation, sent, evidence))
    return {
      ...common,
      why: [`${operation.method} on a collection is called a create and takes the id of its new entity`],
    };
  const answersNoForm = answerSchemas(operation).length === 0;
  if (!fits && operation.body === undefined && succeedsWith(operation, '201') && answersNoForm)
    return { ...common, why: [`${operation.method} on a collection creates an entity (201) without being told of it`] };
  if (!fits)
    return withoutResource(
      'action',
      `${operation.method} on a collection, but neither body nor answer is one of its entities`,
    );
  const listed = listIn(shapes, operation, group.word)?.found;
  const item = shapes.maybe(listed?.itemSchema);
  if (listed !== undefined && item !== undefined && (isClose(item, entity.shape) || isReceiptOf(item, entity.shape)))
    return {
      ...common,
      why: [`${operation.method} on a collection takes one of its entities, and answers a list of them`],
      responseEntity: `${listed.items}/0`,
    };
  return { ...common, why: [`${operation.method} on a collection takes one of its entities`] };
}

/** Whether a POST answers what the item path shows, or the part of it with the id that this path names. */
function isMadeAs(shapes: Shapes, operation: Operation, { created, read, group, id }: Evidence): boolean {
  if (read === undefined) return false;
  const whole = shapes.of(read.found.schema);
  if (created !== undefined && isSame(shapes.of(created.found.schema), whole)) return true;
  const answer = entityShownIn(shapes, operation, group.word)?.found;
  const shown = shapes.maybe(answer?.schema);
  const own = plain(id?.parameter ?? '');
  return shown !== undefined && !PLAIN_IDS.has(own) && shown.spelled(own).length > 0 && share(shown, whole) === 1;
}

const UPSERTS =
  /^(?:upsert|(?:creates?|adds?)(?: |_)?or(?: |_)?updates?|updates?(?: |_)?or(?: |_)?(?:creates?|adds?))/i;

/** Whether an operation is said to create or update (`UpsertObject`, "Creates or updates an object"). */
export function saysUpsert({ id, summary = '', description = '' }: Operation): boolean {
  return [id, summary, description].some((text) => UPSERTS.test(text));
}

/** What stands before the last word of a path in the id of an operation that the document does not name. */
const UNNAMED = /^[A-Z]+ \/(?:[^ ]*\/)?/;

/** Whether the name of an operation says that it creates (`createInvoice`), and nothing else (`Add or update data`). */
export function isCalledCreate({ id }: Operation): boolean {
  const words = wordsOf(id.replace(UNNAMED, ''));
  const updates = words.some((word) => word === 'update' || word === 'replace' || word === 'upsert');
  return !updates && (words[0] === 'create' || words[0] === 'add');
}

/** Whether an operation is called a create (`createUser`, `UserAdd`) and its body has what the item path names. */
function namesNew(shapes: Shapes, operation: Operation, sent: Shape, { id }: Evidence): boolean {
  const verb = wordsOf(operation.id).at(-1) ?? '';
  if (id === undefined || !(isCalledCreate(operation) || verb === 'create' || verb === 'add')) return false;
  return sent.spelled(plain(id.parameter)).some(([, schema]) => isScalar(shapes, schema));
}

/**
 * The reference in a body that links an existing record: `POST /groups/{id}/members` with `{ userId }`,
 * beside `/groups/{id}/members/{userId}`. The collection shows the linked record itself.
 */
function linkIn(sent: Shape, { id, entity }: Evidence): string | undefined {
  const words = wordsOf(id?.parameter ?? '');
  if (words.length < 2 || !['id', 'uuid', 'key'].includes(words.at(-1) ?? '')) return undefined;
  const isIt = (name: string): boolean => plain(name) === words.join('');
  if (sent.properties.size > 2 || [...(entity?.shape.properties.keys() ?? [])].some(isIt)) return undefined;
  return [...sent.properties.keys()].find(isIt);
}

/** Whether a create answers with little more than an id, so that the item must be read elsewhere. */
function answersId(shapes: Shapes, operation: Operation, { group, id }: Evidence): boolean {
  const own = id?.pointer?.slice(id.pointer.lastIndexOf('/') + 1);
  const names = ['id', 'uuid', 'guid', `${clusterKey(group.word)}id`, ...(own === undefined ? [] : [plain(own)])];
  const isReceipt = ({ properties }: Shape): boolean =>
    properties.size <= MOST_OF_RECEIPT && [...properties.keys()].some((name) => names.includes(plain(name)));
  return answerSchemas(operation).some((schema) => {
    const answered = shapes.of(schema);
    const inner = [...answered.properties.values()].map((each) => shapes.of(each)).filter(isReceipt);
    return isReceipt(answered) || (answered.properties.size <= MOST_OF_RECEIPT && inner.length === 1);
  });
}

const MOST_OF_RECEIPT = 3;

/** Whether an object is an id under a plain name, beside little else of an entity: `{ email, key }`. */
function isReceiptOf({ kind, properties }: Shape, entity: Shape): boolean {
  const others = [...properties.keys()].filter((name) => !['id', 'uuid', 'guid', 'key'].includes(plain(name)));
  const isPart = others.every((name) => entity.spelled(plain(name)).length > 0);
  return kind === 'object' && others.length < properties.size && properties.size <= MOST_OF_RECEIPT && isPart;
}

/**
 * Whether a create answers with little more than the id that the item path has (`dubbing_id` of `/dubbing/{dubbing_id}`), or that listed items show where there
 * is no such path (`incidentNumber` at `/incidents`), and which the body does not name.
 */
function answersOwnId(shapes: Shapes, operation: Operation, sent: Shape, evidence: Evidence): boolean {
  const { id, read, list } = evidence;
  const own = id === undefined ? ownNumber(shapes, evidence) : plain(id.parameter);
  if ((read ?? (id === undefined ? list : undefined)) === undefined || own === '' || PLAIN_IDS.has(own)) return false;
  const shows = ({ properties }: Shape): boolean => [...properties.keys()].some((name) => plain(name) === own);
  const isSent = withAlternatives(shapes, sent).some(shows);
  return (
    !isSent &&
    answerSchemas(operation).some((schema) => {
      const answered = shapes.of(schema);
      return answered.properties.size <= MOST_OF_RECEIPT && shows(answered);
    })
  );
}

/** The property by which listed items are known where no path names one of them: an id or number with the word of the list. */
function ownNumber(shapes: Shapes, { list, group }: Evidence): string {
  const names = ['id', 'uuid', 'key', 'number'].map((end) => `${clusterKey(group.word)}${end}`);
  const shown = [...(shapes.maybe(list?.found.itemSchema)?.properties.keys() ?? [])].map(plain);
  return names.find((name) => shown.includes(name)) ?? '';
}

/** Whether a create answers with what was sent and an id, where a list or a read shows the item in another form. */
function answersSent(shapes: Shapes, operation: Operation, sent: Shape, { id, read, list }: Evidence): boolean {
  const own = id?.pointer?.slice(1);
  if (own === undefined || (read ?? list) === undefined || sent.spelled(plain(own)).length > 0) return false;
  return answerSchemas(operation).some((schema) => {
    const { properties } = shapes.of(schema);
    const others = [...properties.keys()].filter((name) => name !== own);
    const isSent = (name: string): boolean => sent.spelled(plain(name)).length > 0;
    return properties.has(own) && others.length > 0 && others.filter(isSent).length > others.length / 2;
  });
}

/**
 * Whether a create answers with one scalar and nothing else: the id that the items show, or one under another
 * name (`unitId`) where the body has properties of the entity.
 */
function answersOnlyId(shapes: Shapes, operation: Operation, sent: Shape, { id, entity, list }: Evidence): boolean {
  const [schema] = answerSchemas(operation);
  const [only, ...others] = schema === undefined ? [] : shapes.of(schema).properties;
  if (only === undefined || others.length > 0 || list === undefined || entity === undefined) return false;
  const [name, property] = only;
  if (!isScalar(shapes, property) || sent.properties.has(name)) return false;
  const isOwn = plain(name) === plain(id?.pointer?.slice(id.pointer.lastIndexOf('/') + 1) ?? '');
  if (isOwn && !PLAIN_IDS.has(plain(name))) return true;
  const isId = ['id', 'uuid', 'guid'].includes(wordsOf(name).at(-1) ?? '');
  const isAnother = isOwn || !entity.shape.properties.has(name);
  return id?.pointer !== undefined && isId && isAnother && share(sent, entity.shape) > 0;
}

/** Names of ids that any answer may have. */
const PLAIN_IDS = new Set(['id', 'uuid', 'guid', 'key', 'name', 'token']);

/** The only property of the entity that the whole request body is: `spec` of `{ id, spec: { … } }`. */
function partOf(shapes: Shapes, sent: Shape, entity: Shape): string | undefined {
  if (sent.kind !== 'object' || sent.properties.size === 0 || share(sent, entity) >= 0.5) return undefined;
  const candidates = [...entity.properties].filter(([, schema]) => {
    const part = shapes.of(schema);
    return part.kind === 'object' && (isSame(part, sent) || (share(sent, part) === 1 && share(part, sent) === 1));
  });
  const [only] =
    candidates.length > 0 ? candidates : [...entity.properties].filter(([, schema]) => isMost(sent, shapes.of(schema)));
  return only === undefined || candidates.length > 1 ? undefined : child('', only[0]);
}

/** Whether an object has most of what is sent: more than one property. */
const isMost = (sent: Shape, part: Shape): boolean =>
  part.kind === 'object' && sent.properties.size > 2 && share(sent, part) >= 0.6;

/** A part of the entity in an object that is called like it: `{ member: { name } }` for members with `{ id, attributes: { name } }`. */
function wrappedPart(shapes: Shapes, sent: Shape, word: string, entity: Shape): string | undefined {
  const found = [...sent.properties].find(([name]) => clusterKey(name) === clusterKey(word));
  const holder = found && holderOf(shapes, shapes.of(found[1]), entity);
  return found === undefined || holder === undefined ? undefined : child('', found[0]);
}

/** Whether a 201 has only the place of the created item (RFC 9110 §15.3.2). */
function tellsWhere(operation: Operation): boolean {
  const made = operation.responses.find(({ status }) => status === '201');
  return isMadeSilently(operation) && made?.headers.some(({ name }) => name.toLowerCase() === 'location') === true;
}

/** Whether a 201 shows nothing of what was created. */
function isMadeSilently({ responses }: Operation): boolean {
  return responses.find(({ status }) => status === '201')?.content.length === 0;
}

// The role of a PUT with the id in its body: `PUT /pet`.
function draftByBody(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const request = requestSchema(operation);
  const { entity, id, group } = evidence;
  const sent = shapes.maybe(request);
  const property = id?.pointer?.slice(1);
  const carriesId = property !== undefined && sent?.properties.has(property) === true;
  const listed = listIn(shapes, operation, group.word) !== undefined;
  const answered = entity && entityShownIn(shapes, operation, group.word, entity.shape)?.found;
  const fits = (whole: Shape): boolean =>
    sent !== undefined && (isSame(sent, whole) || (answered !== undefined && share(sent, whole) >= 0.5));
  if (entity === undefined || !carriesId || listed || !fits(entity.shape))
    return withoutResource(
      'action',
      `${operation.method} on a whole collection, and its body is not one of the entities`,
    );
  return {
    kind: operation.method === 'PUT' ? 'replace' : 'patch',
    on: 'collection',
    why: [`the body is an entity and names its id in "${property}"`],
    requestEntity: '',
    ...responseEntityAt(answered?.pointer),
    ...(operation.method === 'PUT' && sent !== undefined
      ? keepingDraft(shapes, { body: sent, entity: entity.shape }, id?.pointer)
      : {}),
  };
}
