import { jsonBodyOf, type Operation, propertiesOf } from '../../../spec/index.ts';
import { isObject, isSecretName, parseQuery } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentObject } from '../../requests/draw-request.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';

export const authValidRefused: Check = defineCheck({
  id: 'auth.valid-refused',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  needs: ['valid', 'refusal'],
  question: 'Is the credential accepted by every operation that documents it?',
  guard:
    'Only if the same credential was accepted elsewhere in this run, and not only by operations that need none. A 403 may mean missing rights, unless the operation asks for none; where the operation has worked with this credential, or the request has optional parts, it is about the values. An operation that documents only errors may answer with one of them. A 401 of an operation that takes a password or token of its own, or whose path names one and that has never worked, is about that one. So is a 403 for an item that may not exist. What is about the caller (`/me`) may refuse the credential of a service, which belongs to no user.',
  judge(exchange) {
    const { purpose, response, operation } = exchange;
    if (operation === undefined || purpose.expect !== 'valid' || !exchange.credentialWorks) return [];
    if (exchange.documented !== undefined && documentsOnlyErrors(operation)) return [];
    if (response.status === 401 && (carriesSecret(exchange) || isAboutSecret(exchange))) return [];
    if (response.status === 403 && !purpose.proven) return [];
    if (!exchange.hasWorked && isAboutCaller(operation)) return [];
    if (response.status === 403 && (exchange.hasWorked || hasOptionalParts(exchange))) return [];
    const scopes = operation.security.some((uses) => uses.some((use) => use.scopes.length > 0));
    if (response.status !== 401 && (response.status !== 403 || scopes || exchange.documented !== undefined)) return [];
    return [
      {
        pointer: `${operation.pointer}/security`,
        messagePointer: '/status',
        expected: 'an answer',
        actual: String(response.status),
        message: `${operation.id} refuses (${response.status}) a credential that other operations with the same security accept.`,
      },
    ];
  },
});

/** Whether a request has more than it must. The same one without that is sent as well. */
function hasOptionalParts({ operation, request, api }: Exchange): boolean {
  const { parameters = [] } = operation ?? {};
  const query = parseQuery(request.query);
  const isOptional = (name: string): boolean =>
    parameters.some((each) => each.in === 'query' && each.name === name && !each.required);
  if (query.ok && query.pairs.some(({ name }) => isOptional(name))) return true;
  const schema = operation === undefined ? undefined : jsonBodyOf(operation)?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  return Object.keys(sentObject(request) ?? {}).some((name) => properties[name]?.required === false);
}

/** Whether an operation is about the user that the credential belongs to: `/users/me`, `/me/settings`. */
function isAboutCaller({ path }: Operation): boolean {
  return path.split('/').some((part) => OF_CALLERS.test(part));
}

const OF_CALLERS = /^(@?me|~me|self|whoami|current[-_]?user)$/i;

/** Whether an operation that never worked is about a secret: `/password-reset/validate`, `/auth/refresh`. */
function isAboutSecret({ operation, hasWorked }: Exchange): boolean {
  const words = (operation?.path ?? '').replace(/\{[^{}]*\}/g, '').split(/[^A-Za-z]+/);
  return !hasWorked && words.some((word) => OF_SECRETS.test(word));
}

const OF_SECRETS = /^(login|signin|passwords?|passwd|otp|invitations?|invites?|reset|refresh)$/i;

/** Whether the request carries a made-up secret of its own, such as a password or a token from a mail. */
function carriesSecret({ operation, request }: Exchange): boolean {
  const { body } = request;
  const inBody = body.kind === 'parsed' && isObject(body.value) ? Object.keys(body.value) : [];
  const named = (operation?.parameters ?? []).filter(({ in: place }) => place === 'path' || place === 'query');
  return [...inBody, ...named.map(({ name }) => name)].some((name) => isSecretName(name));
}
