import type { Body, Json, JsonObject } from '../core/index.ts';
import type { Entry, ExchangeNote } from './journal.ts';
import type { Redaction } from './redaction.ts';

/** An entry as plain data for JSON, secrets taken out. */
export function present(entry: Entry, redaction: Redaction): JsonObject {
  const { request, response } = entry;
  return {
    sequence: entry.sequence,
    at: entry.at,
    duration: entry.duration,
    world: entry.world,
    ...(entry.operation === undefined ? {} : { operation: entry.operation.id }),
    client: entry.client,
    origin: entry.origin,
    request: {
      method: request.method,
      path: request.path,
      query: redaction.query(request.query),
      headers: redaction.headers(request.headers),
      body: presentBody(request.body, redaction),
    },
    response: {
      status: response.status,
      headers: redaction.headers(response.headers),
      body: presentBody(response.body, redaction),
    },
    violations: entry.violations.map((violation) => ({ ...violation })),
  };
}

/** An entry in short, secrets taken out. */
export function noted(entry: Omit<Entry, 'sequence'>, redaction: Redaction): ExchangeNote {
  const { request, response, operation, at, duration, origin, world, violations } = entry;
  return {
    at,
    method: request.method,
    path: request.path,
    query: redaction.query(request.query),
    status: response.status,
    origin,
    ...(operation === undefined ? {} : { operation: operation.id }),
    world,
    duration,
    violations,
  };
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
      return { mediaType: body.mediaType, reason: body.reason, characters: body.text.length };
  }
}
