import type { Json } from '../../core/index.ts';
import type { BulkCreate } from '../../resources/index.ts';
import { mediaTypeFor, type Schema } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { isArray, valueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import type { RequestFacts } from '../entity/adapt-input.ts';
import { projection, putInEnvelope } from '../entity/projection.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf } from '../model/place.ts';
import { createdFrom, namedOnly } from './create.ts';
import { make } from './create-by-action.ts';
import { entityAnswer } from './presentation.ts';
import { collectionAt, isDocuments, type RoleOutcome } from './role.ts';

/**
 * Creates each entity of a list in the body, or none if one is refused, because a refusal undoes the
 * transaction.
 */
export function createSeveral(call: RoleCall, { each, shown, by }: BulkCreate): RoleOutcome {
  const { parts, asked, place, tx } = call;
  const { body } = asked.request;
  if (body.kind !== 'parsed') return undefined;
  // What is put in by name may stand in the body in several forms.
  const list = valueAt(body.value, each) ?? (by === undefined ? undefined : body.value);
  if (!isArray(list)) return undefined;
  const requested = by === undefined ? requestedIn(parts, asked, body.mediaType, each) : undefined;
  const made: Entity[] = [];
  for (const entry of list) {
    const one = by === undefined || typeof entry !== 'string' ? entry : { [by]: entry };
    const there = by === undefined ? undefined : standing(place, asObject(one)[by], tx);
    if (there !== undefined) {
      made.push(there);
      continue;
    }
    const sent = namedOnly(parts, requested?.schema, asObject(one));
    const outcome = createdFrom(call, sent, requested);
    if (outcome === undefined || !('entity' in outcome)) return outcome;
    made.push(outcome.entity);
  }
  const [first] = made;
  if (first === undefined) return undefined;
  if (shown !== undefined) return listed(call, made, shown);
  if (asked.role.makes !== undefined) return make(call, undefined);
  return asked.role.responseEntity === undefined
    ? undefined
    : { response: entityAnswer(call, asked.plan.success, first) };
}

/** What is in the collection already: putting it in again changes nothing. */
function standing(place: EntityPlace, id: Json | undefined, tx: Transaction): Entity | undefined {
  if (place.prefix === undefined || id === undefined || id === null) return undefined;
  return collectionAt(tx, place).get(place.prefix + keyOf(id));
}

function requestedIn(
  parts: MockContext,
  asked: RequestContext,
  mediaType: string,
  each: string,
): RequestFacts | undefined {
  const media = mediaTypeFor(asked.operation.body?.content ?? [], mediaType);
  const schema = media?.schema === undefined ? undefined : itemsAt(parts, media.schema, each);
  if (schema === undefined) return undefined;
  const examples = (media?.examples ?? []).flatMap(({ value }): readonly Json[] => {
    const list = valueAt(value, each);
    return isArray(list) ? list : [];
  });
  return { schema, examples, answers: [], omitsMisfits: !asked.plan.refusesValues };
}

function itemsAt(parts: MockContext, schema: Schema, pointer: string): Schema | undefined {
  const array = schemaAt(parts.fieldsOf, schema, pointer);
  return array === undefined ? undefined : parts.fieldsOf(array).items;
}

function listed({ parts, asked, place }: RoleCall, made: readonly Entity[], pointer: string): RoleOutcome {
  if (isDocuments(asked)) return undefined;
  const choice = asked.plan.success;
  const chosen = chooseMedia(choice.spec, asked.accept);
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  const items = schema === undefined ? undefined : itemsAt(parts, schema, pointer);
  if (schema === undefined || items === undefined) return undefined;
  const show = projection(parts, place, items);
  const values = made.map(({ key, value }) => show(key, asObject(value)));
  const whole = putInEnvelope(parts, { schema, pointer, at: `${place.collection}/${asked.operation.id}` }, values);
  return { response: documentedAnswer(parts, asked, choice, { value: whole }) };
}
