import type { HttpRequest, Violation } from '../../core/index.ts';
import { VIOLATIONS } from '../../core/index.ts';
import type { DecodedParameters, Operation } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { concreteMediaType, fieldValue, isArray, isObject } from '../../wire/index.ts';
import { isSteps } from '../entity/patch.ts';
import { chooseMedia, successOf } from '../facts/negotiate.ts';
import type { OperationPlan } from '../model/operation-plan.ts';
import { type Refusal, refuse, sentenceOf } from '../model/refusal.ts';
import { withoutIds } from '../relations/named-by-id.ts';

/** What a request is judged by, besides the document. */
export interface JudgedRequest {
  readonly request: HttpRequest;
  readonly parameters: DecodedParameters;
  readonly accept: string | undefined;
  /**
   * An `Accept` that fits nothing is refused, because the client sent `Prefer: handling=strict` (RFC 7240
   * §4.4).
   */
  readonly isStrict: boolean;
  readonly plan: Pick<OperationPlan, 'namedByIds' | 'invalidStatus'>;
}

/**
 * Judges a decoded request by the document: 415, 406, 400, 422, in this order, with all violations in one
 * refusal. Does not use the state.
 */
export function refusalByDocument(
  validator: Validator,
  operation: Operation,
  context: JudgedRequest,
): Refusal | undefined {
  const { request, parameters } = context;
  const { kind } = request.body;
  if (operation.body === undefined && kind !== 'none' && documents(operation, '415'))
    return refuse(415, `${operation.method} ${operation.path} takes no body.`);
  // An undocumented body has no meaning (RFC 9110 §9.3.1) and is ignored.
  const seen: HttpRequest =
    operation.body === undefined && request.body.kind !== 'none' ? { ...request, body: { kind: 'none' } } : request;
  const found = withoutAnyLanguage(withoutOtherForm(validator.request(operation, seen, parameters), seen), seen);
  const violations = withoutIds(found, context.plan.namedByIds, seen);
  if (violations.length === 0) return unacceptable(operation, context);
  return (
    withoutCredential(operation, violations) ??
    unsupportedMedia(operation, violations) ??
    unacceptable(operation, context) ??
    invalid(operation, context, violations)
  );
}

/** The documented 401 of a request without a required header field for a credential, such as `X-API-Key`. */
function withoutCredential(operation: Operation, violations: readonly Violation[]): Refusal | undefined {
  const missing = violations.filter(
    ({ code, pointer }) => code === 'parameter.required' && isCredential(pointer) && documents(operation, '401'),
  );
  return missing.length === 0 ? undefined : refuse(401, sentenceOf(missing), { violations: missing });
}

const isCredential = (pointer: string): boolean => CREDENTIAL.test(pointer) && !NO_CREDENTIAL.test(pointer);
const CREDENTIAL =
  /^\/header\/(?:x-)?(?:[a-z0-9]+[-_])*(?:(?:api|subscription|user)[-_]?key|(?:auth|access|session|user)?[-_]?token|authorization)$/i;
/** Tokens that say something else than who calls. */
const NO_CREDENTIAL =
  /[/_-](?:ca?ptcha|client|continuation|csrf|xsrf|device|idempotency|page|push|registration|request|sync|verification)[-_]?token$/i;

/**
 * A list of steps with the media type of JSON Patch (RFC 6902) is valid, even if the document has an object
 * for all its media types.
 */
function withoutOtherForm(violations: readonly Violation[], { method, body }: HttpRequest): readonly Violation[] {
  if (method !== 'PATCH' || body.kind !== 'parsed' || violations.length === 0) return violations;
  if (!/^application\/json-patch\+json\b/i.test(body.mediaType) || !isArray(body.value) || !isSteps(body.value))
    return violations;
  const isRefused = violations.some(({ pointer, keyword }) => pointer === '/body' && keyword === 'type');
  return isRefused ? violations.filter(({ pointer }) => !/^\/body(\/|$)/.test(pointer)) : violations;
}

/**
 * Programs send `Accept-Language: *` and browsers a list of languages for every request. A service that has none of them
 * answers in another one (RFC 9110 §12.5.4). A single language is judged like any value.
 */
function withoutAnyLanguage(violations: readonly Violation[], { headers }: HttpRequest): readonly Violation[] {
  const at = '/header/accept-language';
  if (!violations.some(({ pointer }) => pointer === at)) return violations;
  const sent = fieldValue(headers, 'accept-language') ?? '';
  return sent.trim() === '*' || sent.includes(',') ? violations.filter(({ pointer }) => pointer !== at) : violations;
}

/** Refuses a body whose end lies before its start, if the document states their order. */
export function reversedTimes(
  { order, invalidStatus }: Pick<OperationPlan, 'order' | 'invalidStatus'>,
  { body }: HttpRequest,
): Refusal | undefined {
  if (order === undefined || body.kind !== 'parsed' || !isObject(body.value)) return undefined;
  const { [order.low]: low, [order.high]: high } = body.value;
  if (typeof low !== 'string' || typeof high !== 'string' || !(Date.parse(high) < Date.parse(low))) return undefined;
  return refuse(invalidStatus(), `\`${order.high}\` must not be before \`${order.low}\`.`);
}

function unsupportedMedia(operation: Operation, violations: readonly Violation[]): Refusal | undefined {
  const found = violations.find((violation) => violation.code === 'media-type.unsupported');
  if (found === undefined) return undefined;
  const types = (operation.body?.content ?? []).map((media) => media.mediaType).join(', ');
  const accept = [
    ['Accept', types] as const,
    ...(operation.method === 'PATCH' ? [['Accept-Patch', types] as const] : []),
  ];
  return refuse(415, found.message, { headers: types === '' ? [] : accept, violations: [found] });
}

/**
 * 406 only if the document has it, or the client asks for strictness: most services ignore an `Accept` that
 * fits nothing, as RFC 9110 §12.5.1 allows.
 */
function unacceptable(operation: Operation, { accept, isStrict }: JudgedRequest): Refusal | undefined {
  if (accept === undefined || accept === '*/*' || !(isStrict || documents(operation, '406'))) return undefined;
  const success = successOf(operation);
  const chosen = success === undefined ? undefined : chooseMedia(success.spec, accept);
  if (success === undefined || chosen?.kind !== 'media' || !chosen.unmet) return undefined;
  if (chosen.isAkin === true && !isStrict) return undefined;
  const offers = success.spec.content.map(({ mediaType }) => concreteMediaType(mediaType));
  const message = `Accept ${accept} rules out every documented media type: ${offers.join(', ')}.`;
  return refuse(406, message, { violations: [{ code: 'accept.unsatisfiable', pointer: '/header/accept', message }] });
}

function invalid(operation: Operation, { plan }: JudgedRequest, violations: readonly Violation[]): Refusal {
  const malformed = violations.filter((violation) => statusOf(violation) === 400);
  if (malformed.length > 0)
    return refuse(malformedStatus(operation), sentenceOf(malformed), {
      code: malformed.some((each) => each.code === 'body.malformed') ? 'malformed_body' : 'malformed_request',
      violations: malformed,
    });
  if (violations.every(({ pointer }) => pointer.startsWith('/path/')) && onlyMissing(operation))
    return refuse(404, sentenceOf(violations), { violations });
  return refuse(plan.invalidStatus(), sentenceOf(violations), { code: 'validation_failed', violations });
}

/** Whether a document has 404 and no status for an invalid value: no item can have an invalid id. */
function onlyMissing(operation: Operation): boolean {
  return documents(operation, '404') && !documents(operation, '400', '422', '4XX', 'default');
}

/** An unreadable request is 400, unless the document has 422 and no 400. */
function malformedStatus(operation: Operation): 400 | 422 {
  return documents(operation, '422') && !documents(operation, '400', '4XX', 'default') ? 422 : 400;
}

/**
 * The status of a readable request that breaks a rule: the documented one of 422 and 400, else the one that more operations of the document have, else 400
 * if `default` is documented, else 422.
 */
export function invalidStatus(operation: Operation, usual: () => 400 | 422 | undefined): 400 | 422 {
  if (documents(operation, '422')) return 422;
  if (documents(operation, '400')) return 400;
  return usual() ?? (documents(operation, 'default') && !documents(operation, '4XX') ? 400 : 422);
}

/**
 * Whether the document has a status for a valid request with a value that the stored record cannot show.
 * Without one, such a value is left out.
 */
export function refusesValues(operation: Operation): boolean {
  return documents(operation, '400', '422', '4XX', 'default');
}

/** The one of both that more operations have, at least two; undefined without such a one. */
export function usualInvalidStatus(all: readonly Operation[]): 400 | 422 | undefined {
  const having = (status: string): number => all.filter((each) => documents(each, status)).length;
  const [bad, unprocessable] = [having('400'), having('422')];
  if (Math.max(bad, unprocessable) < 2 || bad === unprocessable) return undefined;
  return bad > unprocessable ? 400 : 422;
}

/** What a description says of a conflict. Statuses with another meaning (401, 404 …) are never one. */
const CONFLICT = /conflict|already (?:exists|taken|in use)|duplicate/i;
const MAY_CONFLICT = /^4(?!0[13456]|15|29)\d\d$/;

/**
 * The status of a conflict with stored data: 409 if the document has it, else the documented status whose
 * description speaks of a conflict, else 409 if no other status is for a valid request that cannot be
 * carried out.
 */
export function conflictStatus(operation: Operation): number {
  if (documents(operation, '409')) return 409;
  const conflict = operation.responses.find(
    ({ status, description }) => MAY_CONFLICT.test(status) && CONFLICT.test(description),
  );
  if (conflict !== undefined) return Number(conflict.status);
  if (documents(operation, '4XX', 'default') || !documents(operation, '400', '422')) return 409;
  return documents(operation, '422') ? 422 : 400;
}

function documents({ responses }: Operation, ...statuses: readonly string[]): boolean {
  return responses.some(({ status }) => statuses.includes(status));
}

function statusOf(violation: Violation): number {
  const rule = VIOLATIONS[violation.code];
  return 'status' in rule ? rule.status : 422;
}
