import type { HttpResponse, Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { fieldValue, isArray, valueAt, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { deletedForm, wasDeleted } from '../facts/deleted-entities.ts';
import { drawnAround } from '../fields/draw.ts';
import type { RoleCall } from '../model/context.ts';
import { keyOf } from '../model/place.ts';
import { deletionFacts } from './deletion-body.ts';
import { entityAnswer } from './presentation.ts';
import {
  absentSingleton,
  entityTag,
  findAddressed,
  materialisedEntity,
  names,
  notFound,
  type RoleAnswer,
  type RoleOutcome,
} from './role.ts';

/** Answers by stored entity and operation. A stored version never changes, so it is serialised once. */
export type ReadCache = WeakMap<Entity, Map<Operation, HttpResponse>>;

/**
 * One entity by its id. If the resource can be neither listed nor created, an unknown id is materialised,
 * always with the same values.
 */
export function createRead(cache: ReadCache): RoleAnswer {
  return function read(call) {
    const { context, place, tx } = call;
    const found = findAddressed(call);
    if (found === undefined) return undefined;
    const entity = found.entity ?? materialisedEntity(call, found.key);
    if (entity === undefined)
      return (
        absentSingleton(call) ??
        (wasDeleted(place, found.key, tx) ? leftOf(call, found.key) : undefined) ??
        notFound(call, found.key)
      );
    // Weak comparison (RFC 9110 §13.1.2).
    const known = context.plan.tagged
      ? fieldValue(context.request.headers, 'if-none-match')?.replaceAll('W/"', '"')
      : undefined;
    if (known !== undefined && names(known, entity))
      return { response: { status: 304, headers: [['ETag', entityTag(entity)]], body: { kind: 'none' } } };
    // A negotiated form is not kept, because nearly every client asks for the first one.
    const plain = context.accept === undefined || context.accept === '*/*';
    const made = plain ? cache.get(entity) : undefined;
    const ready = made?.get(context.operation);
    if (ready !== undefined) return { response: ready };
    const response = entityAnswer(call, context.plan.success, entity);
    if (made !== undefined) made.set(context.operation, response);
    else if (plain) cache.set(entity, new Map([[context.operation, response]]));
    return { response };
  };
}

/** What a read shows of a deleted item, if the document has a schema for it (`{ id, deleted: true }`). */
function leftOf(call: RoleCall, key: string): RoleOutcome {
  const { mock, context, place } = call;
  const form = deletedForm(mock, context.operation);
  if (form === undefined) return undefined;
  const known = deletionFacts(call, form, { key, value: {}, version: 1 });
  const value = drawnAround(mock, form, `${place.collection}/${key}#deleted`, { known, optional: 'required' });
  return value === undefined
    ? undefined
    : { response: documentedAnswer(mock, context, context.plan.success, { value }) };
}

/**
 * The answer for each of several ids in a path (`/users/1,2,3`), as one: a list has the entities in the order of their
 * ids. Ids without an entity are left out, and refused where none has one.
 */
export function forEachId(answer: RoleAnswer): RoleAnswer {
  return (call) => {
    const { context } = call;
    const { id, kind, responseEntity } = context.role;
    const sent = id?.several === true ? context.parameters.path[id.parameter] : undefined;
    if (id === undefined || sent === undefined) return answer(call);
    const list = /^(.*)\/0$/.exec(responseEntity ?? '')?.[1];
    if (kind === 'read' && list === undefined) return answer(call);
    const ids = new Set((isArray(sent) ? sent : String(sent).split(',')).map((each) => keyOf(each).trim()));
    const { path } = context.parameters;
    const outcomes = [...ids].map((each) => {
      const parameters = { ...context.parameters, path: { ...path, [id.parameter]: each } };
      return answer({ ...call, context: { ...context, parameters } });
    });
    const answers = outcomes.flatMap((each) => (each !== undefined && 'response' in each ? [each.response] : []));
    const [first] = answers;
    if (first === undefined) return outcomes[0];
    return {
      response: (answers.length < 2 || list === undefined ? undefined : withItems(call, list, answers)) ?? first,
    };
  };
}

/** The first answer with the items of the others at the end of its list. */
function withItems(
  { mock, context }: RoleCall,
  list: string,
  answers: readonly HttpResponse[],
): HttpResponse | undefined {
  const bodies = answers.flatMap(({ body }) => (body.kind === 'parsed' ? [body.value] : []));
  const items = bodies.flatMap((value): readonly Json[] => {
    const shown = valueAt(value, list);
    return shown !== undefined && isArray(shown) ? shown : [];
  });
  const [whole] = bodies;
  if (whole === undefined) return undefined;
  return documentedAnswer(mock, context, context.plan.success, { value: withValueAt(whole, list, items) });
}
