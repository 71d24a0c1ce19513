import type { Body, HttpResponse, Json, JsonObject, Violation } from '../core/index.ts';
import type { Generator } from '../generation/index.ts';
import type { Api, MediaType, Operation, ResponseSpec, Schema } from '../spec/index.ts';
import { responseFor, typesOf } from '../spec/index.ts';
import type { Validator } from '../validation/index.ts';
import { isJson, negotiate, stringifyJson } from '../wire/index.ts';
import { encode } from './answer.ts';
import { type Facts, meaningsOf } from './error-meanings.ts';
import type { FieldsOf } from './fields.ts';
import { requiredFields } from './headers.ts';
import { concreteType } from './negotiate.ts';
import { REASON_PHRASES, type Refusal, sentenceOf } from './refusal.ts';

export interface ErrorBodies {
  /** The answer for a refusal: the document's own error schema filled by field meaning, else RFC 9457 problem+json. */
  answer(
    refusal: Refusal,
    operation: Operation | undefined,
    request: { readonly path: string; readonly accept: string | undefined },
  ): HttpResponse;
}

const LISTS = /^(errors|violations|details|issues|messages|fields|invalid_?params)$/i;
const OBJECTS = /^(error|err|problem|meta|status)$/i;

export function createErrorBodies(rooms: {
  readonly api: Api;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly fieldsOf: FieldsOf;
  readonly now: () => number;
  readonly seed: number;
}): ErrorBodies {
  const { api, validator, generator, fieldsOf } = rooms;
  let shared: { readonly media: MediaType | undefined } | undefined;

  const fits = (schema: Schema, value: Json): boolean => validator.accepts(schema, value, 'response');

  /** A value of the error schema that says what is known of the refusal, and as little else as the schema lets it. */
  const filled = (schema: Schema, facts: Facts, depth: number): Json | undefined => {
    const types = typesOf(api, schema);
    if (types.includes('string') && fits(schema, facts.refusal.message)) return facts.refusal.message;
    const { items } = fieldsOf(schema);
    if (types.includes('array') && items !== undefined) return listOf(items, facts, depth);
    const known = knownOf(schema, facts, depth);
    for (const candidate of [...outspoken(schema, known, facts), known]) {
      const made = generator.value(
        schema,
        { seed: rooms.seed, at: `refusal/${facts.refusal.code}` },
        { known: candidate, optional: 'required', examples: false },
      );
      if (made.ok && fits(schema, made.value)) return made.value;
    }
    return undefined;
  };

  const knownOf = (schema: Schema, facts: Facts, depth: number): JsonObject => {
    const { properties, required } = fieldsOf(schema);
    const known: Record<string, Json> = Object.create(null) as Record<string, Json>;
    const keep = (name: string, property: Schema, candidates: readonly Json[]): void => {
      const value = candidates.find((candidate) => fits(property, candidate));
      if (value !== undefined) known[name] = value;
    };
    for (const [name, property] of properties) keep(name, property, meaningsOf(name, facts));
    // A list of errors that has nothing to list only repeats the message.
    const lists = facts.refusal.violations.length > 0 || !tells(known, facts);
    for (const [name, property] of properties)
      if (known[name] === undefined && (lists || required.has(name) || fieldsOf(property).items === undefined))
        keep(name, property, nested(name, property, facts, depth));
    return known;
  };

  /** Where no documented field takes the message, and others are allowed, it is said in fields of ours. */
  const outspoken = (schema: Schema, known: JsonObject, facts: Facts): readonly JsonObject[] => {
    if (tells(known, facts)) return [];
    const message = { ...known, message: facts.refusal.message };
    return fieldsOf(schema).properties.size === 0 ? [problem(facts), message] : [message];
  };

  const nested = (name: string, property: Schema, facts: Facts, depth: number): Json[] => {
    if (depth > 2) return [];
    const { items, properties } = fieldsOf(property);
    if (items !== undefined && LISTS.test(name)) return [listOf(items, facts, depth)];
    return properties.size > 0 && OBJECTS.test(name)
      ? [filled(property, facts, depth + 1)].filter((value) => value !== undefined)
      : [];
  };

  const listOf = (items: Schema, facts: Facts, depth: number): Json => {
    const each: readonly Violation[] = facts.refusal.violations.slice(0, 20);
    if (each.length === 0)
      return fits(items, facts.refusal.message)
        ? [facts.refusal.message]
        : [filled(items, facts, depth + 1)].filter((value) => value !== undefined);
    return each
      .map((violation) =>
        fits(items, violation.message)
          ? violation.message
          : filled(
              items,
              {
                ...facts,
                refusal: {
                  ...facts.refusal,
                  message: violation.message,
                  code: violation.keyword ?? violation.code,
                  violations: [violation],
                },
              },
              depth + 1,
            ),
      )
      .filter((value) => value !== undefined);
  };

  const sharedMedia = (): MediaType | undefined => {
    shared ??= { media: commonErrorMedia(api) };
    return shared.media;
  };

  return {
    answer(refusal, operation, request) {
      const spec = operation === undefined ? undefined : responseFor(operation, refusal.status);
      const media = spec === undefined ? sharedMedia() : errorMedia(spec, request.accept);
      const facts: Facts = {
        refusal: {
          ...refusal,
          message: refusal.violations.length > 1 ? sentenceOf(refusal.violations) : refusal.message,
        },
        path: request.path,
        title: REASON_PHRASES[refusal.status] ?? 'Error',
        now: rooms.now(),
        documentation: operation?.externalDocs,
      };
      const value = media?.schema === undefined ? undefined : filled(media.schema, facts, 0);
      const headers = [
        ...refusal.headers,
        ...(spec === undefined
          ? []
          : requiredFields(
              { generator, options: { seed: rooms.seed } },
              spec,
              refusal.headers,
              `refusal/${refusal.code}`,
            )),
      ];
      if (media !== undefined && value !== undefined) {
        const mediaType = concreteType(media.mediaType);
        return { status: refusal.status, headers, body: encode({ api }, value, media, mediaType) };
      }
      return { status: refusal.status, headers, body: problemBody(facts) };
    },
  };
}

/** Whether the reason stands somewhere in it. */
function tells(known: JsonObject, { refusal }: Facts): boolean {
  return stringifyJson(known).includes(stringifyJson(refusal.message));
}

function problemBody(facts: Facts): Body {
  const value = problem(facts);
  return { kind: 'parsed', mediaType: 'application/problem+json', value, text: stringifyJson(value) };
}

/** RFC 9457 §3, with our extension member `violations`. */
function problem({ refusal, path, title }: Facts): JsonObject {
  return {
    type: 'about:blank',
    title,
    status: refusal.status,
    detail: refusal.message,
    instance: path,
    code: refusal.code,
    ...(refusal.violations.length === 0
      ? {}
      : {
          violations: refusal.violations.slice(0, 100).map(({ code, pointer, keyword, message }) => ({
            code,
            pointer,
            ...(keyword === undefined ? {} : { keyword }),
            message,
          })),
        }),
    ...(refusal.hints === undefined || refusal.hints.length === 0 ? {} : { nearest: refusal.hints }),
  };
}

/** An error is sent even where `Accept` rules it out (RFC 9110 §12.5.1): better a readable refusal than none. */
function errorMedia(spec: ResponseSpec, accept: string | undefined): MediaType | undefined {
  const chosen = negotiate(
    accept,
    spec.content.map((media) => media.mediaType),
  );
  return (
    spec.content.find((media) => media.mediaType === chosen) ??
    spec.content.find((media) => isJson(media.mediaType)) ??
    spec.content[0]
  );
}

const OPERATIONS_ASKED = 100;

/** The media type of errors where all documented errors share one schema; unmatched paths and methods then use it too. */
function commonErrorMedia(api: Api): MediaType | undefined {
  let common: MediaType | undefined;
  for (const operation of api.operations.slice(0, OPERATIONS_ASKED)) {
    for (const spec of operation.responses) {
      if (!/^([45]|default)/.test(spec.status)) continue;
      const media = spec.content.find((candidate) => isJson(candidate.mediaType));
      if (media?.schema === undefined) continue;
      if (common?.schema !== undefined && api.deref(common.schema) !== api.deref(media.schema)) return undefined;
      common ??= media;
    }
  }
  return common;
}
