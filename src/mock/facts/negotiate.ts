import type { HttpRequest } from '../../core/index.ts';
import type { MediaType, Operation, ResponseSpec } from '../../spec/index.ts';
import { isJsonContent, responseFor, sentMediaType } from '../../spec/index.ts';
import {
  fieldValue,
  isForm,
  isJson,
  isMultipart,
  isObject,
  isSequential,
  isXml,
  isYaml,
  negotiate,
  splitList,
} from '../../wire/index.ts';
import type { Choice } from '../model/operation-plan.ts';

/**
 * The successful answer of an operation: the lowest documented 2xx, `2XX` as 200, `default` as 200, else
 * the lowest status that can end an exchange (1xx cannot, RFC 9110 §15.2), `4XX` as 400.
 */
export function successOf(operation: Operation): Choice | undefined {
  const exact = operation.responses
    .filter((spec) => /^2\d\d$/.test(spec.status))
    .sort((a, b) => Number(a.status) - Number(b.status))[0];
  if (exact !== undefined) return { spec: exact, status: Number(exact.status) };
  const loose =
    operation.responses.find((spec) => spec.status === '2XX') ??
    operation.responses.find((spec) => spec.status === 'default');
  if (loose !== undefined) return { spec: loose, status: 200 };
  return operation.responses
    .filter((spec) => !spec.status.startsWith('1'))
    .map((spec) => ({ spec, status: statusNumber(spec.status) }))
    .sort((a, b) => a.status - b.status)[0];
}

/**
 * The success of an operation that documents errors alone, as descriptions of operations without content often do:
 * no content. `undefined` for others, and where the operation is gone (410) or not offered (405, 501).
 */
export function unwrittenSuccess(operation: Operation): Choice | undefined {
  const stated = successOf(operation);
  if (stated === undefined || stated.status < 400 || operation.method === 'GET') return undefined;
  if (operation.responses.some(({ status }) => NEVER_OFFERED.has(status))) return undefined;
  return { spec: undocumentedResponse(operation, 204), status: 204 };
}

const NEVER_OFFERED = new Set(['405', '410', '501']);

/** The documented answer for a requested status. */
export function answerFor(operation: Operation, status: number): Choice | undefined {
  const spec = responseFor(operation, status);
  return spec === undefined ? undefined : { spec, status };
}

function statusNumber(status: string): number {
  return /^\dXX$/.test(status) ? Number(status[0]) * 100 : Number(status);
}

/**
 * `none`: no content is documented. `unmet`: `Accept` excludes every documented media type; this one is the
 * closest.
 */
export type MediaChoice =
  | {
      readonly kind: 'media';
      readonly media: MediaType;
      readonly mediaType: string;
      readonly unmet: boolean;
      /** Unmet, but with the syntax of an accepted type. */
      readonly isAkin?: boolean;
    }
  | { readonly kind: 'none' };

/**
 * The media type of an answer (RFC 9110 §12.5.1). If `Accept` fits none, one of the same syntax, else the
 * first documented one.
 */
export function chooseMedia(spec: ResponseSpec, accept: string | undefined): MediaChoice {
  const content = byPreference(spec.content);
  const [first] = content;
  if (first === undefined) return { kind: 'none' };
  if (accept === undefined && !first.mediaType.includes('*'))
    return { kind: 'media', media: first, mediaType: first.mediaType, unmet: false };
  const offers = content.map(sentMediaType);
  const chosen = negotiate(accept, offers);
  const akin = chosen === undefined ? sameSyntax(accept ?? '', offers) : undefined;
  const mediaType = chosen ?? akin ?? sentMediaType(first);
  const media = content[offers.indexOf(mediaType)] ?? first;
  return { kind: 'media', media, mediaType, unmet: chosen === undefined, isAkin: akin !== undefined };
}

/**
 * `Accept` of a request. With `"stream": true` in the body it is a documented stream, because clients of
 * such services accept JSON.
 */
export function acceptOf(operation: Operation, { headers, body }: HttpRequest): string | undefined {
  const accept = fieldValue(headers, 'accept');
  if (body.kind !== 'parsed' || !isObject(body.value) || body.value['stream'] !== true) return accept;
  return successOf(operation)?.spec.content.find(({ mediaType }) => isSequential(mediaType))?.mediaType ?? accept;
}

/**
 * The offered type with the syntax of an accepted one: JSON for `application/vnd.acme.v2+json` (RFC 6839).
 */
function sameSyntax(accept: string, offers: readonly string[]): string | undefined {
  const wanted = [isJson, isXml, isYaml].find((is) => splitList(accept).some((range) => is(range)));
  return wanted === undefined ? undefined : offers.find(wanted);
}

/**
 * Code generators list `text/plain` or `application/javascript` first for JSON content: if both have one schema, JSON
 * comes first. A media type without parameters comes before one with them (`application/json;stream=watch`).
 */
function byPreference(content: readonly MediaType[]): readonly MediaType[] {
  const [first] = content;
  const semicolon = first?.mediaType.indexOf(';') ?? -1;
  const bare = semicolon < 0 ? undefined : first?.mediaType.slice(0, semicolon).trim();
  const plain = content.find(({ mediaType }) => mediaType === bare);
  if (plain !== undefined) return [plain, ...content.filter((each) => each !== plain)];
  if (first === undefined || isStructured(first.mediaType)) return content;
  const named = referredTo(first);
  const json =
    named === undefined ? undefined : content.find((each) => isJsonContent(each) && referredTo(each) === named);
  return json === undefined ? content : [json, ...content.filter((each) => each !== json)];
}

/** The schema that a media type, or the items of its list, refers to. */
function referredTo({ schema }: MediaType): string | undefined {
  if (typeof schema !== 'object') return undefined;
  const { items } = schema;
  return schema.$ref ?? (typeof items === 'object' && items.$ref !== undefined ? `${items.$ref}[]` : undefined);
}

/**
 * Whether entities can be written in the media type. A CSV or HTML report, or a picture, comes from the
 * document.
 */
export function isStructured(mediaType: string): boolean {
  return [isJson, isXml, isYaml, isForm, isMultipart, isSequential].some((is) => is(mediaType));
}

/** A substitute for a response that the document does not have. */
export function undocumentedResponse(operation: Operation, status: number): ResponseSpec {
  return { status: String(status), description: '', headers: [], content: [], links: [], pointer: operation.pointer };
}

export const JSON_MEDIA: MediaType = { mediaType: 'application/json', examples: [], encoding: {}, pointer: '' };
