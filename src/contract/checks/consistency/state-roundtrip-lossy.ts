import type { Json, JsonObject } from '../../../core/index.ts';
import { answersWithoutForm, isStateName, isWriting, pointerTo, type Role } from '../../../resources/index.ts';
import { conjunctsOf, propertiesOf, type Schema, type SchemaObject, wordsOf } from '../../../spec/index.ts';
import { isJson, isObject, isSecretName, jsonEquals, valueAt, withValueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { UnkeptPart } from '../../model/events.ts';
import type { Exchange } from '../../model/exchange.ts';
import { bodyAsObject, sentObject } from '../../requests/draw-request.ts';
import { versionPlace } from '../../requests/item-version.ts';
import { itemPart } from '../../requests/written-part.ts';
import {
  difference,
  differingProperties,
  entityOf,
  isBeyond,
  isCaseless,
  isRunningOut,
  isSameValue,
  isStamped,
  pathPlaces,
} from '../../responses/comparison.ts';
import { repeatsItemPath } from '../../responses/created-id.ts';
import { entity, propertiesShown } from '../../responses/entity-diff.ts';
import { changesNothing, isUnrelated } from '../../responses/kept-values.ts';
import { isLeftOut } from '../../responses/left-out-zeros.ts';

export const stateRoundtripLossy: Check = defineCheck({
  id: 'state.roundtrip-lossy',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['boundary', 'unicode', 'after-create', 'after-update'],
  question: 'Does a read return what was written?',
  guard:
    'Strings may be trimmed, and may change case where case has no meaning (formats, enums, names such as email or code). Instants may be written differently, and the version that a write repeats is another one afterwards. A missing property counts only if the answer has a schema, that of the item documents it (a map documents all its entries) and a value that is not empty was sent, nor one that the JSON form of protocol buffers leaves out where the document follows that. Values that an update left as before belong to `state.update-not-visible`, a secret may be left out, masked or hashed, an empty one or an empty id asks for one to be made up and any other empty string for the documented default, a text that a number or a flag cannot be changes nothing and the text of one may be shown as the number or the flag, a name may be shown as the digest or UUID of what it names, the author of an item and the time of its creation may be those of the service, digits beyond 2^53 to `schema.int64-precision`. A resource name that repeats the path of the item (`projects/1/jobs/7`) is that of the service. Nor is a POST that changes nothing taken for an update. A property that explains a state (`state_reason`) is not compared where the state is sent with it.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'unicode') return story.pointers.flatMap((pointer) => ofProbe(exchange, pointer));
    if (story.kind === 'boundary') return ofProbe(exchange, story.pointer);
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const [read, sent, before] = [
      entityOf(exchange, story.responseEntity),
      story.sent,
      story.kind === 'after-update' ? story.before : undefined,
    ].map((item) => propertiesShown(exchange, item));
    if (read === undefined || sent === undefined) return [];
    const unkept: UnkeptPart = before !== undefined && changesNothing(before, sent, read) ? 'write' : 'property';
    if (story.kind === 'after-update' && story.guessed === true && unkept === 'write') return [];
    const lost = lostNames(exchange, sent, read).map(({ name, place }) => ({
      ...difference(name, valueAt(sent, `/${name}`) ?? null, null, 'What was written cannot be read'),
      // The names in a map are drawn, and are others when the case is repeated.
      messagePointer: `/body/${place.replace(/\/\*.*/, '')}`,
      subject: place,
      unkept,
    }));
    const changed: readonly FindingDraft[] = namesShownOtherwise(exchange, sent, read, story.responseEntity)
      .filter((name) => before === undefined || !jsonEquals(valueAt(before, `/${name}`) ?? null, read[name] ?? null))
      .map((name) => ({
        ...difference(name, sent[name] ?? null, read[name] ?? null, 'What is read is not what was written'),
        ...(isUnrelated(sent[name] ?? null, read[name] ?? null) ? { unkept } : {}),
      }));
    return [...lost, ...changed];
  },
});

/**
 * Names of sent properties that the entity at a place of the answer shows with other values, except for those that
 * a service makes up or derives.
 */
export function namesShownOtherwise(
  exchange: Exchange,
  sent: JsonObject,
  read: JsonObject,
  at: string,
): readonly string[] {
  const role = exchange.operation === undefined ? undefined : exchange.model.roleOf(exchange.operation);
  return differingProperties(exchange, sent, read, at)
    .filter((name) => !isBeyond(sent[name]) && !isBeyond(read[name]))
    .filter(
      (name) =>
        !isMadeUp(name, sent[name]) &&
        !explainsState(name, sent) &&
        !isTextFor(sent[name], read[name]) &&
        !(sent[name] === '' && read[name] === null),
    )
    .filter((name) => !isMasked(name, sent[name], read[name]))
    .filter((name) => !isRunningOut(name, sent[name], read[name]) && !isResolved(sent[name], read[name]))
    .filter((name) => !countsOn(name, sent[name], read[name]) && !isOwnAddress(role, read, read[name]));
}

/** Whether a number or a flag is shown that does not contradict the text that was sent: `"12"`, `""` or `"soon"` for 12. */
function isTextFor(sent: Json | undefined, read: Json | undefined): boolean {
  if (typeof sent !== 'string') return false;
  if (typeof read === 'number') return sent.trim() === '' || Number.isNaN(Number(sent)) || Number(sent) === read;
  return typeof read === 'boolean' && (!FLAG_TEXT.test(sent) || YES_TEXT.test(sent) === read);
}

/** A flag that is written as text. */
const FLAG_TEXT = /^(?:true|false|yes|no|on|off|[01])$/i;
const YES_TEXT = /^(?:true|yes|on|1)$/i;

/** Whether a secret was sent and nothing, stars or a hash with the name of its algorithm are read. */
function isMasked(name: string, sent: Json | undefined, read: Json | undefined): boolean {
  if (typeof sent !== 'string' || !isSecretName(name)) return false;
  return read === null || (typeof read === 'string' && MASKED.test(read));
}

const MASKED = /[*•]{3}|^\$\w+\$|^\{[\w-]+\}|^(?:md5|sha\d+|bcrypt|argon2\w*|scrypt|pbkdf2)\b/i;

/** Whether a name was sent and the id of what it names is read: `image:latest` and `sha256:5f2c…`. */
function isResolved(sent: Json | undefined, read: Json | undefined): boolean {
  return typeof sent === 'string' && sent !== '' && !OPAQUE.test(sent) && typeof read === 'string' && OPAQUE.test(read);
}

/** A digest or a UUID. */
const OPAQUE = /^(?:[a-z][a-z0-9+-]*:)?(?:[0-9a-f]{32,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/** Whether an empty string was sent and the documented default is read. */
function isDefault({ api, model, operation }: Exchange, at: string, sent: Json, read: Json): boolean {
  if (sent !== '' || operation === undefined || at.lastIndexOf('/') > 0) return false;
  const property = propertiesOf(api, itemPart({ api, model }, operation).schema)[at.slice(1)];
  return conjunctsOf(api, property?.schema ?? true).some(
    (each) => each.default !== undefined && jsonEquals(each.default, read),
  );
}

/** Many services generate a secret or an id if an empty string is sent. */
function isMadeUp(name: string, sent: Json | undefined): boolean {
  return sent === '' && (isSecretName(name) || /^(?:key|id|uuid|guid)$/i.test(name));
}

/**
 * Optimistic locking: an update sends the version that it has read, and the service stores the next one.
 * An empty version names none.
 */
function countsOn(name: string, sent: Json | undefined, read: Json | undefined): boolean {
  if (!/^_*(?:(?:lock|row|resource)_?)?version$|^revision$/i.test(name)) return false;
  if (sent === '') return typeof read === 'string' && COUNT.test(read);
  if (typeof sent === 'string' && typeof read === 'string')
    return COUNT.test(sent) && COUNT.test(read) && BigInt(read) === BigInt(sent) + 1n;
  return typeof sent === 'number' && read === sent + 1;
}

const COUNT = /^\d{1,18}$/;

/** Whether a property explains a state that is sent with it: a service may have a reason of its own in `state_reason`. */
function explainsState(name: string, sent: JsonObject): boolean {
  const words = wordsOf(name).join(' ');
  return Object.keys(sent).some((other) => isStateName(other) && words.startsWith(`${wordsOf(other).join(' ')} `));
}

function siblingsOf(sent: Json, at: string): JsonObject {
  const around = valueAt(sent, at.slice(0, at.lastIndexOf('/')));
  return isObject(around) ? around : {};
}

/** Whether a value is the address of the item itself (`/api/zones/7` of the item 7), which only the service knows. */
function isOwnAddress(role: Role | undefined, item: Json | undefined, value: Json | undefined): boolean {
  const property = role?.resource?.id?.property;
  const id = property === undefined ? undefined : valueAt(item ?? null, pointerTo(property));
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  const [, path = ''] = /^(?:https?:\/\/[^/]+)?(\/[^?#]*?)\/?$/i.exec(value) ?? [];
  return [String(id), encodeURIComponent(id)].some((each) => path.endsWith(`/${each}`));
}

/** Compares a value that the request probes with the value in the answer. */
function ofProbe(exchange: Exchange, pointer: string): readonly FindingDraft[] {
  const { operation, request, response } = exchange;
  const role = operation === undefined ? undefined : exchange.model.roleOf(operation);
  if (operation === undefined || role === undefined || !isWriting(role.kind)) return [];
  if (!pointer.startsWith('/body/') || response.status > 299) return [];
  // What is only accepted is shown by a job, if at all.
  if (response.status === 202) return [];
  const at = pointer.slice('/body'.length);
  if (pathPlaces(exchange).some((place) => at === `${role.requestEntity ?? ''}${place}`)) return [];
  if (at === ownPlaceOf(role)) return [];
  const part = itemPart(exchange, operation);
  const isIn = at.startsWith(`${part.sent}/`);
  const shown = isIn ? part.shown + at.slice(part.sent.length) : at.slice((role.requestEntity ?? '').length);
  const [name = ''] = (isIn ? at.slice(part.sent.length + 1) : shown.slice(1)).split('/');
  const version = versionPlace(exchange.api, operation);
  if (version?.in === 'body' && at === pointerTo(version.name)) return [];
  const sent = valueAt(sentObject(request) ?? null, at);
  const answer = valueAt(entity(exchange) ?? null, shown);
  if (sent === undefined || answer === undefined || isBeyond(sent) || isBeyond(answer)) return [];
  // A form cannot express an empty list.
  if (Array.isArray(sent) && sent.length === 0 && request.body.kind === 'parsed' && !isJson(request.body.mediaType))
    return [];
  if (isSameValue(sent, answer, isCaseless(exchange, name)) || isMadeUp(name, sent) || isTextFor(sent, answer))
    return [];
  if (isResolved(sent, answer) || isDefault(exchange, isIn ? at.slice(part.sent.length) : at, sent, answer)) return [];
  const own = at.slice(at.lastIndexOf('/') + 1);
  if (countsOn(own, sent, answer) || isOwnAddress(role, entity(exchange), answer)) return [];
  if (repeatsItemPath(role.resource, sent, answer)) return [];
  if (isStamped(own, answer, exchange) || isMasked(own, sent, answer)) return [];
  if (explainsState(own, siblingsOf(sentObject(request) ?? null, at))) return [];
  const body = jsonOf(exchange) ?? null;
  // The entity may show such a value in another form: `""` unsets an object, a name is shown as the
  // whole record.
  if (!exchange.couldShow(withValueAt(body, `${role.responseEntity ?? ''}${shown}`, sent))) return [];
  const draft = difference(at.slice(1), sent, answer);
  return [isUnrelated(sent, answer) ? { ...draft, unkept: 'property' } : draft];
}

/**
 * The property of the request in which a client would choose the id. A service may ignore it, or keep a
 * chosen id reserved for ever.
 */
function ownPlaceOf({ resource, requestEntity = '' }: Role): string | undefined {
  const property = resource?.id?.property;
  return property === undefined ? undefined : `${requestEntity}${pointerTo(property)}`;
}

/** A property inside an object. Names are joined with `/`; in `place`, each entry of a map is `*`. */
interface LostProperty {
  readonly name: string;
  readonly place: string;
}

/** Documented properties that were sent and that the entity does not have. */
function lostNames(exchange: Exchange, sent: JsonObject, read: JsonObject): readonly LostProperty[] {
  const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  // Answers of which the document describes no form may show a property under another name, or not at all.
  if (resource === undefined || exchange.operation === undefined || answersWithoutForm(exchange.operation)) return [];
  const { holder, schema } = resource;
  const held = holder === undefined ? undefined : propertiesOf(exchange.api, schema)[holder]?.schema;
  const lost = lostIn(exchange, schema, sent, read);
  return held === undefined ? lost : [...lost, ...lostIn(exchange, held, sent, read)];
}

/** The same for nested objects, as deep as the schema goes. */
function lostIn(exchange: Exchange, schema: Schema, sent: JsonObject, read: JsonObject): readonly LostProperty[] {
  const rule = exchange.api.deref(schema);
  if (typeof rule === 'boolean') return [];
  return Object.keys(sent).flatMap((name) => {
    const member = rule.properties?.[name] ?? entryOf(rule);
    const schema = member === undefined ? true : exchange.api.deref(member);
    const hidden = [member, schema].some((each) => typeof each === 'object' && each.writeOnly === true);
    if (member === undefined || hidden) return [];
    // A value that the entity's schema does not allow is shown in another form, or not at all.
    const isEntry = rule.properties?.[name] === undefined;
    const place = isEntry ? '*' : name;
    // The entries of a map may be names without letter case, such as those of header fields.
    if (!Object.hasOwn(read, name) && !(isEntry && hasInOtherCase(read, name)))
      return isNothing(sent[name]) ||
        (typeof sent[name] === 'string' && isSecretName(name)) ||
        (!isEntry && isLeftOut(exchange.api, member, sent[name])) ||
        !exchange.mayBe(member, sent[name] ?? null)
        ? []
        : [{ name, place }];
    const [inner, there] = [bodyAsObject(sent[name]), bodyAsObject(read[name])];
    if (inner === undefined || there === undefined) return [];
    return lostIn(exchange, member, inner, there).map((each) => ({
      name: `${name}/${each.name}`,
      place: `${place}/${each.place}`,
    }));
  });
}

/** The schema of the entries of an object that is a map: it lists no names, and has a schema for all values. */
function entryOf({ properties, additionalProperties, patternProperties }: SchemaObject): Schema | undefined {
  if (properties !== undefined || patternProperties !== undefined) return undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function hasInOtherCase(read: JsonObject, name: string): boolean {
  return Object.keys(read).some((each) => each.toLowerCase() === name.toLowerCase());
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
