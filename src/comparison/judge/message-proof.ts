import type { SchemaSource } from '../../containment/index.ts';
import type { Body, HttpRequest, Json, Violation } from '../../core/index.ts';
import {
  createForms,
  decodeParameters,
  type MediaType,
  type Operation,
  type Parameter,
  type ResponseHeader,
} from '../../spec/index.ts';
import type { OwnedValidator } from '../../validation/index.ts';
import {
  decodeBody,
  decodeText,
  encodeBody,
  encodeParameter,
  isForm,
  isJson,
  isMultipart,
  isObject,
  parsePointer,
  stringifyJson,
} from '../../wire/index.ts';
import type { ChangeWitness } from '../model/finding.ts';
import { sentRequest } from './curl.ts';
import { pathValuesOf } from './path-values.ts';

/** A document, with the means to generate and validate whole messages. */
export interface MessageSource extends SchemaSource {
  readonly validator: OwnedValidator;
}

/** The side that accepts a message, and the side that may refuse it. */
export interface MessageSides {
  readonly accepts: MessageSource;
  readonly acceptor: Operation;
  readonly refuses: MessageSource;
  readonly refuser: Operation;
}

/** `open`: whole messages cannot decide this case. */
export type MessageProof =
  | { readonly kind: 'shown'; readonly witness: ChangeWitness }
  /** Refused, but for something at another place. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'refuted' }
  | { readonly kind: 'open' };

/** Names and indexes from a value to a place in it; `*` is any. */
export type GapPlace = readonly string[];

/** A value, and where in it the refusal must be. */
interface PlacedValue {
  readonly value: Json;
  readonly place: GapPlace;
}

const OPEN: MessageProof = { kind: 'open' };

/** Holds a request with this body to both operations, Prism included. What is not JSON is written by one and read by the other. */
export function bodyProof(
  sides: MessageSides,
  [media, other]: readonly [MediaType, MediaType],
  { value, place }: PlacedValue,
): MessageProof {
  const { mediaType } = media;
  const drawn = drawMessage(sides, {}, mediaType);
  if (drawn === undefined) return OPEN;
  const bodies = isJson(mediaType)
    ? [jsonBody(mediaType, value), jsonBody(mediaType, value)]
    : writtenBodies(sides, [media, other], value);
  const headers = drawn.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const [request, again] = bodies.map(
    (body): HttpRequest => ({
      ...drawn,
      // That of a multipart body has its boundary.
      headers: [...headers, ['content-type', 'mediaType' in body ? body.mediaType : mediaType]],
      body,
    }),
  );
  if (request === undefined || again === undefined) return OPEN;
  return verdictOf(sides, [request, again], { value, place }, (pointer) => pointer.startsWith('/body'));
}

const jsonBody = (mediaType: string, value: Json): Body => ({
  kind: 'parsed',
  mediaType,
  value,
  text: stringifyJson(value),
});

/** A body as the side that accepts it writes it, and as each side reads that. None where it has no text of its own. */
function writtenBodies(
  sides: MessageSides,
  [media, other]: readonly [MediaType, MediaType],
  value: Json,
): readonly Body[] {
  const { mediaType } = media;
  const written = encodeBody(value, mediaType, createForms(sides.accepts.api)(media).shapes(mediaType));
  const isTyped = isForm(mediaType) || isMultipart(mediaType);
  // A form without fields has no text, and a service takes that for a missing body.
  if (isTyped && isObject(value) && Object.keys(value).length === 0) return [];
  const read = [
    [sides.accepts, media],
    [sides.refuses, other],
  ] as const;
  return read.flatMap(([{ api }, each]): readonly Body[] => {
    const form = createForms(api)(each);
    const options = form.shapes(mediaType);
    const body =
      written.text === undefined
        ? decodeBody(written.bytes, written.mediaType, options)
        : decodeText(written.text, written.mediaType, options);
    if (body.kind !== 'parsed') return [];
    return [isTyped ? { ...body, value: form.typed(body.value, body.text) } : body];
  });
}

/** Validates a request with this parameter against both operations, with Prism as well. */
export function parameterProof(sides: MessageSides, parameter: Parameter, value: Json): MessageProof {
  const request = drawMessage(sides, { [`${parameter.in}.${parameter.name}`]: value });
  if (request === undefined) return OPEN;
  return verdictOf(sides, [request, request], { value, place: [] }, atParameter(sides, parameter));
}

/** The revision may name a path parameter differently, so any path parameter counts there. */
function atParameter({ refuser }: MessageSides, parameter: Parameter): (pointer: string) => boolean {
  const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
  const prefix = `/${parameter.in}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const isRenamed =
    parameter.in === 'path' && !refuser.parameters.some((each) => each.in === 'path' && each.name === parameter.name);
  return (pointer) =>
    pointer === prefix || pointer.startsWith(`${prefix}/`) || (isRenamed && pointer.startsWith('/path/'));
}

export function drawMessage(
  { accepts, acceptor }: Pick<MessageSides, 'accepts' | 'acceptor'>,
  known: Readonly<Record<string, Json>>,
  mediaType?: string,
): HttpRequest | undefined {
  const drawn = accepts.generator.request(
    acceptor,
    { kind: 'valid', optional: 'required', ...(mediaType === undefined ? {} : { mediaType }) },
    { seed: 31, at: `compare/${acceptor.id}` },
    known,
  );
  return drawn.ok ? drawn.value : undefined;
}

function verdictOf(
  sides: MessageSides,
  [request, again]: readonly [first: HttpRequest, asReadAfter: HttpRequest],
  { value, place }: PlacedValue,
  isHere: (pointer: string) => boolean,
): MessageProof {
  const before = violationsOf(sides.accepts, sides.acceptor, request);
  const after = violationsOf(sides.refuses, sides.refuser, again);
  if (before === undefined || after === undefined || before.some(({ pointer }) => isHere(pointer))) return OPEN;
  return shownBy(
    after.filter(({ pointer }) => isHere(pointer)),
    place,
    (refusal) => ({ kind: 'request', value, ...sentRequest(request), refusal }),
  );
}

/** A message may be refused for several reasons: it shows the change only with a refusal at the place. */
function shownBy(
  found: readonly Violation[],
  place: GapPlace,
  witnessOf: (refusal: string) => ChangeWitness,
): MessageProof {
  if (found.length === 0) return { kind: 'refuted' };
  const refusal = found.find(({ pointer }) => isAt(place, pointer)) ?? found.find((each) => isAround(place, each));
  return refusal === undefined ? { kind: 'elsewhere' } : { kind: 'shown', witness: witnessOf(refusalOf(refusal)) };
}

export function refusalOf({ code, pointer, keyword }: Violation): string {
  return [code, pointer, keyword].filter((part) => part !== undefined && part !== '').join(' ');
}

/** Whether a pointer such as `/body/pets/0` leads to a place, or into it. */
function isAt(place: GapPlace, pointer: string): boolean {
  const tokens = stepsOf(pointer);
  return place.length <= tokens.length && areAlong(place, tokens);
}

/** Keywords that refuse a value for what is somewhere inside it. */
const AROUND: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'not',
  'if',
  'discriminator',
  'contains',
  'propertyNames',
]);

function isAround(place: GapPlace, { pointer, keyword = '' }: Violation): boolean {
  return AROUND.has(keyword) && areAlong(place, stepsOf(pointer));
}

/** The first token names the part of the message. */
const stepsOf = (pointer: string): readonly string[] => (parsePointer(pointer) ?? []).slice(1);

const areAlong = (place: GapPlace, tokens: readonly string[]): boolean =>
  place.every((step, index) => tokens[index] === undefined || step === '*' || step === tokens[index]);

/**
 * The violations of a request under an operation; `undefined` where its path does not match the operation.
 */
export function violationsOf(
  source: MessageSource,
  operation: Operation,
  request: HttpRequest,
): readonly Violation[] | undefined {
  const values = pathValuesOf(operation.path, request.path);
  if (values === undefined) return undefined;
  const decoded = decodeParameters(operation, request, values, source.api);
  return source.validator.request(operation, request, decoded);
}

/** Validates a response with this body against both operations, with Prism as well. */
export function responseProof(
  sides: MessageSides,
  { status, mediaType }: { readonly status: string; readonly mediaType: string },
  { value, place }: PlacedValue,
): MessageProof {
  if (!isJson(mediaType)) return OPEN;
  const code = statusCodeOf(status);
  const response = {
    status: code,
    headers: [['content-type', mediaType]] as const,
    body: { kind: 'parsed', mediaType, value, text: stringifyJson(value) } as const,
  };
  const here = (found: readonly Violation[]): readonly Violation[] =>
    found.filter(({ pointer }) => pointer.startsWith('/body'));
  if (here(sides.accepts.validator.response(sides.acceptor, response)).length > 0) return OPEN;
  const refused = here(sides.refuses.validator.response(sides.refuser, response));
  return shownBy(refused, place, (refusal) => ({ kind: 'response', value, refusal }));
}

/** Holds a response with this header field to both operations. */
export function headerProof(sides: MessageSides, status: string, header: ResponseHeader, value: Json): MessageProof {
  const text = encodeParameter({ ...header, in: 'header' }, value);
  if (typeof text !== 'string') return OPEN;
  const response = {
    status: statusCodeOf(status),
    headers: [[header.name, text]] as const,
    body: { kind: 'none' } as const,
  };
  const here = (found: readonly Violation[]): readonly Violation[] =>
    found.filter(({ pointer }) => pointer.startsWith(`/header/${header.name.toLowerCase()}`));
  if (here(sides.accepts.validator.response(sides.acceptor, response)).length > 0) return OPEN;
  const [refusal] = here(sides.refuses.validator.response(sides.refuser, response));
  if (refusal === undefined) return { kind: 'refuted' };
  return { kind: 'shown', witness: { kind: 'response', value, refusal: refusalOf(refusal) } };
}

/** A status code that a documented status covers: 299 for `2XX`, 500 for `default`. */
export function statusCodeOf(status: string): number {
  if (status === 'default') return 500;
  return Number(status.replace(/XX$/, '99'));
}
