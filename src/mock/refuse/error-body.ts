import type { Body, Json, JsonObject } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { Api, MediaType, Operation, ResponseSpec, Schema } from '../../spec/index.ts';
import { isJsonContent, once, responseFor } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import {
  concreteMediaType,
  isArray,
  isObject,
  negotiate,
  stringifyJson,
  valueAt,
  withoutSeparators,
} from '../../wire/index.ts';
import { encode } from '../answer/answer.ts';
import { drawnHeaderFields } from '../answer/headers.ts';
import { isStructured } from '../facts/negotiate.ts';
import type { ErrorBodies } from '../model/context.ts';
import type { FieldsOf } from '../model/fields.ts';
import { REASON_PHRASES, type Refusal, sentenceOf } from '../model/refusal.ts';
import { describedError, filledError } from './described-errors.ts';
import { createErrorFill } from './error-fill.ts';
import { type ErrorFacts, namedStatus } from './error-meanings.ts';
import { problem } from './problem.ts';

export function createErrorBodies(rooms: {
  readonly api: Api;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly fieldsOf: FieldsOf;
  readonly now: () => number;
  readonly seed: number;
}): ErrorBodies {
  const { api, generator, seed } = rooms;
  const made = { api, generator, options: { seed } };
  const fill = createErrorFill(rooms);
  const common = createCommonErrors(api);
  const described = describedError(api.description);

  /**
   * The documented form of an error: that of its status, else the one that all errors of the operation, or
   * of the document, have, else the one that other operations have for that status, else the schema that is called an error.
   */
  const mediaFor = (operation: Operation | undefined, status: number, accept: string | undefined) => {
    const spec = operation === undefined ? undefined : responseFor(operation, status);
    const own = spec === undefined ? undefined : errorMedia(spec, accept);
    const shared = (operation === undefined ? undefined : common.of(operation)) ?? common.ofAll();
    return { spec, media: own ?? shared ?? common.ofStatus(status) ?? common.ofName() };
  };

  return {
    answer(given, operation, request) {
      const refusal = { ...given, status: namedStatus(operation, given) };
      const { spec, media } = mediaFor(operation, refusal.status, request.accept);
      const facts: ErrorFacts = {
        refusal: {
          ...refusal,
          message: refusal.violations.length > 1 ? sentenceOf(refusal.violations) : refusal.message,
        },
        path: request.path,
        title: REASON_PHRASES[given.status] ?? 'Error',
        now: rooms.now(),
        documentation: operation?.externalDocs,
      };
      const { message: reason } = facts.refusal;
      const isOwn = spec?.status === String(refusal.status);
      const value = media === undefined ? undefined : valueFor(media, facts, isOwn);
      const headers = [
        ...refusal.headers,
        ...(spec === undefined
          ? []
          : drawnHeaderFields(
              made,
              spec.headers.filter(({ required }) => required),
              { at: `refusal/${refusal.code}`, status: String(refusal.status), present: refusal.headers },
            )),
      ];
      // An error form for another status (`statusCode: 404`) is not used for an undocumented error.
      if (media !== undefined && value !== undefined && (spec !== undefined || !saysAnother(value, refusal.status))) {
        const mediaType = concreteMediaType(media.mediaType);
        return { status: refusal.status, headers, body: encode(made, value, { media, mediaType }), reason };
      }
      // Also where the document describes no body: a person who tries a request by hand reads why it is refused.
      const body = described === undefined ? problemBody(facts) : jsonBody(filledError(described, facts));
      return { status: refusal.status, headers, body, reason };
    },
  };

  /** @param isOwn whether the media type is documented for exactly this status */
  function valueFor(media: MediaType, facts: ErrorFacts, isOwn: boolean): Json | undefined {
    const word = isOwn ? shownText(media) : undefined;
    if (word !== undefined) return word;
    if (media.schema !== undefined) {
      const filled = fill(media.schema, facts) ?? wholeError(media.schema, facts.refusal);
      const fromExample = isOwn ? filledExample(media, filled, facts.refusal) : undefined;
      return fromExample !== undefined && rooms.validator.accepts(media.schema, fromExample, 'response')
        ? fromExample
        : filled;
    }
    const shown = media.examples[0]?.value;
    if (isObject(shown ?? null)) return shownError(shown as JsonObject, facts.refusal);
    // A media type without a schema allows any content.
    return isStructured(media.mediaType) ? problem(facts) : facts.refusal.message;
  }

  /** An error with all its properties: forms may differ only in what they do not require. */
  function wholeError(schema: Schema, refusal: Refusal): Json | undefined {
    const made = generator.value(schema, { seed, at: `refusal/${refusal.code}` }, { optional: 'all', examples: false });
    if (!made.ok || !isObject(made.value)) return made.ok ? made.value : undefined;
    const explained = withReason(made.value, refusal);
    return rooms.validator.accepts(schema, explained, 'response') ? explained : made.value;
  }
}

/** The documented example of an error that is a text, a number or a boolean: nothing in it could hold another reason. */
function shownText({ examples, schema }: MediaType): Json | undefined {
  const inSchema = typeof schema === 'object' ? schema.examples?.[0] : undefined;
  const shown = examples[0]?.value ?? inSchema;
  return shown === undefined || shown === null || typeof shown === 'object' ? undefined : shown;
}

/** The documented example of an error that fits the refusal best, with the actual reason, and with the actual breaches where it lists some. */
function filledExample({ examples }: MediaType, filled: Json | undefined, refusal: Refusal): JsonObject | undefined {
  const word = withoutSeparators(refusal.code);
  const shown = examples.filter(({ value, text }) => isObject(value) && text === undefined);
  const best =
    shown.find(({ name, value }) => withoutSeparators(`${name ?? ''} ${stringifyJson(value)}`).includes(word)) ??
    shown[0];
  if (best === undefined || !isObject(best.value)) return undefined;
  const explained = withReason(best.value, refusal);
  const lists = Object.entries(isObject(filled ?? null) ? (filled as JsonObject) : {}).filter(
    ([name, value]) =>
      (isArray(value) && value.length > 0 && isArray(explained[name] ?? null)) ||
      (isObject(value) && FIELDS.test(name) && !isArray(explained[name] ?? null)),
  );
  return refusal.violations.length === 0 ? explained : { ...explained, ...Object.fromEntries(lists) };
}

/** Names of objects with what is wrong by field. */
const FIELDS = /^(?:invalid_?)?(?:parameters?|params|fields|properties|attributes)$/i;

/** The documented error with the actual reason at every depth that has a place for it. */
function withReason(example: JsonObject, refusal: Refusal): JsonObject {
  const within = (value: Json): Json =>
    isObject(value) ? withReason(value, refusal) : isArray(value) ? value.slice(0, 1).map(within) : value;
  return Object.fromEntries(Object.entries(shownError(example, refusal)).map(([name, value]) => [name, within(value)]));
}

const REASON = /^(?:message|msg|detail|details|description|error_?description|reason|error_?message)$/i;

/** The documented error with the actual message and status in their places. */
function shownError(example: JsonObject, { message, status }: Refusal): JsonObject {
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (typeof value === 'string' && (REASON.test(name) || (name === 'error' && value.includes(' '))))
        return [name, message];
      const isStatus = typeof value === 'number' && value >= 400 && value <= 599;
      return [name, isStatus && /^(?:code|status|status_?code)$/i.test(name) ? status : value];
    }),
  );
}

function saysAnother(value: Json, status: number): boolean {
  return ['status', 'statusCode', 'status_code'].some((name) => {
    const shown = valueAt(value, `/${name}`);
    return typeof shown === 'number' && shown >= 400 && shown <= 599 && shown !== status;
  });
}

function problemBody(facts: ErrorFacts): Body {
  return jsonBody(problem(facts), 'application/problem+json');
}

function jsonBody(value: Json, mediaType = 'application/json'): Body {
  return { kind: 'parsed', mediaType, value, text: stringifyJson(value) };
}

/** An error is sent even if `Accept` excludes it (RFC 9110 §12.5.1), so that the client can read it. */
function errorMedia(spec: ResponseSpec, accept: string | undefined): MediaType | undefined {
  const chosen = negotiate(
    accept,
    spec.content.map((media) => media.mediaType),
  );
  return (
    spec.content.find((media) => media.mediaType === chosen) ?? spec.content.find(isJsonContent) ?? spec.content[0]
  );
}

const OPERATIONS_ASKED = 100;

/** The media type of errors, if all documented errors of an operation, a document or a status have one schema. */
function createCommonErrors(api: Api): {
  of(operation: Operation): MediaType | undefined;
  ofAll(): MediaType | undefined;
  ofStatus(status: number): MediaType | undefined;
  ofName(): MediaType | undefined;
} {
  const byStatus = new Map<number, { readonly media: MediaType | undefined }>();
  const known = new WeakMap<Operation, { readonly media: MediaType | undefined }>();
  let all: { readonly media: MediaType | undefined } | undefined;
  const ofName = once(() => namedError(api));
  return {
    of(operation) {
      let found = known.get(operation);
      if (found === undefined) {
        found = { media: commonOf(api, operation.responses) };
        known.set(operation, found);
      }
      return found.media;
    },
    ofStatus(status) {
      const found = byStatus.get(status);
      if (found !== undefined) return found.media;
      const responses = api.operations.slice(0, OPERATIONS_ASKED).flatMap((operation) => operation.responses);
      const media = commonOf(
        api,
        responses.filter((each) => each.status === String(status)),
      );
      byStatus.set(status, { media });
      return media;
    },
    ofAll() {
      all ??= {
        media: commonOf(
          api,
          api.operations.slice(0, OPERATIONS_ASKED).flatMap(({ responses }) => responses),
        ),
      };
      return all.media;
    },
    ofName,
  };
}

const ERROR_NAME = /^(?:api)?errors?(?:response|model|body|object|message|dto|schema|details)?$/;

/** The only schema of the document that is called an error and holds a message, for documents that describe no refusal. */
function namedError(api: Api): MediaType | undefined {
  const schemas = [...api.schemas].flatMap(([name, schema]) => {
    const target = ERROR_NAME.test(withoutSeparators(name)) ? api.deref(schema) : false;
    const names = typeof target === 'boolean' ? [] : Object.keys(target.properties ?? {});
    return names.some((each) => REASON.test(each) || each === 'error') ? [schema] : [];
  });
  const [schema, ...others] = schemas;
  return schema === undefined || others.length > 0
    ? undefined
    : { mediaType: 'application/json', schema, examples: [], encoding: {}, pointer: api.pointerOf(schema) ?? '' };
}

function commonOf(api: Api, responses: readonly ResponseSpec[]): MediaType | undefined {
  let common: MediaType | undefined;
  let text: string | undefined;
  for (const spec of responses) {
    const media = /^([45]|default)/.test(spec.status)
      ? spec.content.find((candidate) => isJsonContent(candidate) && candidate.schema !== undefined)
      : undefined;
    if (media?.schema === undefined || media.schema === common?.schema) continue;
    // Equal schemas in two places count as one.
    const schemaText = stringifyJson(api.deref(media.schema) as unknown as Json);
    if (text !== undefined && schemaText !== text) return undefined;
    text = schemaText;
    common ??= media;
  }
  return common;
}
