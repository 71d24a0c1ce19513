import type { Json } from '../../core/index.ts';

import {
  hasUndefinedForm,
  type MediaType,
  type Operation,
  type Parameter,
  type Schema,
  sentMediaType,
} from '../../spec/index.ts';
import { contentKind, isMultipart, isObject, parseMediaType } from '../../wire/index.ts';
import { withoutMarked } from '../draw/documented-value.ts';
import { drawnFields } from '../draw/drawn-fields.ts';
import type { GenerationResult, Where } from '../model/generator.ts';
import type { DraftBody, GivenParameter, RequestDraft, RequestTools } from './draft-parts.ts';
import { withPartFiles } from './part-files.ts';
import { proveBody, proveParameter } from './request-proof.ts';

export interface DraftWish {
  readonly optional: 'all' | 'required';
  readonly mediaType?: string | undefined;
  /** Prefers documented examples to drawn values. Default true. */
  readonly examples?: boolean;
  readonly known: Readonly<Record<string, Json>>;
}

const SENDS_BODY = /^(POST|PUT|PATCH|QUERY)$/;
/** How often a parameter is drawn again because its text would be read as another value. */
const TRIES = 8;

/**
 * A valid request, documented examples first. `required` leaves out optional parts; deprecated parameters
 * are always left out.
 */
export function draftRequest(
  made: RequestTools,
  operation: Operation,
  where: Where,
  wish: DraftWish,
): GenerationResult<RequestDraft> {
  const parameters: GivenParameter[] = [];
  for (const parameter of operation.parameters) {
    const given = giveParameter(made, { operation, parameter }, where, wish);
    if (given !== undefined && !given.ok) return given;
    if (given !== undefined) parameters.push({ parameter, value: given.value });
  }
  const body = draftBody(made, operation, where, wish);
  if (body !== undefined && !body.ok) return body;
  return { ok: true, value: { operation, parameters, body: body?.value } };
}

/** A parameter and its operation. */
interface DocumentedParameter {
  readonly operation: Operation;
  readonly parameter: Parameter;
}

function giveParameter(
  made: RequestTools,
  { operation, parameter }: DocumentedParameter,
  where: Where,
  { optional, known, examples = true }: DraftWish,
): GenerationResult | undefined {
  const key = `${parameter.in}.${parameter.name}`;
  if (Object.hasOwn(known, key)) return { ok: true, value: known[key] ?? null };
  const needed = parameter.required || parameter.in === 'path';
  if (!needed && (optional === 'required' || parameter.lifecycle.deprecated)) return undefined;
  // The service may expect another form.
  if (!needed && hasUndefinedForm(made.tools.api, parameter)) return undefined;
  const schema = parameter.schema ?? parameter.content?.schema ?? true;
  const proven = (value: Json): boolean => proveParameter(made, operation, parameter, value) === 'valid';
  const shown = examples ? [...parameter.examples, ...(parameter.content?.examples ?? [])] : [];
  for (const { value } of shown) if (proven(value)) return { ok: true, value };
  let reason = 'its text would be read as something else';
  for (let i = 0; i < TRIES; i++) {
    const at = `${where.at}/${key}${i === 0 ? '' : `~${i}`}`;
    const drawn = made.value(
      schema,
      { ...where, at },
      { direction: 'request', about: parameter.name, examples: examples && i < 2 },
    );
    if (!drawn.ok) reason = drawn.reason;
    else if (proven(drawn.value)) return drawn;
  }
  return needed
    ? { ok: false, reason: `no value for the ${parameter.in} parameter \`${parameter.name}\`: ${reason}` }
    : undefined;
}

function draftBody(
  made: RequestTools,
  operation: Operation,
  where: Where,
  wish: DraftWish,
): GenerationResult<DraftBody> | undefined {
  const { body, method } = operation;
  if (body === undefined) return undefined;
  if (!body.required && wish.optional === 'required' && !SENDS_BODY.test(method)) return undefined;
  const media = chooseMedia(body.content, wish.mediaType);
  if (media === undefined) return undefined;
  const mediaType = sentMediaType(wish.mediaType === undefined ? media : { mediaType: wish.mediaType });
  const known = knownBody(wish.known);
  // Nothing says which parts of a body may be left out that the document does not describe.
  const optional = media.judgedBy === undefined ? wish.optional : 'all';
  const shown = wish.examples !== false && optional === 'all' && known === undefined;
  const example = shown ? documentedBody(made, media) : undefined;
  const more = isMultipart(mediaType) ? { fieldsOf: drawnFields(made, where) } : {};
  if (example !== undefined) return { ok: true, value: { media, mediaType, ...example, ...more } };
  const schema = media.schema ?? media.itemSchema;
  const options = {
    direction: 'request' as const,
    optional,
    examples: wish.examples !== false,
    ...(known === undefined ? {} : { known }),
  };
  const at = { ...where, at: `${where.at}/body` };
  const undescribed = STRUCTURED.has(kindOf(mediaType)) ? ANY_OBJECT : ANY_TEXT;
  if (schema === undefined) return bodyOf(media, mediaType, made.draw(undescribed, at, options), more);
  const draw = (i: number): GenerationResult<DraftBody> => {
    const place = i === 0 ? at : { ...at, at: `${at.at}~${i}` };
    const all = i < TRIES - 1 ? options : ({ ...options, optional: 'all' } as const);
    const drawn = made.value(schema, place, all);
    if (!drawn.ok || !isMultipart(mediaType)) return bodyOf(media, mediaType, drawn, more);
    const value = withPartFiles(made, { media, mediaType, value: drawn.value }, known);
    return bodyOf(media, mediaType, { ok: true, value }, more);
  };
  return LOSSY.has(kindOf(mediaType)) ? provenBody(made, draw, body.required) : draw(0);
}

/**
 * Draws a body that is valid after serialisation, and present if required, if any draw is: forms and XML
 * cannot express an empty list or object.
 */
function provenBody(
  made: RequestTools,
  draw: (i: number) => GenerationResult<DraftBody>,
  required: boolean,
): GenerationResult<DraftBody> {
  const first = draw(0);
  if (!first.ok) return first;
  for (let i = 0, body: GenerationResult<DraftBody> = first; i < TRIES; body = draw(++i))
    if (body.ok && !(required && isNoContent(body.value)) && proveBody(made, body.value) === 'valid') return body;
  return first;
}

/** Whether a form has no fields, so that it is written as nothing. */
function isNoContent({ mediaType, value }: DraftBody): boolean {
  return kindOf(mediaType) === 'form' && isObject(value) && Object.keys(value).length === 0;
}

const LOSSY: ReadonlySet<string> = new Set(['form', 'multipart', 'xml']);

function bodyOf(
  media: MediaType,
  mediaType: string,
  drawn: GenerationResult,
  more: Pick<DraftBody, 'fieldsOf'>,
): GenerationResult<DraftBody> {
  return drawn.ok
    ? { ok: true, value: { media, mediaType, value: drawn.value, ...more } }
    : { ok: false, reason: `no body: ${drawn.reason}` };
}

const STRUCTURED: ReadonlySet<string> = new Set(['json', 'yaml']);
const ANY_OBJECT: Schema = { type: 'object' };
const ANY_TEXT: Schema = { type: 'string' };

function knownBody(known: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> | undefined {
  const entries = Object.entries(known).filter(([key]) => key.startsWith('body.'));
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([key, value]) => [key.slice('body.'.length), value]));
}

function documentedBody(made: RequestTools, media: MediaType): Pick<DraftBody, 'value' | 'text'> | undefined {
  const schema = media.schema ?? true;
  for (const { value: shown, text } of media.examples) {
    const value = withoutMarked(made.tools, [schema], shown, 'request');
    if (made.accepts(schema, value)) return { value, ...(text === undefined ? {} : { text }) };
  }
  return undefined;
}

/** Kinds of media types, those that can express any value first. */
const PREFERENCE = ['json', 'form', 'multipart', 'xml', 'yaml', 'text', 'sequential', 'other'] as const;

function chooseMedia(content: readonly MediaType[], wanted: string | undefined): MediaType | undefined {
  if (wanted !== undefined) return content.find(({ mediaType }) => bare(mediaType) === bare(wanted)) ?? content[0];
  // No schema says whether the steps of a JSON Patch (RFC 6902) fit the item.
  const plain = content.filter(({ mediaType }) => bare(mediaType) !== 'application/json-patch+json');
  const offers = plain.length > 0 ? plain : content;
  return PREFERENCE.map((kind) => offers.find((offer) => kindOf(sentMediaType(offer)) === kind)).find(
    (found) => found !== undefined,
  );
}

function kindOf(mediaType: string): (typeof PREFERENCE)[number] {
  const type = parseMediaType(mediaType);
  return type === undefined ? 'other' : contentKind(type);
}

function bare(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
