import type { HttpRequest, Violation } from '../../core/index.ts';
import { VIOLATIONS } from '../../core/index.ts';
import type { DecodedParameters, Operation } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { isArray } from '../../wire/index.ts';
import { isSteps } from '../entity/patch.ts';
import { chooseMedia, concreteType, successOf } from '../facts/negotiate.ts';
import { type Refusal, refuse, sentenceOf } from '../model/refusal.ts';

/** What a request is judged by, beside the document. */
export interface Judged {
  readonly request: HttpRequest;
  readonly parameters: DecodedParameters;
  readonly accept: string | undefined;
  /** An `Accept` that fits nothing is refused: the client asked for it by `Prefer: handling=strict` (RFC 7240 §4.4). */
  readonly isStrict: boolean;
}

/** Judges a decoded request by the document: 415 → 406 → 400 → 422, all violations in one refusal. None of this has touched any state. */
export function judged(validator: Validator, operation: Operation, asked: Judged): Refusal | undefined {
  const { request, parameters } = asked;
  // A body that is not documented has no meaning (RFC 9110 §9.3.1): it is left out.
  const seen: HttpRequest =
    operation.body === undefined && request.body.kind !== 'none' ? { ...request, body: { kind: 'none' } } : request;
  const violations = withoutOtherForm(validator.request(operation, seen, parameters), seen);
  if (violations.length === 0) return unacceptable(operation, asked);
  return unsupported(operation, violations) ?? unacceptable(operation, asked) ?? invalid(operation, violations);
}

/** A list of steps is a JSON Patch by its media type (RFC 6902), also where the document says of all its media types that the body is an object. */
function withoutOtherForm(violations: readonly Violation[], { method, body }: HttpRequest): readonly Violation[] {
  if (method !== 'PATCH' || body.kind !== 'parsed' || violations.length === 0) return violations;
  if (!/^application\/json-patch\+json\b/i.test(body.mediaType) || !isArray(body.value) || !isSteps(body.value))
    return violations;
  const isRefused = violations.some(({ pointer, keyword }) => pointer === '/body' && keyword === 'type');
  return isRefused ? violations.filter(({ pointer }) => !/^\/body(\/|$)/.test(pointer)) : violations;
}

function unsupported(operation: Operation, violations: readonly Violation[]): Refusal | undefined {
  const found = violations.find((violation) => violation.code === 'media-type.unsupported');
  if (found === undefined) return undefined;
  const types = (operation.body?.content ?? []).map((media) => media.mediaType).join(', ');
  const accept = [
    ['Accept', types] as const,
    ...(operation.method === 'PATCH' ? [['Accept-Patch', types] as const] : []),
  ];
  return refuse(415, found.message, { headers: types === '' ? [] : accept, violations: [found] });
}

/** 406 only where the document has it, or the client asks for strictness: most services ignore an `Accept` that fits nothing, as RFC 9110 §12.5.1 allows. */
function unacceptable(operation: Operation, { accept, isStrict }: Judged): Refusal | undefined {
  if (accept === undefined || accept === '*/*' || !(isStrict || documents(operation, '406'))) return undefined;
  const success = successOf(operation);
  const chosen = success === undefined ? undefined : chooseMedia(success.spec, accept);
  if (success === undefined || chosen?.kind !== 'media' || !chosen.unmet) return undefined;
  if (chosen.isAkin === true && !isStrict) return undefined;
  const offers = success.spec.content.map(({ mediaType }) => concreteType(mediaType));
  const message = `Accept ${accept} rules out every documented media type: ${offers.join(', ')}.`;
  return refuse(406, message, { violations: [{ code: 'accept.unsatisfiable', pointer: '/header/accept', message }] });
}

function invalid(operation: Operation, violations: readonly Violation[]): Refusal {
  const malformed = violations.filter((violation) => statusOf(violation) === 400);
  if (malformed.length > 0)
    return refuse(malformedStatus(operation), sentenceOf(malformed), {
      code: malformed.some((each) => each.code === 'body.malformed') ? 'malformed_body' : 'malformed_request',
      violations: malformed,
    });
  if (violations.every(({ pointer }) => pointer.startsWith('/path/')) && onlyMissing(operation))
    return refuse(404, sentenceOf(violations), { violations });
  return refuse(invalidStatus(operation), sentenceOf(violations), { code: 'validation_failed', violations });
}

/** Whether a document that has no word for a wrong value has one for what is not there: no item can have an id that is none. */
function onlyMissing(operation: Operation): boolean {
  return documents(operation, '404') && !documents(operation, '400', '422', '4XX', 'default');
}

/** What cannot even be read is 400, unless the document has 422 and nothing that 400 could be. */
function malformedStatus(operation: Operation): 400 | 422 {
  return documents(operation, '422') && !documents(operation, '400', '4XX', 'default') ? 422 : 400;
}

/** The status of a request that can be read and breaks a rule: 422, or 400 where the document has only that, or only `default`: the general one. */
export function invalidStatus(operation: Operation): 400 | 422 {
  if (documents(operation, '422')) return 422;
  return documents(operation, '400') || (documents(operation, 'default') && !documents(operation, '4XX')) ? 400 : 422;
}

/** Status for what does not fit what is stored: 409, where the document has it or nothing else for a request that cannot be carried out. */
export function conflictStatus(operation: Operation): number {
  const isSaid = documents(operation, '409', '4XX', 'default') || !documents(operation, '400', '422');
  return isSaid ? 409 : invalidStatus(operation);
}

function documents({ responses }: Operation, ...statuses: readonly string[]): boolean {
  return responses.some(({ status }) => statuses.includes(status));
}

function statusOf(violation: Violation): number {
  const rule = VIOLATIONS[violation.code];
  return 'status' in rule ? rule.status : 422;
}
