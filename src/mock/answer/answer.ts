import type { Body, HeaderFields, HttpResponse, Json } from '../../core/index.ts';
import type { MediaType, ResponseHeader, ResponseSpec } from '../../spec/index.ts';
import { bodyShapesOf } from '../../spec/index.ts';
import { encodeBody, isBodiless, isJson, isSequential, stringifyJson } from '../../wire/index.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import { originOf } from '../facts/origin.ts';
import { momentOf } from '../fields/initial-values.ts';
import { instantFor } from '../fields/server-fields.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { listText } from '../model/list-text.ts';
import type { Choice } from '../model/operation-plan.ts';
import { drawnHeaderFields, hasField } from './headers.ts';

/** What a documented answer carries. */
interface AnswerContent {
  /** The value of the body; without one there is no body. */
  readonly value?: Json | undefined;
  readonly headers?: HeaderFields;
  /** The stored entities that the value is or contains. */
  readonly list?: readonly Json[] | undefined;
}

/** A documented answer in the negotiated media type. It has no body if no content is documented. */
export function documentedAnswer(
  mock: MockContext,
  context: RequestContext,
  choice: Choice,
  { value, headers = [], list }: AnswerContent = {},
): HttpResponse {
  const { spec, status } = choice;
  const chosen = chooseMedia(spec, context.accept);
  const media = chosen.kind === 'media' ? chosen : undefined;
  return {
    status,
    headers: withShown(
      mock,
      context,
      spec,
      status === 405 ? [...headers, ['Allow', methodsAt(mock, context)]] : headers,
    ),
    body:
      value === undefined || media === undefined || isBodiless(status)
        ? { kind: 'none' }
        : encode(mock, value, media, list === undefined ? undefined : (whole) => listText(mock.texts, whole, list)),
  };
}

/** The given header fields, and those that the document requires besides them. */
function withShown(mock: MockContext, context: RequestContext, spec: ResponseSpec, given: HeaderFields): HeaderFields {
  const shown = context.plan.shownFields(spec);
  if (shown.every(({ name }) => hasField(given, name))) return given;
  const there = [...given, ...(spec.status === '201' ? targetOf(mock, context, shown, given) : [])];
  const present = [...there, ...context.plan.lifecycle(context.pathParams)];
  return [
    ...there,
    ...shown.flatMap((header) =>
      hasField(present, header.name) ? [] : (endField(mock, header) ?? drawnOnce(mock, context, header, spec.status)),
    ),
  ];
}

/** The end of something that begins with this answer: `X-Expires-After`. */
function endField(mock: MockContext, { name, schema, examples }: ResponseHeader): HeaderFields | undefined {
  const moment = momentOf(name.replaceAll('-', '_').replace(/_after$/i, ''));
  if (moment === undefined || schema === undefined || examples.length > 0 || mock.options.stateless) return undefined;
  const end = /^expires$/i.test(name) ? undefined : instantFor(mock, schema, mock.options.now() + moment);
  return end === undefined ? undefined : [[name, String(end)]];
}

/** A drawn value depends only on its place, so it is drawn once, for the first answer. */
function drawnOnce(mock: MockContext, { plan }: RequestContext, header: ResponseHeader, status: string): HeaderFields {
  let drawn = plan.drawn.get(header);
  if (drawn === undefined) {
    drawn = drawnHeaderFields(mock, [header], { at: plan.drawnAs, status });
    plan.drawn.set(header, drawn);
  }
  return drawn;
}

/** If no better place is known, the item of a 201 is at the request target (RFC 9110 §15.3.2). */
function targetOf(
  mock: MockContext,
  context: RequestContext,
  shown: readonly ResponseHeader[],
  given: HeaderFields,
): HeaderFields {
  const location = shown.find(({ name }) => /^location$/i.test(name));
  const { path } = context.request;
  const { schema, examples = [] } = location ?? {};
  if (location === undefined || schema === undefined || hasField(given, 'location')) return [];
  if (examples.some(({ value }) => leadsHere(context, value))) return [];
  // A document may require a URL (`format: uri`).
  const target = [path, originOf(context) + path].find((form) => mock.validator.accepts(schema, form, 'response'));
  return target === undefined ? [] : [[location.name, target]];
}

/** Whether a documented example of a location can be followed: it is complete, and its host is this one. */
function leadsHere(context: RequestContext, example: Json): boolean {
  if (typeof example !== 'string' || /[{}\s]/.test(example)) return false;
  return !/^[a-z][a-z\d+.-]*:/i.test(example) || example.startsWith(`${originOf(context)}/`);
}

/** RFC 9110 §15.5.6 requires the methods in a 405, even if the document has only the 405. */
function methodsAt(mock: MockContext, context: RequestContext): string {
  return [...new Set(mock.operationsAt(context.operation.path).map(({ method }) => method))].join(', ');
}

/** A documented media type, and the concrete one that an answer has. */
interface ChosenMedia {
  readonly media: MediaType;
  readonly mediaType: string;
}

export function encode(
  mock: Pick<MockContext, 'api' | 'generator'> & { readonly options: { readonly seed: number } },
  value: Json,
  { media, mediaType }: ChosenMedia,
  write: (value: Json) => string = stringifyJson,
): Body {
  if (isSequential(mediaType)) return { kind: 'stream', mediaType, items: Array.isArray(value) ? value : [value] };
  if (isJson(mediaType)) return { kind: 'parsed', mediaType, value, text: write(value) };
  const shapes = bodyShapesOf(mock.api, media, mediaType, ({ headers }) =>
    drawnHeaderFields(mock, headers, { at: media.pointer }),
  );
  const encoded = encodeBody(value, mediaType, shapes);
  return encoded.text === undefined
    ? { kind: 'bytes', mediaType: encoded.mediaType, bytes: encoded.bytes ?? new Uint8Array() }
    : { kind: 'parsed', mediaType: encoded.mediaType, value, text: encoded.text };
}
