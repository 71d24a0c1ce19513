import { type Operation, operationTexts, wordsOf } from '../../spec/index.ts';
import {
  type Evidence,
  entityShownIn,
  isNameOf,
  isOther,
  itemIn,
  listIn,
  sentAsShown,
  sentIn,
} from '../evidence/evidence.ts';
import { readInputs } from '../lists/filters.ts';
import type { Input } from '../model/model.ts';
import { plain } from '../model/words.ts';
import { answerSchemas, answersNothing, answersWithoutForm, requestSchema, succeedsWith } from '../schema/bodies.ts';
import { acceptsJsonPatch } from '../schema/patch-steps.ts';
import { holderOf, isAnyObject, isClose, isSame, type Shape, type Shapes, share } from '../schema/shape.ts';
import { isCalledCreate } from './collection-drafts.ts';
import {
  isCollection,
  keepingDraft,
  type RoleDraft,
  responseEntityAt,
  sentAsPart,
  unknown,
  withInputs,
  withoutResource,
} from './draft.ts';

/** Roles on the path of an item. */
export function draftItem(shapes: Shapes, operation: Operation, evidence: Evidence, continues: boolean): RoleDraft {
  if (!isCollection(evidence, continues))
    return unknown(operation, 'no operation lists or reads an entity of this path');
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
      return unknown(operation, `what ${operation.method} does to it cannot be known`);
  }
}

function draftRead(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const { read, list, entity, group, id } = evidence;
  if (read !== undefined && entity !== undefined) {
    const alone = list === undefined && evidence.created === undefined && group.items.length === 1;
    if (alone && id?.pointer === undefined)
      return withoutResource('none', 'nothing lists, makes or changes it, and it does not show its id');
    const items = list && shapes.of(list.found.itemSchema);
    const shown = shapes.of(read.found.schema);
    // What has the whole name of the id (`pool_name`) is another form of the item.
    const isNamed =
      id !== undefined && wordsOf(id.parameter).length > 1 && shown.spelled(plain(id.parameter)).length > 0;
    if (items !== undefined && !isNamed && isOther(shown, items))
      return withoutResource('none', 'what it shows is not what the collection lists');
    return {
      kind: 'read',
      on: 'collection',
      why: ['GET with an id answers one object'],
      responseEntity: read.found.pointer,
    };
  }
  const isDeleted = group.items.some(({ method }) => method === 'DELETE');
  const isFile = evidence.created !== undefined && isDeleted && answersWithoutForm(operation);
  if (((answersNothing(operation) && list !== undefined) || isFile) && id?.pointer !== undefined)
    return {
      kind: 'read',
      on: 'collection',
      why: [`answers by status alone whether ${group.word} has an entity of that id`],
    };
  // The id of an item names one, whatever the answer is.
  const chooses = id?.pointer !== undefined && !isNameOf(id.parameter, group.word);
  const several = chooses ? listIn(shapes, operation, group.word) : undefined;
  if (
    list !== undefined &&
    several?.found.items === list.found.items &&
    isClose(shapes.of(several.found.itemSchema), shapes.of(list.found.itemSchema))
  )
    return { kind: 'list', on: 'collection', why: ['GET answers the entities with the property that the path names'] };
  return withoutResource('none', 'the answer is not an entity');
}

function draftReplace(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const request = requestSchema(operation);
  const { entity } = evidence;
  if (entity === undefined) return withoutResource('action', 'nothing shows the entity');
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const answer = itemIn(shapes, operation, evidence);
  if (request === undefined) return draftBodiless(operation, evidence, inputs, answer?.pointer);
  const sent = shapes.of(request);
  if (sent.kind !== 'object') return withoutResource('action', 'the body is not an entity');
  const found = sentIn(shapes, request, evidence, answer?.pointer);
  const body = found === undefined ? sent : shapes.of(found.schema);
  if (answer === undefined && !answersLittle(shapes, operation) && shareOfItem(shapes, body, evidence) < MOSTLY)
    return withoutResource('action', 'the answer is another entity');
  const isFlat = found !== undefined || (answer === undefined && evidence.envelope === undefined);
  const part = isFlat ? holderOf(shapes, body, entity.shape) : undefined;
  // To merge a part never loses the rest.
  if (part !== undefined)
    return {
      kind: 'patch',
      on: 'collection',
      why: [`PUT with an id takes ${part} of the entity`],
      requestEntity: found?.pointer ?? '',
      ...responseEntityAt(answer?.pointer),
      ...sentAsPart(part),
    };
  return {
    kind: 'replace',
    on: 'collection',
    why: ['PUT with an id takes a body'],
    requestEntity: found?.pointer ?? '',
    ...responseEntityAt(answer?.pointer),
    ...keepingDraft(
      shapes,
      { body, entity: entity.shape },
      evidence.id?.pointer,
      isPartial(shapes, operation, body, evidence),
    ),
  };
}

/**
 * Whether only the item path links and unlinks, and the entity says little more than what it links (`{ show_id, show }`), or a PUT may make it
 * (201): `/me/following/{user_id}`.
 */
function isLink(operation: Operation, { group, created, entity }: Evidence): boolean {
  const ends = group.items.some(({ method }) => method === 'DELETE');
  const posts = group.collection.some(({ method }) => method === 'POST');
  const isLittle = (entity?.shape.properties.size ?? 0) <= MOST_OF_LINK;
  return ends && !posts && created === undefined && (isLittle || succeedsWith(operation, '201'));
}

const MOST_OF_LINK = 3;

const SAYS_PARTIAL =
  /\bonly (?:the |those )?(?:\w+ ){0,2}(?:fields|properties|parameters|attributes|values)\b[^.]*\b(?:provided|specified|sent|given|supplied|passed|included|changed)\b|\b(?:unspecified|omitted|missing) (?:fields|properties|parameters|attributes|values)\b[^.]*\b(?:unchanged|untouched|kept)\b|\b(?:partial(?:ly)?|sparse) updat|\bonly the (?:fields|properties|attributes|values) to (?:be )?(?:updat|chang|modif)|\bonly (?:the )?(?:new or )?(?:changed|modified) (?:fields|properties|attributes)\b|\bany (?:fields|properties|attributes|values) (?:provided|specified|sent|given|supplied|passed|included)\b[^.]*\b(?:overwritten|updated|changed|replaced|set)\b|\bto (?:remove|clear|unset) an? (?:field|property|attribute|value)\b[^.]*\b(?:empty|null)\b/i;

/** `editServer`, `Modify a server`, `updateVersion`: of services that replace nothing. */
const EDITS = /^(?:[Ee]dits?|[Mm]odif(?:y|ies)|[Cc]hanges?|[Uu]pdates?)(?![a-z])/;

/**
 * Whether a PUT changes what is sent and keeps the rest: the document says so, or the PUT requires nothing, and a creation requires some of
 * it or takes more.
 */
function isPartial(shapes: Shapes, operation: Operation, body: Shape, evidence: Evidence): boolean {
  const { id, summary = '' } = operation;
  const { created, group } = evidence;
  if (operationTexts(operation).some((text) => SAYS_PARTIAL.test(text))) return true;
  const isNamedEdit = EDITS.test(id) || EDITS.test(summary);
  if (isNamedEdit && body.required.size === 0 && group.items.every(({ method }) => method !== 'PATCH')) return true;
  const made = shapes.maybe(created && requestSchema(created.operation));
  const sent = shapes.maybe(requestSchema(operation));
  if (made === undefined || sent === undefined) return false;
  const [changing, making] = [membersOf(shapes, sent), membersOf(shapes, made)];
  if ([...changing.values()].includes('required')) return false;
  const own = evidence.id?.pointer?.split('/').at(-1);
  return [...making].some(([name, use]) =>
    changing.has(name) ? use === 'required' : name !== own && changing.size > 0,
  );
}

/** The properties of a body and of the objects in it. What stands in an optional object is optional. */
function membersOf(
  shapes: Shapes,
  body: Shape,
  isSent = true,
  depth = 2,
): ReadonlyMap<string, 'required' | 'optional'> {
  return new Map(
    [...body.properties].flatMap(([name, schema]) => {
      const inner = shapes.of(schema);
      const isRequired = isSent && body.required.has(name);
      if (depth === 0 || inner.kind !== 'object' || inner.properties.size === 0)
        return [[name, isRequired ? 'required' : 'optional'] as const];
      return [...membersOf(shapes, inner, isRequired, depth - 1)].map(
        ([member, use]) => [`${name}/${member}`, use] as const,
      );
    }),
  );
}

/**
 * The share of a body that must be the entity's if the answer shows something else, such as `{ updated:
 * true }`.
 */
const MOSTLY = 0.6;

/** The share of a body that is the entity's. What its create takes too and nothing shows, such as a password, is of the entity. */
function shareOfItem(shapes: Shapes, body: Shape, { entity, created }: Evidence): number {
  if (entity === undefined) return 0;
  const made = shapes.maybe(created && requestSchema(created.operation));
  const names = [...body.properties.keys()];
  const shown = names.filter((name) => entity.shape.properties.has(name));
  const hidden = names.filter((name) => !entity.shape.properties.has(name) && made?.properties.has(name) === true);
  return shown.length === 0 ? 0 : (shown.length + hidden.length) / names.length;
}

function draftBodiless(operation: Operation, evidence: Evidence, inputs: readonly Input[], answer?: string): RoleDraft {
  if (inputs.length > 0 && answer !== undefined)
    return {
      kind: 'patch',
      on: 'collection',
      why: ['query parameters set properties'],
      responseEntity: answer,
      ...withInputs(inputs),
    };
  const isPut =
    operation.method === 'PUT' && (answersNothing(operation) || (answer !== undefined && isLink(operation, evidence)));
  const isCreate = operation.method === 'POST' && isCalledCreate(operation) && evidence.read === undefined;
  if ((isPut || isCreate) && evidence.list !== undefined && evidence.id?.pointer !== undefined) {
    const what = isPut
      ? 'PUT with an id and without a body'
      : 'POST with an id and without a body is called a create: it';
    return {
      kind: 'replace',
      on: 'collection',
      why: [`${what} puts that id into the collection`],
      ...responseEntityAt(answer),
    };
  }
  return withoutResource('action', `${operation.method} with an id but without a body`);
}

function answersLittle(shapes: Shapes, operation: Operation): boolean {
  return answerSchemas(operation).every((schema) => shapes.of(schema).properties.size === 0);
}

function draftPatch(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const { entity } = evidence;
  if (entity === undefined) return withoutResource('action', 'nothing shows the entity');
  const request = requestSchema(operation);
  const answer = itemIn(shapes, operation, evidence);
  const inputs = readInputs(shapes, operation.parameters, entity.shape);
  const body = shapes.maybe(request);
  if (request === undefined || body === undefined || (operation.method === 'POST' && body.kind !== 'object'))
    return draftBodiless(operation, evidence, inputs, answer?.pointer);
  const steps = acceptsJsonPatch(shapes, operation, body) || (operation.method === 'PATCH' && body.kind === 'array');
  const within =
    operation.method === 'PATCH' || evidence.alone
      ? sentIn(shapes, request, evidence, answer?.pointer)
      : sentAsShown(shapes, request, answer?.pointer);
  const sent = within === undefined ? body : shapes.of(within.schema);
  const free = operation.method === 'PATCH' && sent.properties.size === 0;
  const shown = answer === undefined ? entity.shape : shapes.of(answer.schema);
  const isShown = answer !== undefined || answersNothing(operation);
  const part = isShown ? holderOf(shapes, sent, entity.shape) : undefined;
  const overlap = part === undefined ? Math.max(share(sent, entity.shape), share(sent, shown)) : 1;
  // The method PATCH alone is evidence; a POST must also answer with the entity, or be called an update.
  const enough =
    answer !== undefined
      ? overlap >= 0.3 ||
        steps ||
        free ||
        (isSame(shown, entity.shape) &&
          (overlap > 0 || namesPart(shapes, sent, shown) || sendsFreeProperties(shapes, sent, shown)))
      : (operation.method === 'PATCH' &&
          (overlap >= 0.5 || steps || isSentToCreate(shapes, sent, entity.shape, evidence))) ||
        (overlap > 0 && isCalledUpdate(operation) && answersNothing(operation));
  const isWhole = answer === undefined && operation.method === 'POST' && isSame(sent, entity.shape);
  if (!enough && isWhole && isOnlyChange(evidence))
    return {
      kind: 'patch',
      on: 'collection',
      why: ['POST with an id takes the entity, and no other operation changes one'],
      requestEntity: within?.pointer ?? '',
    };
  if (!enough && isWhole && isOnlyMaking(operation, evidence))
    return {
      kind: 'replace',
      on: 'collection',
      why: ['POST with an id takes the entity and creates it (201), and no other operation makes one'],
      requestEntity: within?.pointer ?? '',
    };
  const makes = answer !== undefined && makesItem(operation, evidence) && isSame(shown, entity.shape);
  if (!enough && makes)
    return {
      kind: 'replace',
      on: 'collection',
      why: ['POST with an id answers the entity, and nothing else makes one'],
      requestEntity: '',
      ...responseEntityAt(answer.pointer),
    };
  if (!enough)
    return withoutResource('action', `${operation.method} with an id, but few properties of the body are the entity's`);
  return {
    kind: 'patch',
    on: 'collection',
    why: [
      operation.method === 'PATCH'
        ? 'PATCH with an id'
        : 'POST with an id takes properties of the entity and answers the entity',
    ],
    requestEntity: sentIn(shapes, request, evidence, answer?.pointer)?.pointer ?? '',
    ...sentAsPart(part),
    ...responseEntityAt(answer?.pointer),
    ...withInputs(inputs),
  };
}

/** Whether the name of an operation says that it changes an item (`updateCall`). */
const isCalledUpdate = ({ id }: Operation): boolean => UPDATES.has(wordsOf(id)[0] ?? '');

const UPDATES = new Set(['update', 'modify', 'edit', 'change', 'patch']);

/** Whether a body has some of the entity, and hardly anything that a POST on the collection does not take. */
function isSentToCreate(shapes: Shapes, sent: Shape, entity: Shape, { group }: Evidence): boolean {
  const post = group.collection.find(({ method }) => method === 'POST');
  const made = shapes.maybe(post && requestSchema(post));
  return made !== undefined && share(sent, entity) > 0 && share(sent, made) >= MOST_OF_CREATION;
}

const MOST_OF_CREATION = 0.8;

/** Whether a POST on the path of an item makes it: items are listed and deleted, and no operation of the collection makes one. */
function makesItem({ method }: Operation, { created, list, group }: Evidence): boolean {
  if (method !== 'POST' || created !== undefined || list === undefined) return false;
  return group.items.some((each) => each.method === 'DELETE') && !group.items.some((each) => each.method === 'PUT');
}

/** Whether items are made by a POST on the collection, and no PUT or PATCH changes them. */
function isOnlyChange({ group }: Evidence): boolean {
  const makes = group.collection.some(({ method }) => method === 'POST');
  return makes && group.items.every(({ method }) => method !== 'PUT' && method !== 'PATCH');
}

function isOnlyMaking(operation: Operation, { group }: Evidence): boolean {
  return succeedsWith(operation, '201') && group.collection.every(({ method }) => method !== 'POST');
}

/** Whether a POST on the path of an item makes it (201): it takes the whole entity, and no POST on the collection does. */
export function isMadeOnItemPath(shapes: Shapes, evidence: Evidence): boolean {
  const { group, entity } = evidence;
  return group.items.some((operation) => {
    const sent = operation.method === 'POST' ? shapes.maybe(requestSchema(operation)) : undefined;
    if (sent === undefined || entity === undefined || !isSame(sent, entity.shape)) return false;
    return isOnlyMaking(operation, evidence) && itemIn(shapes, operation, evidence) === undefined;
  });
}

/** Whether a form sets a part of the entity (`Configuration.Url`), or the items of its list by the name of one (`Permission` for `permissions`). */
function namesPart(shapes: Shapes, sent: Shape, entity: Shape): boolean {
  return [...sent.properties].some(([name, schema]) => {
    const [first = '', ...inner] = name.split('.');
    if (inner.length > 0 && entity.spelled(plain(first)).length > 0) return true;
    const lists = entity.spelled(`${plain(name)}s`).filter(([, each]) => shapes.of(each).kind === 'array');
    return lists.length === 1 && shapes.of(schema).kind === 'array';
  });
}

/** Whether a form sends an object of any properties for an entity that may have any: `{ data: { title } }`. */
function sendsFreeProperties(shapes: Shapes, sent: Shape, { root }: Shape): boolean {
  const isOpen = typeof root === 'object' && (root.additionalProperties ?? false) !== false;
  return isOpen && [...sent.properties.values()].some((schema) => isAnyObject(shapes.of(schema)));
}

function draftDelete(shapes: Shapes, operation: Operation, evidence: Evidence): RoleDraft {
  const whole = evidence.entity && entityShownIn(shapes, operation, evidence.group.word)?.found;
  const answer = evidence.alone ? itemIn(shapes, operation, evidence) : whole;
  const same =
    answer !== undefined && evidence.entity !== undefined && isSame(shapes.of(answer.schema), evidence.entity.shape);
  return {
    kind: 'delete',
    on: 'collection',
    why: ['DELETE with an id'],
    ...responseEntityAt(same ? answer.pointer : undefined),
  };
}
