import type { Body, HttpRequest, Json, JsonObject, Violation } from '../core/index.ts';
import { encodeItems, type FoundSecret, type Redaction, stringifyJson } from '../wire/index.ts';
import type { Entry, ExchangeNote } from './journal.ts';

/** An entry as plain data for JSON, secrets taken out. */
export function entryAsJson(entry: Entry, redaction: Redaction): JsonObject {
  const { request, response } = entry;
  return {
    sequence: entry.sequence,
    at: entry.at,
    duration: entry.duration,
    world: entry.world,
    ...(entry.operation === undefined ? {} : { operation: entry.operation.id }),
    client: redaction.text(entry.client),
    origin: entry.origin,
    request: {
      method: request.method,
      ...shownUrl(request, redaction),
      headers: redaction.headers(request.headers),
      body: presentBody(request.body, redaction),
    },
    response: {
      status: response.status,
      headers: redaction.headers(response.headers),
      body: presentBody(response.body, redaction),
    },
    violations: shownViolations(entry.violations, redaction).map((violation) => ({ ...violation })),
  };
}

/** An entry in short, secrets taken out. */
export function noteOf(entry: Entry, names: Redaction): ExchangeNote {
  const redaction = names.knowing(secretsOf(entry, names));
  const { sequence, request, response, operation, at, duration, origin, world, violations } = entry;
  return {
    sequence,
    at,
    method: request.method,
    ...shownUrl(request, redaction),
    status: response.status,
    origin,
    ...(operation === undefined ? {} : { operation: operation.id }),
    world,
    duration,
    violations: shownViolations(violations, redaction),
    ...(violations.length > 0 || response.reason === undefined ? {} : { reason: redaction.text(response.reason) }),
  };
}

function shownUrl(
  { path, query }: HttpRequest,
  redaction: Redaction,
): { readonly path: string; readonly query: string } {
  return { path: redaction.text(path), query: redaction.query(query) };
}

function shownViolations(violations: readonly Violation[], redaction: Redaction): readonly Violation[] {
  if (violations.length === 0) return violations;
  return violations.map((each) => ({ ...each, message: redaction.message(each.message, each.pointer) }));
}

/** Secrets of one exchange, to be taken out of everything else that is shown of it. */
export function secretsOf({ request, response }: Omit<Entry, 'sequence'>, names: Redaction): readonly FoundSecret[] {
  return [
    ...names.found({ query: request.query, headers: request.headers, text: textOf(request.body) }),
    ...names.found({ headers: response.headers, text: textOf(response.body) }),
  ];
}

function textOf(body: Body): string {
  if (body.kind === 'unreadable') return body.text;
  if (body.kind === 'stream') return encodeItems(body.items, body.mediaType);
  if (body.kind !== 'parsed') return '';
  return body.text === '' ? stringifyJson(body.value) : body.text;
}

function presentBody(body: Body, redaction: Redaction): Json {
  switch (body.kind) {
    case 'none':
      return null;
    case 'parsed':
      return { mediaType: body.mediaType, value: redaction.value(body.value) };
    case 'stream':
      return { mediaType: body.mediaType, items: body.items.map(redaction.value) };
    case 'bytes':
      return { mediaType: body.mediaType, bytes: body.bytes.byteLength };
    case 'oversize':
      return { mediaType: body.mediaType, limit: body.limit };
    case 'unreadable':
      // Its text is left out: where nothing could be parsed, no name says what is secret.
      return { mediaType: body.mediaType, reason: redaction.text(body.reason), characters: body.text.length };
  }
}
