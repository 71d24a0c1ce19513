import type { Body, HeaderFields, HttpResponse, Json } from '../core/index.ts';
import type { MediaType, ResponseSpec } from '../spec/index.ts';
import { xmlShapeOf } from '../spec/index.ts';
import { encodeBody, isJson, isSequential, safeFieldValue, stringifyJson } from '../wire/index.ts';
import { lifecycleHeaders } from './lifecycle.ts';
import { type Choice, chooseMedia } from './negotiate.ts';
import type { Asked, Parts } from './parts.ts';

/** A documented answer carrying `value` in the negotiated media type; `undefined` or nothing documented: no body. */
export function documentedAnswer(
  parts: Parts,
  asked: Asked,
  choice: Choice,
  value: Json | undefined,
  headers: HeaderFields = [],
): HttpResponse {
  const chosen = chooseMedia(choice.spec, asked.accept);
  const media = chosen.kind === 'media' ? chosen : fallbackMedia(choice.spec);
  const body: Body =
    value === undefined || media === undefined ? { kind: 'none' } : encode(parts, value, media.media, media.mediaType);
  return {
    status: choice.status,
    headers: [
      ...headers,
      ...missingHeaders(parts, asked, choice.spec, [
        ...headers,
        ...lifecycleHeaders(asked.operation, asked.pathParams),
      ]),
    ],
    body,
  };
}

/** Errors are sent in the first documented form where `Accept` allows none (RFC 9110 §12.5.1). */
function fallbackMedia(spec: ResponseSpec): { readonly media: MediaType; readonly mediaType: string } | undefined {
  const [media] = spec.content;
  return media === undefined
    ? undefined
    : { media, mediaType: media.mediaType.includes('*') ? 'application/octet-stream' : media.mediaType };
}

export function encode(parts: Parts, value: Json, media: MediaType, mediaType: string): Body {
  if (isSequential(mediaType)) return { kind: 'stream', mediaType, items: Array.isArray(value) ? value : [value] };
  if (isJson(mediaType)) return { kind: 'parsed', mediaType, value, text: stringifyJson(value) };
  const encoded = encodeBody(
    value,
    mediaType,
    media.schema === undefined ? {} : { xmlShape: xmlShapeOf(parts.api, media.schema) },
  );
  return encoded.text === undefined
    ? { kind: 'bytes', mediaType: encoded.mediaType, bytes: encoded.bytes ?? new Uint8Array() }
    : { kind: 'parsed', mediaType: encoded.mediaType, value, text: encoded.text };
}

/** Required headers that nothing has set yet are drawn from their schema, so that the answer keeps its own contract. */
function missingHeaders(parts: Parts, asked: Asked, spec: ResponseSpec, present: HeaderFields): HeaderFields {
  const made: (readonly [string, string])[] = [];
  for (const header of spec.headers) {
    if (!header.required || present.some(([name]) => name.toLowerCase() === header.name.toLowerCase())) continue;
    const [example] = header.examples;
    const drawn =
      header.schema === undefined
        ? undefined
        : parts.generator.value(header.schema, {
            seed: parts.options.seed,
            at: `${asked.operation.id}/header/${header.name}`,
          });
    const value = example?.value ?? (drawn?.ok === true ? drawn.value : '');
    made.push([header.name, safeFieldValue(typeof value === 'string' ? value : stringifyJson(value))]);
  }
  return made;
}
