import { createHash, createHmac } from 'node:crypto';
import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { duplicateRefusal, type Resource } from '../../resources/index.ts';
import { onceForEach, type Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, valueAt, withoutSeparators, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { deedFields } from '../entity/deed-fields.ts';
import { projection } from '../entity/projection.ts';
import {
  answerSchema,
  lastWordOf,
  SIGN_UP,
  sentSession,
  sessionRecord,
  TOKEN_NAME,
  tokenOf,
  tokenPlace,
} from '../facts/sign-in.ts';
import { drawnAround, objectDrawn } from '../fields/draw.ts';
import { inOwnNames } from '../fields/own-names.ts';
import { instantFor } from '../fields/server-fields.ts';
import { asSuccess } from '../fields/success-marks.ts';
import type { CallingUser, MockContext, RequestContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { userOf } from '../seed/caller.ts';
import { createdFrom } from './create.ts';
import type { RoleOutcome } from './role.ts';

/** The signed-in user: a record of a collection, or the facts about a user without one. */
interface Person {
  readonly identity: string;
  readonly resource?: Resource;
  readonly key?: string;
  readonly value: JsonObject;
}

/** A sign-in request. */
interface SignIn {
  readonly mock: MockContext;
  readonly context: RequestContext;
  readonly tx: Transaction;
}

const IDENTITIES = [
  'email',
  'emailaddress',
  'username',
  'login',
  'identifier',
  'phone',
  'phonenumber',
  'userid',
  'user',
];
const LIFE = 3600;
/** Seconds in which a session may be renewed. */
const REFRESHED = 30 * 24 * 3600;
const DEEPEST = 3;

/** Shows or changes the caller, if a token of this mock identifies it; 401 if that token was signed out. */
export function callerAnswer(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  const session = sentSession(context, tx);
  if (session === false) return { refusal: refuse(401, 'The token was signed out.') };
  if (context.plan.sign !== 'shows caller') return undefined;
  if (!isObject(session) && context.role.kind !== 'none' && context.role.kind !== 'action') return undefined;
  const person = isObject(session) ? personIn(mock, session, tx) : callerIn(mock, tx);
  const schema = answerSchema(context.operation);
  if (person === undefined || schema === undefined) return undefined;
  const { body } = context.request;
  const now = body.kind === 'parsed' ? changePerson(mock, person, asObject(body.value), tx) : person;
  return {
    response: documentedAnswer(mock, context, context.plan.success, {
      value: withPerson(mock, now, schema, isObject(session) ? session : {}),
    }),
  };
}

/** The user, or the documented object around one, such as the session of the sign-in. */
function withPerson(mock: MockContext, person: Person, schema: Schema, { around }: JsonObject): Json | undefined {
  const isPerson = person.resource !== undefined && mock.api.deref(person.resource.schema) === mock.api.deref(schema);
  const isAround = isObject(around ?? null);
  const at = isPerson ? undefined : isAround ? personAt(mock, schema, '', 0) : personInside(mock, schema);
  if (at === undefined) return shownAs(mock, person, schema);
  const known = withValueAt(isAround ? (around ?? {}) : {}, at.pointer, shownAs(mock, person, at.schema) ?? {});
  const place = `session/${person.identity}`;
  const whole = objectDrawn(place, (where) => drawnAround(mock, schema, where, { known: asObject(known) }));
  return whole === undefined ? undefined : asSuccess(mock, schema, whole, at.pointer);
}

/** The documented refusal of a sign-up with an e-mail or a name that has signed up before. */
export function signUpConflict(context: RequestContext, tx: Transaction): RoleOutcome {
  const record = signUpRecord(context);
  if (record === undefined || tx.record(record.key) === undefined) return undefined;
  return { refusal: refuse(record.status, `There is an account "${record.identity}" already.`, { code: 'conflict' }) };
}

/** The documented 401 of a sign-in with another password than that of the sign-up, where nothing can change passwords. */
export function wrongPassword(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  const { plan, operation, request } = context;
  if (plan.sign !== 'signs in' || SIGN_UP.test(lastWordOf(operation)) || request.body.kind !== 'parsed')
    return undefined;
  if (!operation.responses.some(({ status }) => status === '401') || changesPasswords(mock)) return undefined;
  const sent = digestOfPassword(request.body.value);
  const identity = identityIn(request.body.value, context);
  const known = identity === undefined ? undefined : tx.record(passwordRecord(identity));
  return known === undefined || sent === undefined || known === sent
    ? undefined
    : { refusal: refuse(401, `The password is not that of the account "${identity}".`) };
}

/** Whether an operation other than sign-ups and sign-ins takes a password or is about one. */
const changesPasswords = onceForEach((mock: MockContext): boolean =>
  mock.api.operations.some((operation) => {
    if (operation.method === 'GET') return false;
    if (/passw|passcode|credential|forgot|recover|reset/i.test(operation.path + operation.id)) return true;
    const sent = (operation.body?.content ?? []).flatMap(({ schema }) => [
      ...mock.fieldsOf(schema ?? true).properties.keys(),
    ]);
    const { sign } = mock.planOf(operation);
    const isSign = sign === 'signs in' || sign === 'signs up';
    return sent.some((name) => (isSign ? /new_?pass/i : /pass/i).test(name));
  }),
);

/** Remembers the password of a sign-up. */
function rememberPassword(context: RequestContext, tx: Transaction): void {
  const { plan, operation, request } = context;
  if (plan.sign !== 'signs up' && !SIGN_UP.test(lastWordOf(operation))) return;
  const sent = request.body.kind === 'parsed' ? request.body.value : null;
  const [identity, password] = [identityIn(sent, context), digestOfPassword(sent)];
  if (identity !== undefined && password !== undefined) tx.setRecord(passwordRecord(identity), password);
}

const passwordRecord = (identity: string): string => `password/${identity}`;

/** A digest of the password in a request, so that no state holds the password. */
function digestOfPassword(sent: Json): string | undefined {
  const password = leaves(sent).find(([name]) => name === 'password')?.[1];
  return password === undefined ? undefined : createHash('sha256').update(password).digest('hex');
}

/** Key of the world record of a sign-up whose operation documents that accounts may exist; `undefined` for others. A create compares its records. */
function signUpRecord(
  context: RequestContext,
): { readonly key: string; readonly identity: string; readonly status: number } | undefined {
  const { plan, role, operation, request } = context;
  const isSignUp = plan.sign === 'signs up' || (plan.sign === 'signs in' && SIGN_UP.test(lastWordOf(operation)));
  const isCalledSignUp = SIGN_UP.test(lastWordOf(operation));
  // The only conflict of a sign-up is an account that exists, whatever the document calls it.
  const conflict = isCalledSignUp && operation.responses.some((each) => each.status === '409') ? '409' : undefined;
  const status = isSignUp && role.kind !== 'create' ? (duplicateRefusal(operation) ?? conflict) : undefined;
  const identity = status && identityIn(request.body.kind === 'parsed' ? request.body.value : null, context);
  if (status === undefined || identity === undefined) return undefined;
  return { key: `sign-up/${operation.path}/${identity}`, identity, status: Number(status) };
}

/** The answer to a sign-in or sign-up, with tokens that identify the user afterwards. */
export function signInAnswer(
  mock: MockContext,
  context: RequestContext,
  response: HttpResponse,
  tx: Transaction,
): HttpResponse {
  const { sign } = context.plan;
  const schema = answerSchema(context.operation);
  const record = response.status >= 400 ? undefined : signUpRecord(context);
  if (record !== undefined) tx.setRecord(record.key, true);
  if (response.status < 400) rememberPassword(context, tx);
  if (response.status >= 400 || schema === undefined)
    return sign === 'signs out' ? signedOut(mock, context, response, tx) : response;
  if (sign === 'signs out') return signedOut(mock, context, response, tx);
  if (response.body.kind !== 'parsed' || !isObject(response.body.value)) return response;
  const { value } = response.body;
  const sent = context.request.body.kind === 'parsed' ? context.request.body.value : null;
  const renewed = leaves(sent)
    .map(([, text]) => tx.record(sessionRecord(text)))
    .find(isObject);
  const identity = renewed === undefined ? identityIn(sent, context) : String(renewed['identity']);
  if (identity === undefined) return response;
  if (sign === 'signs up' && context.role.kind !== 'create') {
    return leaves(value).some(([, text]) => text === identity)
      ? signedUp({ mock, context, tx }, { identity, schema, answer: value, response })
      : response;
  }
  if (sign !== 'signs in') return response;
  const at = personAt(mock, schema, '', 0);
  const person =
    (renewed === undefined ? undefined : personIn(mock, renewed, tx)) ??
    personOf({ mock, context, tx }, identity, at?.schema ?? schema);
  const begun = at === undefined ? value : begunAround({ mock, context, tx }, schema, value, at.pointer);
  const shown = at === undefined ? value : withValueAt(begun, at.pointer, shownAs(mock, person, at.schema) ?? {});
  const holder = at === undefined ? undefined : valueAt(begun, parentOf(at.pointer));
  const whole = withTokens({ mock, context, tx }, schema, asObject(shown), { person, around: holder ?? null });
  if (!mock.validator.accepts(schema, whole, 'response')) return response;
  return documentedAnswer(mock, context, context.plan.success, {
    value: whole,
    headers: response.headers.filter(([name]) => /^location$/i.test(name)),
  });
}

/** The answer to a sign-up, whose record has just been created. */
function signedUp(
  { mock, context, tx }: SignIn,
  of: {
    readonly identity: string;
    readonly schema: Schema;
    readonly answer: JsonObject;
    readonly response: HttpResponse;
  },
): HttpResponse {
  const at = personInside(mock, of.schema) ?? { pointer: '', schema: of.schema };
  const shown = asObject(valueAt(of.answer, at.pointer));
  const person = mergeObjects(shown, deedFields(mock, context.operation, context.request, at.schema));
  tx.setRecord(personRecord(of.identity), person);
  const value = withValueAt(of.answer, at.pointer, person);
  if (!mock.validator.accepts(of.schema, value, 'response')) return of.response;
  return documentedAnswer(mock, context, context.plan.success, {
    value,
    headers: of.response.headers.filter(([name]) => /^location$/i.test(name)),
  });
}

/** The place of a user in an envelope such as `{ success, data }`, which says nothing of a user itself. */
function personInside(
  mock: MockContext,
  schema: Schema,
): { readonly pointer: string; readonly schema: Schema } | undefined {
  const own = [...mock.fieldsOf(schema).properties.keys()].map(withoutSeparators);
  return own.some((name) => name === 'id' || IDENTITIES.includes(name)) ? undefined : personAt(mock, schema, '', 1);
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** The object around the user is a session that has just begun. */
function begunAround({ mock, context }: SignIn, schema: Schema, value: JsonObject, pointer: string): Json {
  const at = parentOf(pointer);
  const holder = at === '' ? undefined : schemaAt(mock.fieldsOf, schema, at);
  const before = valueAt(value, at);
  if (holder === undefined || !isObject(before ?? null)) return value;
  const { properties } = mock.fieldsOf(holder);
  const isOn = [...properties].flatMap(([name, property]) =>
    /^(?:is_?)?(?:active|valid|authenticated)$/i.test(name) && mock.validator.accepts(property, true, 'response')
      ? [[name, true] as const]
      : [],
  );
  const begun = { ...deedFields(mock, context.operation, context.request, holder), ...Object.fromEntries(isOn) };
  return withValueAt(value, at, mergeObjects(asObject(before), begun));
}

function signedOut(mock: MockContext, context: RequestContext, response: HttpResponse, tx: Transaction): HttpResponse {
  const sent = context.request.body.kind === 'parsed' ? leaves(context.request.body.value).map(([, text]) => text) : [];
  for (const token of [tokenOf(context), ...sent])
    if (token !== undefined && isObject(tx.record(sessionRecord(token)))) {
      tx.setRecord(sessionRecord(token), false);
      mock.signOuts.count += 1;
    }
  return response;
}

const personRecord = (identity: string): string => `person/${identity}`;

function identityIn(sent: Json, { parameters }: RequestContext): string | undefined {
  const candidates = [...leaves(sent), ...leaves(parameters.query)];
  for (const name of IDENTITIES) {
    const found = candidates.find(([each]) => each === name)?.[1];
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** All strings in a value with their names in lower case without separators. */
function leaves(value: Json, name = '', depth = 0): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (depth > DEEPEST || !isObject(value)) return [];
  return Object.entries(value).flatMap(([each, inner]) => leaves(inner, withoutSeparators(each), depth + 1));
}

/**
 * The place of the signed-in user in an answer: an object with a login name, or a list of details around
 * one.
 */
function personAt(
  mock: MockContext,
  schema: Schema,
  pointer: string,
  depth: number,
): { readonly pointer: string; readonly schema: Schema } | undefined {
  const { properties } = mock.fieldsOf(schema);
  for (const [name, property] of properties) {
    if (mock.fieldsOf(property).properties.size === 0) continue;
    const names = [...mock.fieldsOf(property).properties.keys()].map(withoutSeparators);
    const isPerson =
      PERSON.test(withoutSeparators(name)) || names.some((each) => IDENTITIES.slice(0, 4).includes(each));
    if (isPerson) return { pointer: `${pointer}/${name}`, schema: property };
    const deeper = depth < 1 ? personAt(mock, property, `${pointer}/${name}`, depth + 1) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

const PERSON = /^(?:user|identity|account|customer|member|profile|me|person)$/;

/** The place of user records, so that their seeds are laid before a sign-in, and before the caller is shown. */
export function signInPlace(mock: MockContext, { plan, operation }: RequestContext): EntityPlace | undefined {
  if (plan.sign === 'shows caller') return mock.callerOf()?.place;
  const schema = plan.sign === 'signs in' ? answerSchema(operation) : undefined;
  const resource = schema === undefined ? undefined : peopleLike(mock, personAt(mock, schema, '', 0)?.schema ?? schema);
  const place = resource === undefined ? undefined : placeOf(mock, resource, {});
  return place?.prefix === '' ? place : undefined;
}

/** The record with the login name, or a new one. */
function personOf({ mock, context, tx }: SignIn, identity: string, schema: Schema): Person {
  const resource = peopleLike(mock, schema);
  const place = resource === undefined ? undefined : placeOf(mock, resource, {});
  if (resource !== undefined && place?.prefix === '') {
    const entities = tx.collection(place.collection).query({ where: [] }).entities;
    const found = entities.find(({ value }) => leaves(value).some(([, text]) => text === identity));
    if (found !== undefined) return { identity, resource, key: found.key, value: asObject(found.value) };
    const there: RequestContext = { ...context, role: { kind: 'create', why: [], resource } };
    const { body } = context.request;
    const sent = {
      ...(body.kind === 'parsed' ? asObject(body.value) : {}),
      ...loginProperties(mock, resource.schema, identity),
    };
    const made = createdFrom(
      { mock, context: there, place, tx },
      asObject(inOwnNames(mock, resource.schema, sent, resource.singular)),
      undefined,
    );
    if (made !== undefined && 'entity' in made)
      return { identity, resource, key: made.entity.key, value: asObject(made.entity.value) };
  }
  const known = tx.record(personRecord(identity));
  if (isObject(known)) return { identity, value: known };
  const value = { ...sentAbout(mock, context, schema), ...loginProperties(mock, schema, identity) };
  tx.setRecord(personRecord(identity), value);
  return { identity, value };
}

/** What a request says of the user that it signs up, as far as the document shows it. */
function sentAbout(mock: MockContext, { request: { body } }: RequestContext, schema: Schema): JsonObject {
  if (body.kind !== 'parsed') return {};
  const { properties, writeOnly } = mock.fieldsOf(schema);
  const sent = Object.entries(asObject(inOwnNames(mock, schema, asObject(body.value), 'user')));
  const shown = sent.filter(
    ([name, value]) => !writeOnly.has(name) && mock.validator.accepts(properties.get(name) ?? false, value, 'response'),
  );
  return Object.fromEntries(shown);
}

function peopleLike(mock: MockContext, schema: Schema): Resource | undefined {
  const wanted = mock.api.deref(schema);
  const names = mock.fieldsOf(schema).properties;
  const words = ['users', 'identities', 'accounts', 'customers', 'members', 'people', 'profiles'];
  const met = words.flatMap((word) => mock.model.meant(word) ?? []).filter(({ singleton }) => !singleton);
  return (
    met.find((each) => mock.api.deref(each.schema) === wanted) ??
    met.find((each) => {
      const own = [...mock.fieldsOf(each.schema).properties.keys()];
      return names.size > 0 && own.filter((name) => names.has(name)).length * 2 >= names.size;
    })
  );
}

/** The properties of a record for a login name. */
function loginProperties(mock: MockContext, schema: Schema, identity: string): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  const order = identity.includes('@')
    ? ['email', 'emailaddress', 'username', 'login']
    : ['username', 'login', 'email', 'phone', 'phonenumber', 'identifier', 'name'];
  const fits = (name: string): boolean => mock.validator.accepts(properties.get(name) ?? false, identity, 'response');
  const found = order.flatMap((word) =>
    [...properties.keys()].filter((name) => withoutSeparators(name) === word && fits(name)),
  )[0];
  return found === undefined ? {} : { [found]: identity };
}

function personIn(mock: MockContext, session: JsonObject, tx: Transaction): Person | undefined {
  const identity = String(session['identity']);
  const user = userOf(mock, session);
  if (user !== undefined) return storedPerson(identity, user, tx);
  const known = tx.record(personRecord(identity));
  return isObject(known) ? { identity, value: known } : undefined;
}

/** Who has not signed in, if the document shows it as one of its users. */
function callerIn(mock: MockContext, tx: Transaction): Person | undefined {
  const caller = mock.callerOf();
  return caller && storedPerson(caller.id, caller, tx);
}

/** A user that is a record of a collection. */
function storedPerson(identity: string, { place, id }: CallingUser, tx: Transaction): Person | undefined {
  const entity = tx.collection(place.collection).get(id);
  return entity && { identity, resource: place.resource, key: entity.key, value: asObject(entity.value) };
}

/** A user in the form of a schema. Unknown properties are drawn, with the same values each time. */
function shownAs(mock: MockContext, { identity, resource, key, value }: Person, schema: Schema): Json | undefined {
  const place = resource === undefined ? undefined : placeOf(mock, resource, {});
  if (place !== undefined && key !== undefined) return projection(mock, place, schema, { isNew: true })(key, value);
  return objectDrawn(`person/${identity}`, (at) => drawnAround(mock, schema, at, { known: value, about: 'user' }));
}

/** Stores what a user sends about itself, if the record can show it. */
function changePerson(mock: MockContext, person: Person, sent: JsonObject, tx: Transaction): Person {
  const changes = inOwnNames(mock, person.resource?.schema ?? true, sent, person.resource?.singular);
  const value = mergeObjects(person.value, asObject(changes));
  const place = person.resource === undefined ? undefined : placeOf(mock, person.resource, {});
  if (person.resource === undefined || place === undefined || person.key === undefined) {
    tx.setRecord(personRecord(person.identity), value);
    return { ...person, value };
  }
  const { properties } = mock.fieldsOf(person.resource.schema);
  const kept = Object.fromEntries(
    Object.entries(value).filter(([name, each]) =>
      mock.validator.accepts(properties.get(name) ?? false, each, 'response'),
    ),
  );
  tx.collection(place.collection).put(person.key, kept);
  return { ...person, value: kept };
}

/** Unique tokens, with their lifetime. */
function withTokens(
  { mock, tx }: SignIn,
  whole: Schema,
  answer: JsonObject,
  { person, around }: { readonly person: Person; readonly around: Json },
): JsonObject {
  const at = tokenPlace(mock.fieldsOf, whole) ?? '';
  const schema = schemaAt(mock.fieldsOf, whole, at) ?? whole;
  const value = asObject(valueAt(answer, at) ?? answer);
  const count = Number(tx.record('sessions') ?? 0) + 1;
  tx.setRecord('sessions', count);
  const tokens: Record<string, Json> = {};
  const now = mock.options.now();
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const word = withoutSeparators(name);
    const isToken = TOKEN_NAME.test(word) || word === 'refreshtoken';
    const candidates: readonly (Json | undefined)[] = isToken
      ? [
          jwt(mock, {
            sub: subject(person),
            jti: `${name}${count}`,
            iat: Math.floor(now / 1000),
            exp: Math.floor(now / 1000) + LIFE,
          }),
          value[name],
        ]
      : word === 'expiresin'
        ? [LIFE, String(LIFE)]
        : /^(?:access|token|accesstoken)?expires(?:at|on)?$/.test(word)
          ? [instantFor(mock, property, now + LIFE * 1000)]
          : /^refresh(?:token)?expires(?:at|on)?$/.test(word)
            ? [instantFor(mock, property, now + REFRESHED * 1000)]
            : [];
    const found = candidates.find((each) => each !== undefined && mock.validator.accepts(property, each, 'response'));
    if (found === undefined) continue;
    tokens[name] = found;
    const { identity, resource, key } = person;
    if (isToken && typeof found === 'string')
      tx.setRecord(sessionRecord(found), { identity, resource: resource?.name ?? null, key: key ?? null, around });
  }
  return asObject(withValueAt(answer, at, { ...value, ...tokens }));
}

function subject({ value, key, identity }: Person): string {
  const { id } = value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : (key ?? identity);
}

/** A JSON Web Token (RFC 7519), signed with a key derived from the seed. */
function jwt({ options }: MockContext, claims: JsonObject): string {
  const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', `standin ${options.seed}`).update(content).digest('base64url')}`;
}
