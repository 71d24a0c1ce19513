import type { HttpRequest, Json } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import { type Api, isJsonContent, type Operation, type Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { fieldValue, parseCookies, withoutSeparators } from '../../wire/index.ts';
import type { RequestContext } from '../model/context.ts';
import type { FieldsOf } from '../model/fields.ts';
import type { SignUse } from '../model/operation-plan.ts';
import { successOf } from './negotiate.ts';

const CALLER = /^(?:me|self|whoami|user|currentuser|current|userinfo|profile|myself|myprofile)$/;
const OUT = /^(?:logout|signout|logoff|signoff|endsession|revoke)$/;
const IN =
  /^(?:login|signin|token|tokens|sessions?|auth|authenticate|signup|register|registration|refresh|verify|logins)$/;
/** Names of values that identify the caller in later requests. */
export const TOKEN_NAME: RegExp = /^(?:access|session|auth|bearer|id|user|api)?token$|^jwt$|^accesskey$/;
/** The last word of a path where an account is made. */
export const SIGN_UP: RegExp = /^(?:signup|register|registration)$/;
const IDENTITY = /^(?:email|emailaddress|username|login)$/;
const SECRET = /^(?:password|passwd|pass|pin|passcode|passphrase|newpassword)$/;

/** What an operation has to do with signing in. The word may stand anywhere in the path, but keys that are kept in a list (`/auth/api-keys`) are records. */
export function signUseOf(
  operation: Operation,
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  fieldsOf: FieldsOf,
): SignUse | undefined {
  const { method, path } = operation;
  if (path.includes('{') && method !== 'POST') return undefined;
  const words = wordsOfPath(path);
  const last = words.at(-1) ?? '';
  if (OUT.test(last)) return 'signs out';
  if (method === 'GET' || method === 'PUT' || method === 'PATCH')
    return CALLER.test(last) && !path.includes('{') && !isList(operation, api) ? 'shows caller' : undefined;
  if (method !== 'POST') return undefined;
  const shown = fieldsOf(answerSchema(operation) ?? true).properties;
  const names = [...shown.keys()].map(withoutSeparators);
  const { kind, resource } = model.roleOf(operation);
  const isKept = kind === 'create' && resource?.enumerable === true;
  const named = isKept ? [last] : words;
  const hasToken =
    names.some((name) => TOKEN_NAME.test(name)) || tokenPlace(fieldsOf, answerSchema(operation) ?? true) !== undefined;
  if (hasToken && named.some((word) => IN.test(word))) return 'signs in';
  const sentNames = (operation.body?.content ?? []).flatMap(({ schema }) => [
    ...fieldsOf(schema ?? true).properties.keys(),
  ]);
  const has = (form: RegExp): boolean => sentNames.some((name) => form.test(withoutSeparators(name)));
  return has(SECRET) || (SIGN_UP.test(last) && has(IDENTITY)) ? 'signs up' : undefined;
}

/** Objects of an answer in which the tokens of a session may stand. */
const HOLDER = /^(?:data|result|payload|response|tokens?|session|auth|authentication|authorization|credentials)$/;
const DEEPEST_HOLDER = 2;

/** The place of the tokens in an answer: `''` at its top, `/tokens`, `/data/session`. */
export function tokenPlace(fieldsOf: FieldsOf, schema: Schema, pointer = '', depth = 0): string | undefined {
  const properties = [...fieldsOf(schema).properties];
  const isAlone = (property: Schema): boolean => fieldsOf(property).properties.size === 0;
  if (properties.some(([name, property]) => TOKEN_NAME.test(withoutSeparators(name)) && isAlone(property)))
    return pointer;
  if (depth === DEEPEST_HOLDER) return undefined;
  for (const [name, property] of properties) {
    const found =
      HOLDER.test(withoutSeparators(name)) && !isAlone(property)
        ? tokenPlace(fieldsOf, property, `${pointer}/${name}`, depth + 1)
        : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const wordsOfPath = (path: string): readonly string[] =>
  path
    .split('/')
    .map(withoutSeparators)
    .filter((word) => word !== '');

export const lastWordOf = ({ path }: Operation): string => wordsOfPath(path).at(-1) ?? '';

function isList(operation: Operation, api: Api): boolean {
  const target = api.deref(answerSchema(operation) ?? true);
  return typeof target === 'object' && target.type === 'array';
}

export function answerSchema(operation: Operation): Schema | undefined {
  return successOf(operation)?.spec.content.find(isJsonContent)?.schema;
}

/** Whether a request signs in with this text as the user of HTTP Basic (RFC 7617): the item that it names is the caller's own account. */
export function isCallers({ headers }: Pick<HttpRequest, 'headers'>, text: string): boolean {
  const [, encoded] = /^basic +(\S+)$/i.exec(fieldValue(headers, 'authorization') ?? '') ?? [];
  return encoded !== undefined && Buffer.from(encoded, 'base64').toString().split(':', 1)[0] === text;
}

/** Key of the world record of a session, by the token that a sign-in has given; the record is `false` after the token was signed out. */
export const sessionRecord = (token: string): string => `session/${token}`;

/** What a world knows of the session whose token a request sends. Undefined for a token that no sign-in has given. */
export function sentSession(context: RequestContext, tx: Transaction): Json | undefined {
  const token = tokenOf(context);
  return token === undefined ? undefined : tx.record(sessionRecord(token));
}

/** The token that a request sends: its credential, a header field for tokens, or a cookie. */
export function tokenOf({ request }: RequestContext): string | undefined {
  const field = fieldValue(request.headers, 'authorization')?.replace(/^\S+\s+/, '');
  if (field !== undefined) return field;
  const header = request.headers.find(([name]) => /^x-(?:[a-z]+-)*token$/i.test(name))?.[1];
  return header ?? parseCookies(request.headers).find(({ name }) => /token|session/i.test(name))?.value;
}
