import type { Body, HttpResponse, Json, JsonObject, Violation } from '../core/index.ts';
import type { Generator } from '../generation/index.ts';
import type { Api, MediaType, Operation, ResponseSpec, Schema } from '../spec/index.ts';
import { responseFor } from '../spec/index.ts';
import type { Validator } from '../validation/index.ts';
import { isJson, negotiate, stringifyJson } from '../wire/index.ts';
import { encode } from './answer.ts';
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

interface Facts {
  readonly refusal: Refusal;
  readonly path: string;
  readonly title: string;
}

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

  const filled = (schema: Schema, facts: Facts, depth: number): Json | undefined => {
    const known: Record<string, Json> = Object.create(null) as Record<string, Json>;
    for (const [name, property] of fieldsOf(schema).properties) {
      const value = [...meanings(name, facts), ...nested(name, property, facts, depth)].find((candidate) =>
        fits(property, candidate),
      );
      if (value !== undefined) known[name] = value;
    }
    const made = generator.value(
      schema,
      { seed: rooms.seed, at: `refusal/${facts.refusal.code}` },
      { known, optional: 'required', examples: false },
    );
    return made.ok && fits(schema, made.value) ? made.value : undefined;
  };

  const nested = (name: string, property: Schema, facts: Facts, depth: number): Json[] => {
    const target = api.deref(property);
    if (depth > 2 || typeof target === 'boolean') return [];
    if (
      target.items !== undefined &&
      /^(errors|violations|details|issues|messages|fields|invalid_?params)$/i.test(name)
    )
      return [listOf(target.items, facts, depth)];
    return /^(error|err|problem|meta|status)$/i.test(name) && fieldsOf(target).properties.size > 0
      ? [filled(target, facts, depth + 1)].filter((value) => value !== undefined)
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

  const meanings = (name: string, facts: Facts): readonly Json[] => {
    const { refusal, path, title } = facts;
    const text = refusal.message;
    const [violation] = refusal.violations;
    switch (name.toLowerCase().replace(/[_-]/g, '')) {
      case 'code':
      case 'errorcode':
      case 'errcode':
      case 'errorid':
        return [refusal.code, refusal.status, String(refusal.status)];
      case 'status':
      case 'statuscode':
      case 'httpstatus':
      case 'httpcode':
        return [refusal.status, String(refusal.status), title];
      case 'message':
      case 'msg':
      case 'errormessage':
      case 'detail':
      case 'description':
      case 'errordescription':
      case 'reason':
      case 'hint':
        return [text];
      case 'details':
        return [text, []];
      case 'title':
      case 'statustext':
        return [title];
      case 'error':
        return [refusal.code, text, true];
      case 'errors':
        return [text];
      case 'type':
        return ['about:blank', refusal.code];
      case 'instance':
      case 'path':
      case 'uri':
      case 'url':
        return [
          violation !== undefined && facts.refusal.violations.length === 1 && name === 'path'
            ? violation.pointer
            : path,
        ];
      case 'field':
      case 'property':
      case 'pointer':
      case 'location':
      case 'param':
      case 'parameter':
      case 'source':
        return violation === undefined ? [] : [violation.pointer];
      case 'keyword':
      case 'rule':
        return violation?.keyword === undefined ? [] : [violation.keyword];
      case 'timestamp':
      case 'time':
      case 'date':
        return [isoInstant(rooms.now()), rooms.now()];
      case 'success':
      case 'ok':
        return [false];
      default:
        return [];
    }
  };

  const sharedMedia = (): MediaType | undefined => {
    shared ??= { media: commonErrorMedia(api) };
    return shared.media;
  };

  return {
    answer(refusal, operation, request) {
      const spec = operation === undefined ? undefined : responseFor(operation, refusal.status);
      const media =
        spec === undefined ? (operation === undefined ? sharedMedia() : undefined) : errorMedia(spec, request.accept);
      const facts: Facts = {
        refusal: {
          ...refusal,
          message: refusal.violations.length > 1 ? sentenceOf(refusal.violations) : refusal.message,
        },
        path: request.path,
        title: REASON_PHRASES[refusal.status] ?? 'Error',
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

function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}
