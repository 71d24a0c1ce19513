import type { HeaderFields, HttpResponse, Json } from '../../core/index.ts';
import { isWriting } from '../../resources/index.ts';
import { type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { isObject, valueAt, withoutSeparators } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { withFields } from '../answer/headers.ts';
import { statelessAnswer } from '../answer/stateless-answer.ts';
import { soundAnswer } from '../answer/success-codes.ts';
import { deedFields } from '../entity/deed-fields.ts';
import { formsOfId, namesId, projection, putInEnvelope } from '../entity/projection.ts';
import { chooseMedia, isStructured } from '../facts/negotiate.ts';
import { drawnAround } from '../fields/draw.ts';
import { addressBesideId } from '../fields/own-address.ts';
import { asSuccess } from '../fields/success-marks.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';
import { idText, keyOf } from '../model/place.ts';
import { innermostParent } from '../seed/parents.ts';
import { entityTag } from './role.ts';

/** What an answer with an entity depends on. */
type AnswerTarget = Pick<RoleCall, 'mock' | 'context' | 'place'> & {
  /** Whether the answer shows everything beside the entity, such as the job that makes it. */
  readonly showsAll?: true;
};

/** The documented answer with one entity, in its documented schema and envelope. */
export function entityAnswer(
  target: AnswerTarget,
  choice: Choice,
  entity: Entity,
  headers: HeaderFields = [],
): HttpResponse {
  const { mock, context, place } = target;
  const all = context.plan.tagged ? [...headers, ['ETag', entityTag(entity)] as const] : headers;
  const chosen = chooseMedia(choice.spec, context.accept);
  if (chosen.kind === 'media' && !isStructured(chosen.mediaType)) {
    const made = statelessAnswer(mock, context, {});
    if (made.kind === 'made') return withFields(made.response, all);
  }
  const schema = chosen.kind === 'media' ? chosen.media.schema : undefined;
  if (schema === undefined)
    return documentedAnswer(mock, context, choice, {
      value: choice.spec.content.length === 0 ? undefined : entity.value,
      headers: all,
    });
  const pointer = context.role.responseEntity;
  if (pointer === undefined)
    return documentedAnswer(mock, context, choice, { value: receipt(target, schema, entity), headers: all });
  const shape = schemaAt(mock.fieldsOf, schema, pointer) ?? place.resource.schema;
  const isNew = context.role.kind === 'create' || context.role.kind === 'action';
  const projected = projection(mock, place, shape, { isNew })(entity.key, asObject(entity.value));
  const value = context.role.kind === 'create' ? withSecrets(target, shape, entity, projected) : projected;
  return documentedAnswer(mock, context, choice, {
    value:
      pointer === ''
        ? value
        : asSuccess(
            mock,
            schema,
            putInEnvelope(
              mock,
              {
                schema,
                pointer,
                at: placeOfAnswer(target, entity),
                optional: target.showsAll === true ? 'all' : 'required',
                beside: context.plan.wordsBeside,
              },
              value,
            ),
            pointer,
          ),
    headers: all,
  });
}

/** Names of what a service shows once, when it makes a record. */
const SECRET = /(?:secret|token|password|passphrase|(?:api|access|private|signing|secret)_?key|^key|credentials?)$/i;

/** The answer to a create with the secrets that no other answer shows: the `api_key` of a new key. */
function withSecrets(target: AnswerTarget, shape: Schema, entity: Entity, value: Json): Json {
  const { mock, place } = target;
  if (!isObject(value)) return value;
  const own = mock.fieldsOf(place.resource.schema).properties;
  const { properties, writeOnly } = mock.fieldsOf(shape);
  const added: Record<string, Json> = {};
  for (const [name, property] of properties) {
    const isShown = Object.hasOwn(value, name) || own.has(name) || writeOnly.has(name);
    if (isShown || !isSecret(mock, name, property)) continue;
    const where = { seed: mock.options.seed, at: `${placeOfAnswer(target, entity)}/${name}` };
    const drawn = mock.generator.value(property, where, { direction: 'response', name });
    if (drawn.ok) added[name] = drawn.value;
  }
  const whole = { ...value, ...added };
  return mock.validator.accepts(shape, whole, 'response') ? whole : value;
}

/** Whether a property is a secret, or an object of nothing else: `keys: { public_key, private_key }`. */
function isSecret(mock: MockContext, name: string, property: Schema): boolean {
  if (typesOf(mock.api, property).includes('string')) return SECRET.test(name);
  const { properties } = mock.fieldsOf(property);
  const texts = [...properties].filter(([, each]) => typesOf(mock.api, each).includes('string'));
  return texts.length === properties.size && texts.some(([each]) => SECRET.test(each)) && KEYS.test(name);
}

const KEYS = /(?:keys?|credentials?|secrets?|tokens?|key_?pair)$/i;

/** The place that the other values of an answer with an entity are drawn for. */
function placeOfAnswer({ context, place }: AnswerTarget, { key }: Entity): string {
  return `${place.collection}/${key}/${context.plan.drawnAs}`;
}

/** The answer after a write: the entity, or the item above that shows it in a list, if the answer is documented so. */
export function answerAfterWrite(
  call: RoleCall,
  choice: Choice,
  entity: Entity,
  headers: HeaderFields = [],
): HttpResponse {
  const { mock, context, tx } = call;
  const { answersParent } = context.role;
  const parent = answersParent === undefined ? undefined : innermostParent(mock, context);
  const { prefix, collection } = parent?.place ?? {};
  const shown =
    parent === undefined || prefix === undefined || collection === undefined
      ? undefined
      : tx.collection(collection).get(prefix + keyOf(parent.id));
  if (answersParent === undefined || parent === undefined || shown === undefined)
    return entityAnswer(call, choice, entity, headers);
  const about = { ...context, role: { ...context.role, responseEntity: answersParent } };
  return entityAnswer({ mock, context: about, place: parent.place }, choice, shown, headers);
}

const DONE = /^(deleted|removed|success|ok|accepted|acknowledged)$/i;

/**
 * An answer that is about the entity without being it (`{ id, deleted }`): its properties get the values of
 * equally named properties of the entity, path parameters, and sent values.
 */
function receipt(target: AnswerTarget, schema: Schema, entity: Entity): Json | undefined {
  const { mock, place } = target;
  const plain = target.context.role.kind === 'create' && !typesOf(mock.api, schema).includes('object');
  // The id alone, as text or a number.
  const ids = plain ? formsOfId(mock, place, idText(place, entity.key)) : [];
  const id = ids.find((each) => mock.validator.accepts(schema, each, 'response'));
  if (id !== undefined) return id;
  const known = factsAbout(target, schema, entity);
  const holder = holderOfId(target, schema);
  const { [holder?.[0] ?? '']: _, ...beside } = known;
  const inner =
    holder === undefined
      ? undefined
      : drawnAround(mock, holder[1], `${placeOfAnswer(target, entity)}/${holder[0]}`, {
          known: factsAbout(target, holder[1], entity),
        });
  const whole = holder === undefined || inner === undefined ? known : { ...beside, [holder[0]]: inner };
  const drawn = drawnAround(mock, schema, placeOfAnswer(target, entity), { known: whole });
  return drawn === undefined ? undefined : soundAnswer(mock, target.context, schema, drawn);
}

/** The values that an answer about an entity takes from the entity, the path and the request. */
function factsAbout(target: AnswerTarget, schema: Schema, entity: Entity): Record<string, Json> {
  const { mock, context, place } = target;
  const known: Record<string, Json> = { ...deedFields(mock, context.operation, context.request, schema) };
  const text = idText(place, entity.key);
  const { body } = context.request;
  const sent = isWriting(context.role.kind) && body.kind === 'parsed' ? asObject(body.value) : {};
  const { sentAs } = context.role;
  const part = sentAs === undefined ? {} : asObject(valueAt(entity.value, sentAs) ?? null);
  const { properties, readOnly, writeOnly } = mock.fieldsOf(schema);
  const address = addressBesideId(mock, place, properties);
  for (const [name, property] of properties) {
    const isSent = Object.hasOwn(sent, name);
    // A message is about the request, unless the record was sent with one.
    const isOfRecord = !MESSAGE.test(withoutSeparators(name)) || isSent;
    const isId = namesId(name, place) || isOnlyId(context, properties) || (isIdOfNew(context, name) && !isSent);
    const ids = isId ? formsOfId(mock, place, text) : [];
    const candidates = [
      isOfRecord ? own(asObject(entity.value), name) : undefined,
      own(part, name),
      own(context.parameters.path, name),
      ...ids,
      readOnly.has(name) || writeOnly.has(name) ? undefined : own(sent, name),
      DONE.test(name) ? true : undefined,
      address?.[0] === name ? address[1](entity.key) : undefined,
    ];
    const value = candidates.find((each) => each !== undefined && mock.validator.accepts(property, each, 'response'));
    if (value !== undefined) known[name] = value;
  }
  return known;
}

const MESSAGE = /^(?:message|msg)$/;

/**
 * The object in an answer that holds the id of the entity, where the answer itself has none: `data` in
 * `{ success, data: { id } }`. An object that is called like another resource holds the id of that one.
 */
function holderOfId({ mock, context, place }: AnswerTarget, schema: Schema): readonly [string, Schema] | undefined {
  const { properties } = mock.fieldsOf(schema);
  const hasId = (fields: ReadonlyMap<string, Schema>): boolean =>
    isOnlyId(context, fields) || [...fields.keys()].some((name) => namesId(name, place) || isIdOfNew(context, name));
  if (hasId(properties)) return undefined;
  const holders = [...properties].filter(([name, property]) => {
    const meant = hasId(mock.fieldsOf(property).properties) ? (mock.model.meant(name) ?? place.resource) : undefined;
    return meant === place.resource;
  });
  return holders.length === 1 ? holders[0] : undefined;
}

/** Whether the answer to a creation has one property and nothing else, which its name calls an id (`unitId`). */
function isOnlyId({ role }: RequestContext, properties: ReadonlyMap<string, Schema>): boolean {
  const [only, ...others] = properties.keys();
  return (
    role.kind === 'create' &&
    only !== undefined &&
    others.length === 0 &&
    /^(?:id|uuid|guid)$/.test(wordsOf(only).at(-1) ?? '')
  );
}

/** Whether the answer to a creation calls a property the id of what was made, whatever that is: `entity_id`, `created_id`. */
function isIdOfNew({ role }: RequestContext, name: string): boolean {
  return (
    role.kind === 'create' &&
    /^(?:(?:last)?insert(?:ed)?|new|created|entity|object|record|resource)id$/.test(withoutSeparators(name))
  );
}

function own(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
