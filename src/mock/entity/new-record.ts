import type { Json, JsonObject } from '../../core/index.ts';
import { isMoney, lineTotalOf } from '../../generation/index.ts';
import { isStateName, type Resource } from '../../resources/index.ts';
import { type Api, filledTemplate, onceForEach, type Schema, saysServers, typesOf, wordsOf } from '../../spec/index.ts';
import { escapeRegExp, isArray, isObject, snakeCase, withoutSeparators } from '../../wire/index.ts';
import { firstVersions } from '../facts/versions.ts';
import type { RequestFacts } from '../fields/adapt-input.ts';
import { drawnAround, objectDrawn } from '../fields/draw.ts';
import {
  beginningOf,
  comesLater,
  endsItself,
  lifetimeOf,
  momentOf,
  tellsLater,
  undoneOf,
} from '../fields/initial-values.ts';
import { parentIds } from '../fields/parent-ids.ts';
import { pathFieldsOf } from '../fields/path-fields.ts';
import { instantFor, isMakerId, isStamp } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';
import { mergeObjects } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import { ownTotal } from '../relations/counted-references.ts';
import { firstWord } from './filtered-words.ts';
import { isFilledLater } from './grown-lists.ts';

/** What is known of a new record besides the sent values. */
export interface RecordDraft {
  readonly mock: MockContext;
  readonly place: EntityPlace;
  readonly key: string;
  /** The document's facts about the request and its answer. */
  readonly requested: RequestFacts | undefined;
}

/**
 * Initial values that the request does not send: the first state, values of the documented answer, zero
 * counts.
 */
export function beginnings(making: RecordDraft, sent: JsonObject): JsonObject {
  const { mock, place } = making;
  const { schema } = place.resource;
  const example = ownExample(making);
  const begun: Record<string, Json> = {};
  const words = mock.filteredWordsOf(place.resource);
  const needed = mock.neededByActionsOf(place.resource);
  const counters = countersOf(making, sent);
  for (const [name, property] of missingProperties(mock, schema, sent)) {
    if (isStamp(name) || isIdentity(making, name) || isIssuedCode(making, name)) continue;
    const fits = (value: Json | undefined): value is Json =>
      value !== undefined && mock.validator.accepts(property, value, 'response');
    // What is told to be null at first has not come yet.
    const isServersOwn = isServers(making, name);
    const isAhead = saysNull(mock, property) || (isServersOwn ? endsItself(name) || isStartOfMade(making, name) : true);
    const moment =
      isAhead && fits(null) ? undefined : (lifetimeOf(name, sent) ?? momentOf(name, describedBy(mock, property)));
    const word = words.has(name) ? firstWord(words.get(name) ?? []) : undefined;
    // An example may show every property, also an error that a new record has not had.
    const isWrong = WRONGS.test(name) && saysNull(mock, property) && fits(null);
    const shown = isWrong ? null : isShownAtFirst(making, name) && Object.hasOwn(example, name) ? example[name] : word;
    const isLater = needed.has(withoutSeparators(name)) && isServers(making, name) && !fits(shown) && fits(null);
    const value =
      (moment === undefined ? undefined : instantFor(mock, property, mock.options.now() + moment)) ??
      (isServers(making, name) && fits(counters.get(name)) ? counters.get(name) : undefined) ??
      (isServers(making, name) && isFirstVersion(name, example) && fits(0) ? 0 : undefined) ??
      (isServers(making, name) && defaultOf(mock, property) === undefined
        ? undoneOf(mock, name, property)
        : undefined) ??
      (fits(shown) ? shown : defaultOf(mock, property) === undefined ? beginningOf(mock, name, property) : undefined) ??
      valueFromOthers(making, sent, name, property) ??
      stateOfNew(making, name, property) ??
      (isServers(making, name) ? undefined : usualValue(making, name, property)) ??
      (isKnownLater(making, name) && fits(null) ? null : undefined);
    if (value !== undefined) begun[name] = value;
    else if (isLater || isNullAtFirst(making, name, property)) begun[name] = null;
  }
  return begun;
}

/** What a record shows at first of the records that will belong to it: none, or all of what they are subtracted from. */
function countersOf({ mock, place }: RecordDraft, sent: JsonObject): ReadonlyMap<string, Json | undefined> {
  const counts = mock.shownChildrenOf(place.resource).flatMap(({ count }) => count ?? []);
  const totals = mock.totalsOf(place.resource).flatMap((total) => {
    const name = ownTotal(mock.model, total);
    return name === undefined ? [] : [[name, total.from === undefined ? 0 : sent[total.from]] as const];
  });
  return new Map([...counts.map((count) => [count, 0] as const), ...totals]);
}

/**
 * Adds the other properties of a record: `null` or absent for events that have not happened, `null` or
 * empty for optional properties that the client did not send, drawn values that fit the rest otherwise.
 */
export function wholeRecord(making: RecordDraft, values: JsonObject, sent: JsonObject): JsonObject {
  const { mock, place, key } = making;
  const { schema } = place.resource;
  const decided = pathFieldsOf(mock, place, key).direct;
  const at = `${place.collection}/${key}`;
  const completed = mergeObjects(
    values,
    innerFields(making, schema, values, { requested: making.requested?.schema, at }),
  );
  // Sent values that cannot be shown are left out.
  const left = missingProperties(mock, schema, mergeObjects(sent, completed)).filter(
    ([name]) => !isIdentity(making, name) && making.requested?.others?.has(name) !== true,
  );
  if (left.length === 0) return completed;
  const nothings = Object.fromEntries(left.flatMap(([name, property]) => nothingFor(making, name, property)));
  const known = mergeObjects(completed, nothings);
  const absent = new Set(left.filter(([name, property]) => isLeftOut(making, name, property)).map(([name]) => name));
  const wanted = left.filter(([name]) => !absent.has(name) && !Object.hasOwn(known, name));
  if (wanted.length === 0) return ifValid(making, known) ?? completed;
  const drawn = objectDrawn(at, (where) =>
    drawnAround(mock, schema, where, {
      known,
      decided,
      about: place.resource.singular,
      samples: mock.samplesOf(place.resource).records,
    }),
  );
  if (drawn === undefined) return ifValid(making, known) ?? completed;
  const filled: Record<string, Json> = {};
  for (const [name, property] of wanted)
    if (Object.hasOwn(drawn, name)) {
      const value = ownKey(making, name, property, drawn[name] ?? null) ?? ownerId(making, name, property, at) ?? null;
      filled[name] = isServers(making, name)
        ? withFirstState(mock, name, property, withCountersAtZero(mock, name, property, value))
        : value;
    }
  // What shows the code of an example, such as an address, shows the one of this record.
  for (const [name, code] of Object.entries(filled)) {
    const shown = ISSUED_CODE.test(snakeCase(name)) ? drawn[name] : undefined;
    if (typeof shown !== 'string' || typeof code !== 'string' || shown === code || shown.length < SHORTEST_CODE)
      continue;
    for (const [other, text] of Object.entries(filled))
      if (typeof text === 'string' && other !== name) filled[other] = text.replaceAll(shown, code);
  }
  return ifValid(making, mergeObjects(known, filled)) ?? ifValid(making, known) ?? completed;
}

/**
 * Whether the documented answer shows the first value of a property that the request leaves out: one of the server, or a state that the documented
 * requests do not choose either.
 */
function isShownAtFirst(making: RecordDraft, name: string): boolean {
  if (isServers(making, name)) return true;
  const { examples = [] } = making.requested ?? {};
  return isStateName(name) && !examples.some((each) => isObject(each) && Object.hasOwn(each, name));
}

/** The drawn value, unless it is a key of the server that the property's example shows: this is the key of one record. */
function ownKey(making: RecordDraft, name: string, property: Schema, drawn: Json): Json {
  const { mock, place, key } = making;
  const isOwn = OWN_KEY.test(wordsOf(name).at(-1) ?? '') || ISSUED_CODE.test(snakeCase(name));
  if (typeof drawn !== 'string' || !isOwn || !isServers(making, name)) return drawn;
  const target = mock.api.deref(property);
  const isExample = typeof target === 'object' && target.examples?.includes(drawn) === true;
  return isExample ? (drawnField(making, property, `${place.collection}/${key}/${name}`, name) ?? drawn) : drawn;
}

/** The last word of the name of a key, as one word too where it is usual (`apikey`). */
const OWN_KEY = /^(?:api|access|auth|secret|client)?(?:key|token|secret)$/;

/** The id of another record in a property of the server that may be null: a new record belongs to an account from the beginning. */
function ownerId(making: RecordDraft, name: string, property: Schema, at: string): Json | undefined {
  if (!OWNER_ID.test(name) || !isServers(making, name) || comesLater(name)) return undefined;
  for (let draw = 0; draw < DRAWS; draw++) {
    const value = drawnField(making, property, `${at}/${name}#${draw}`, name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

const DRAWS = 8;
/** Names of properties with the id of what a record belongs to. */
const OWNER_ID =
  /^(?:account|organi[sz]ation|org|workspace|tenant|project|team|merchant|customer|company|environment|service)_?(?:sid|id|uuid|guid)$/i;

/** An object of the server with its counters at zero: `member_count` in the `stats` of a new list, every number in its `counts`. */
function withCountersAtZero(mock: MockContext, holder: string, schema: Schema, value: Json): Json {
  if (!isObject(value)) return value;
  const { properties } = mock.fieldsOf(schema);
  const countsAll = /^(?:counts|counters)$/i.test(holder);
  const counted = Object.keys(value).flatMap((name): readonly (readonly [string, Json])[] => {
    const property = properties.get(name);
    if (property === undefined) return [];
    const isCounted = countsAll && typesOf(mock.api, property).includes('integer');
    return isCounted || undoneOf(mock, name, property) === 0 ? [[name, 0]] : [];
  });
  const whole = { ...value, ...Object.fromEntries(counted) };
  return mock.validator.accepts(schema, whole, 'response') ? whole : value;
}

/** An object of the server with the state of a new record: its first state, and the flags that are named after its states. */
function withFirstState(mock: MockContext, holder: string, schema: Schema, value: Json): Json {
  if (!isStateName(holder) || !isObject(value)) return value;
  const { properties } = mock.fieldsOf(schema);
  const first = [...properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const state = isStateName(name) ? beginningOf(mock, name, property) : undefined;
    return typeof state === 'string' ? [[name, state]] : [];
  });
  const [own, ...others] = first;
  if (own === undefined || others.length > 0) return value;
  const [at, state] = own;
  const target = mock.api.deref(properties.get(at) ?? true);
  const states = (typeof target === 'object' ? (target.enum ?? []) : []).map((each) => withoutSeparators(String(each)));
  const flags = Object.entries(value).flatMap(([name, flag]): readonly (readonly [string, Json])[] => {
    const isOfState = typeof flag === 'boolean' && states.includes(withoutSeparators(name));
    return isOfState ? [[name, withoutSeparators(name) === withoutSeparators(String(state))]] : [];
  });
  const whole = { ...value, ...Object.fromEntries([...first, ...flags]) };
  return mock.validator.accepts(schema, whole, 'response') ? whole : value;
}

/** What the sent values and the property itself say of a value that is not sent: the slug of the name, the example of a flag of the server. */
function valueFromOthers(making: RecordDraft, sent: JsonObject, name: string, property: Schema): Json | undefined {
  const { mock } = making;
  if (defaultOf(mock, property) !== undefined || (!isServers(making, name) && !SLUG.test(name))) return undefined;
  const target = mock.api.deref(property);
  const flag = typeof target === 'object' ? target.examples?.find((each) => typeof each === 'boolean') : undefined;
  const title = [sent['name'], sent['title'], sent['display_name']].find((each) => typeof each === 'string');
  const value = SLUG.test(name) && title !== undefined ? slugOf(title) : flag;
  return value !== undefined && value !== '' && mock.validator.accepts(property, value, 'response') ? value : undefined;
}

const SLUG = /^(?:slug|handle|permalink|url_?key)$/i;

function slugOf(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** What a property is where a request says nothing: the default that a description tells, else false for a flag. */
function usualValue({ mock, place, requested }: RecordDraft, name: string, property: Schema): Json | undefined {
  const schemas = [requested?.schema, place.resource.schema].filter((each) => each !== undefined);
  const plain = withoutSeparators(name);
  const defaults = schemas.flatMap((each) => mock.describedDefaultsOf(mock.fieldsOf(each)).get(plain) ?? []);
  const isFlag = typesOf(mock.api, property).includes('boolean');
  return [...defaults, ...(isFlag ? [false] : [])].find((value) => mock.validator.accepts(property, value, 'response'));
}

/**
 * Whether a required property that may be null is null in a new record: the client could send it and has not, it is about something that
 * has not happened yet, or it is a value of the server that a record has only later: `merged_into_id`, `download_url`.
 */
function isNullAtFirst(making: RecordDraft, name: string, property: Schema): boolean {
  const { mock, place } = making;
  const { required } = mock.fieldsOf(place.resource.schema);
  if (!required.has(name) || isMakerId(name) || !mock.validator.accepts(property, null, 'response')) return false;
  if (mock.mocks.factories?.[place.resource.name] !== undefined || saysNothing(mock, property)) return false;
  if (!isServers(making, name) || comesLater(name) || isRelation(making, name)) return true;
  return COMES_LATER.test(snakeCase(name)) && !OWNER_ID.test(name) && !allowsNullMostly(making);
}

/** Whether a property that was left out is null: the client could have sent it, it may be null, and it has no default. */
export function isUnsent(making: RecordDraft, name: string): boolean {
  const { mock, place, requested } = making;
  const property = mock.fieldsOf(place.resource.schema).properties.get(name) ?? false;
  return (
    requested !== undefined &&
    !isServers(making, name) &&
    defaultOf(mock, property) === undefined &&
    mock.validator.accepts(property, null, 'response')
  );
}

/** Whether a time says when a record that was made earlier began: `started_at` beside `created_at`. */
function isStartOfMade(making: RecordDraft, name: string): boolean {
  const names = [...making.mock.fieldsOf(making.place.resource.schema).properties.keys()];
  return STARTED.test(name) && names.some((each) => MADE.test(each)) && !allowsNullMostly(making);
}

const STARTED = /^(?:date_?)?(?:started|begun|activated|accepted)_?(?:at|on|date|time|timestamp)?$/i;
const MADE = /^(?:date_?)?(?:created|queued|submitted|requested)_?(?:at|on|date|time|timestamp)?$/i;

/** Names of ids, times and addresses, which a record may have only later where they may be null. */
const COMES_LATER =
  /(?:^|_)(?:id|of|at|on|end|until)$|^(?:download|result|output|file|avatar|thumbnail|preview)_ur[il]$/;

/** Whether most properties of a record may be null, so that null says nothing about one of them. */
function allowsNullMostly({ mock, place }: RecordDraft): boolean {
  const properties = [...mock.fieldsOf(place.resource.schema).properties.values()];
  return properties.filter((each) => typesOf(mock.api, each).includes('null')).length * 2 > properties.length;
}

/** The record, if it fits its schema. */
function ifValid({ mock, place }: RecordDraft, value: JsonObject): JsonObject | undefined {
  return mock.validator.accepts(place.resource.schema, value, 'response') ? value : undefined;
}

function missingProperties(
  mock: MockContext,
  schema: Schema,
  value: JsonObject,
): readonly (readonly [string, Schema])[] {
  const { properties, writeOnly } = mock.fieldsOf(schema);
  return [...properties].filter(([name]) => !Object.hasOwn(value, name) && !writeOnly.has(name));
}

/** The key decides the id, and the path decides the properties that repeat it. */
function isIdentity({ place }: RecordDraft, name: string): boolean {
  return name === place.resource.id?.property || place.where.some(({ pointer }) => pointer === `/${name}`);
}

/** Whether a property is a code that the server issues to one record: `short_code`, `tracking_code`. */
function isIssuedCode(making: RecordDraft, name: string): boolean {
  return ISSUED_CODE.test(snakeCase(name)) && isServers(making, name);
}

const SHORTEST_CODE = 4;
const ISSUED_CODE =
  /(?:^|_)(?:short|share|invite|invitation|join|referral|tracking|booking|confirmation|reference|voucher|coupon|redemption|access|pickup|reservation)_?code$/;

/** Whether the documented answer counts versions from 0. */
function isFirstVersion(name: string, example: JsonObject): boolean {
  return example[name] === 0 && firstVersions(name).length > 0;
}

/** Whether the server sets the property: it is read-only, or the request has no such property. */
function isServers({ mock, place, requested }: RecordDraft, name: string): boolean {
  return ownedBy(mock, place.resource.schema, requested?.schema, name);
}

function ownedBy(mock: MockContext, schema: Schema, requested: Schema | undefined, name: string): boolean {
  const { readOnly, properties } = mock.fieldsOf(schema);
  if (readOnly.has(name)) return true;
  if (saysServers(mock.api, properties.get(name))) return true;
  if (requested === undefined) return true;
  const requestFields = mock.fieldsOf(requested);
  const plain = withoutSeparators(name);
  const isRequestField =
    requestFields.properties.has(name) ||
    [...requestFields.properties.keys()].some((each) => withoutSeparators(each) === plain);
  return requestFields.properties.size > 0 && (!isRequestField || requestFields.readOnly.has(name));
}

function defaultOf(mock: MockContext, property: Schema): Json | undefined {
  const target = mock.api.deref(property);
  return typeof target === 'boolean' ? undefined : target.default;
}

const SAYS_NULL = /\bnull(able)?\b/i;

function saysNull(mock: MockContext, property: Schema): boolean {
  return SAYS_NULL.test(describedBy(mock, property));
}

/** Whether a schema has no rule at all, and its text does not allow null. */
function saysNothing(mock: MockContext, property: Schema): boolean {
  const target = mock.api.deref(property);
  if (saysNull(mock, property)) return false;
  return target === true || (typeof target === 'object' && Object.keys(target).every((key) => REMARKS.test(key)));
}

const REMARKS = /^(?:title|description|externalDocs|deprecated|readOnly|writeOnly|\$comment|x-.*)$/;

function describedBy({ api }: MockContext, property: Schema): string {
  const target = api.deref(property);
  return typeof target === 'object' ? (target.description ?? '') : '';
}

function nothingFor(making: RecordDraft, name: string, property: Schema): readonly (readonly [string, Json])[] {
  const { mock } = making;
  const fits = (value: Json): boolean => mock.validator.accepts(property, value, 'response');
  const isNothing =
    comesLater(name) ||
    tellsLater(name, describedBy(mock, property)) ||
    endsItself(name) ||
    !isServers(making, name) ||
    (isRelation(making, name) && !isMakerId(name)) ||
    saysNull(mock, property);
  const isEmptyList = mock.fieldsOf(property).items !== undefined && fits([]);
  if (isNothing && isEmptyList && !WRONGS.test(name)) return [[name, []]];
  // A property of which the document says nothing may be anything but null: clients know the type that it has.
  if (isNothing && fits(null) && !saysNothing(mock, property)) return [[name, null]];
  if (isEmptyList && isFilledLater(mock, making.place.resource, name)) return [[name, []]];
  return !isServers(making, name) && isEmptyList ? [[name, []]] : [];
}

/** Lists that a record has only after something went wrong. */
const WRONGS = /error|warning|failure/i;

/** Names of amounts that come on top of another one, in words with `_` between them. */
const EXTRA = /(?:^|_)(?:tip|gratuity|fee|discount|surcharge|deposit)s?(?:_?(?:money|amount))?$/;

/** Descriptions of what is there after something has happened: `Only set once the upload is done`, `if there is an active broadcast`. */
const SAYS_LATER =
  /\bonly (?:set|present|available|populated) (?:once|while|after)\b|\bif there (?:is|are|was|were) (?:an? )?(?:active|ongoing|current|running)\b/i;

function isLeftOut(making: RecordDraft, name: string, property: Schema): boolean {
  const { mock } = making;
  if (mock.fieldsOf(making.place.resource.schema).required.has(name)) return false;
  // A tip, a fee or a discount that the client could have sent is none.
  const isExtra = EXTRA.test(wordsOf(name).join('_')) && isMoney([...mock.fieldsOf(property).properties.keys()]);
  if ((isExtra || saysNothing(mock, property)) && !isServers(making, name)) return true;
  const isChosen = making.place.resource.relations.some(({ pointer }) => pointer.startsWith(`/${name}/`));
  const text = describedBy(mock, property);
  if (SAYS_LATER.test(text) || tellsLater(name, text)) return true;
  const isMaker = isMakerId(name) && isServers(making, name);
  return comesLater(name) || (isRelation(making, name) && !isMaker) || (isChosen && !isServers(making, name));
}

/** Whether the property names another record, which the request has not chosen. */
function isRelation({ place }: RecordDraft, name: string): boolean {
  return place.resource.relations.some(
    ({ pointer }) => pointer === `/${name}` || `${pointer}/`.startsWith(`/${name}/*/`),
  );
}

/** The record of the documented answer, with its id and path replaced by those of this record. */
function ownExample({ mock, place, key, requested }: RecordDraft): JsonObject {
  const example = requested?.answers[0];
  if (example === undefined) return {};
  const { direct } = pathFieldsOf(mock, place, key);
  const inHome = addressesBelow(place.resource, parentIds(mock, place));
  const pairs = Object.entries(direct).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const theirs = example[name];
    return isText(theirs) && isText(value) && String(theirs) !== '' ? [[String(theirs), String(value)]] : [];
  });
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => !isUniqueName(name))
      .map(([name, value]) => [name, replaceTexts(typeof value === 'string' ? inHome(value) : value, pairs)]),
  );
}

/**
 * Puts URLs of the documented answer below the parents of this record: `/repos/octocat/Hello-World` becomes
 * the path of its repository.
 */
function addressesBelow(
  { collectionPath = '' }: Resource,
  scopes: ReadonlyMap<string, string>,
): (text: string) => string {
  const [, parents = ''] = /^(.*\})[^{}]*$/.exec(collectionPath) ?? [];
  const own = filledTemplate(parents, (name) => scopes.get(name) ?? `{${name}}`);
  if (scopes.size === 0 || own.includes('{') || !/[^/{}]\/\{/.test(parents)) return (text) => text;
  const escaped = parents.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`${escaped.replaceAll(/\{[^{}]+\}/g, '[^/?#{}]+')}(?=[/?#{]|$)`);
  return (text) => (/^(?:https?:\/\/|\/)/.test(text) ? text.replace(pattern, () => own) : text);
}

/** The paths of actions that end an item before it is done: `/fine-tunes/{id}/cancel`. */
const endings = onceForEach(
  ({ operations }: Api) => new Set(operations.flatMap(({ path }) => ENDING.exec(path)?.[1] ?? [])),
);
const ENDING = /^(.*)\/(?:cancel|abort|stop|terminate)$/i;

function canBeCancelled({ mock, place: { resource } }: RecordDraft): boolean {
  return endings(mock.api).has(resource.itemPath ?? '');
}

/** Whether a property says something of an item that is not done yet which only the server knows: the result of a job that can still be cancelled. */
function isKnownLater(making: RecordDraft, name: string): boolean {
  if (!canBeCancelled(making) || SAYS_WHOSE.test(snakeCase(name)) || !isServers(making, name)) return false;
  const { mock, place } = making;
  return [...mock.fieldsOf(place.resource.schema).properties.keys()].some((each) => STATUS.test(each));
}

const STATUS = /^(?:status|state)$/i;
const SAYS_WHOSE = /(?:^|_)(?:id|by|name|user|owner|account)$/;

/** The state of a new item where the document lists no states: it is not done yet. */
function stateOfNew(making: RecordDraft, name: string, property: Schema): string | undefined {
  const { mock } = making;
  const target = mock.api.deref(property);
  if (!STATUS.test(name) || typeof target === 'boolean') return undefined;
  const { enum: listed, pattern, format, examples, default: usual } = target;
  if ((listed ?? pattern ?? format ?? examples ?? usual) !== undefined) return undefined;
  const state = canBeCancelled(making) ? 'pending' : 'active';
  return mock.validator.accepts(property, state, 'response') ? state : undefined;
}

const IDENTITY = /(?:^|_)(?:ids?|sid|key|etag)$|(?:uuid|guid|token|secret|hash|number|fingerprint)$/;

/** Whether the values of a property are unique, by its name: `petId`, not `paid`. */
export function isUniqueName(name: string): boolean {
  return IDENTITY.test(snakeCase(name));
}

function isText(value: Json | undefined): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function replaceTexts(value: Json, pairs: readonly (readonly [string, string])[]): Json {
  if (isArray(value)) return value.map((each) => replaceTexts(each, pairs));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceTexts(each, pairs)]));
  if (typeof value !== 'string') return value;
  return pairs.reduce((text, [theirs, ours]) => wordReplaced(text, theirs, ours), value);
}

/** Replaces a whole word: `7` in `/pets/7/photo`, and not in `/pets/17`. */
function wordReplaced(text: string, word: string, by: string): string {
  const escaped = escapeRegExp(word);
  return text.replaceAll(new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g'), () => by);
}

/** The schema of an object in the request; `undefined` if the request has a text or a number there, which only names it. */
function formIn({ api }: MockContext, requested: Schema): Schema | undefined {
  const types = typesOf(api, requested).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type !== 'object' && type !== 'array') ? undefined : requested;
}

/** The id of an entry of a list, which the server gives it where the client does not. */
const OWN_ID = /^(?:id|uid|uuid)$/i;

/** An object inside the sent value: its place, and its schema in the request, if it has the object. */
interface Inner {
  /** Whether it is an entry of a list. */
  readonly isListed?: true;
  readonly requested: Schema | undefined;
  readonly at: string;
}

/**
 * Properties that the server adds inside the sent value: the `id` of each line of an order, the `uid` in
 * `metadata`.
 */
function innerFields(making: RecordDraft, schema: Schema, values: JsonObject, { requested, at }: Inner): JsonObject {
  const { mock } = making;
  const { properties } = mock.fieldsOf(schema);
  const requestProperties = requested === undefined ? undefined : mock.fieldsOf(requested).properties;
  const inner: Record<string, Json> = {};
  for (const [name, value] of Object.entries(values)) {
    const property = properties.get(name);
    const sentAs = requestProperties?.get(name);
    if (property === undefined || typeof value !== 'object' || value === null) continue;
    // A value that was not sent is complete already, but for ids of items that were sent in another form.
    if (sentAs === undefined) {
      const listed = isArray(value) ? withOwnIds(making, property, value, `${at}/${name}`) : value;
      if (listed !== value) inner[name] = listed;
      continue;
    }
    const form = formIn(mock, sentAs);
    // Another record is shown as it is.
    if (form === undefined && making.place.resource.relations.some(({ pointer }) => pointer.startsWith(`/${name}/`)))
      continue;
    const whole = innerWhole(making, property, value, { requested: form, at: `${at}/${name}` });
    if (whole !== value && mock.validator.accepts(property, whole, 'response')) inner[name] = whole;
  }
  return inner;
}

/** A list whose items have an id each, where their schema shows one. */
function withOwnIds(making: RecordDraft, schema: Schema, list: readonly Json[], at: string): readonly Json[] {
  const { mock } = making;
  const { items } = mock.fieldsOf(schema);
  if (items === undefined || !list.some((each) => isObject(each) && !Object.hasOwn(each, 'id'))) return list;
  const id = mock.fieldsOf(items).properties.get('id');
  const whole = list.map((each, index) => {
    const lacks = isObject(each) && !Object.hasOwn(each, 'id') && id !== undefined;
    const drawn = lacks ? drawnField(making, id, `${at}/${index}/id`, 'id') : undefined;
    return drawn === undefined || !isObject(each) ? each : { id: drawn, ...each };
  });
  return id !== undefined && mock.validator.accepts(schema, whole, 'response') ? whole : list;
}

function innerWhole(making: RecordDraft, schema: Schema, value: Json, inner: Inner): Json {
  const { mock } = making;
  const { requested, at } = inner;
  if (isArray(value)) {
    const { items } = mock.fieldsOf(schema);
    const requestItems = requested === undefined ? undefined : mock.fieldsOf(requested).items;
    if (items === undefined || (requested !== undefined && requestItems === undefined)) return value;
    const form = requestItems === undefined ? undefined : formIn(mock, requestItems);
    return value.map((each, index) =>
      innerWhole(making, items, each, { requested: form, at: `${at}/${index}`, isListed: true }),
    );
  }
  if (!isObject(value)) return value;
  const added: Record<string, Json> = {};
  for (const [name, property] of missingProperties(mock, schema, value)) {
    const isOwnId = inner.isListed === true && OWN_ID.test(name);
    if (comesLater(name) || !(isOwnId || ownedBy(mock, schema, requested, name))) continue;
    const now = isStamp(name) ? instantFor(mock, property) : undefined;
    const found = now ?? beginningOf(mock, name, property) ?? drawnField(making, property, `${at}/${name}`, name);
    if (found !== undefined) added[name] = found;
  }
  const whole = { ...value, ...added, ...innerFields(making, schema, value, inner) };
  const summed = lineTotalOf(whole).filter(([name]) => Object.hasOwn(added, name));
  return { ...whole, ...Object.fromEntries(summed) };
}

function drawnField({ mock }: RecordDraft, property: Schema, at: string, name: string): Json | undefined {
  // The id of an example is that of one thing only.
  const options = {
    direction: 'response',
    name,
    ...(isUniqueName(name) || ISSUED_CODE.test(snakeCase(name)) ? { examples: false } : {}),
  } as const;
  const drawn = mock.generator.value(property, { seed: mock.options.seed, at }, options);
  return drawn.ok ? drawn.value : undefined;
}
