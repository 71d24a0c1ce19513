import type { JsonObject } from '../../core/index.ts';
import type { Api } from '../../spec/index.ts';
import type { ClientUse, ExchangeUse } from '../../traffic/index.ts';
import { createRedaction, isJson, stringifyJson } from '../../wire/index.ts';

/** A recorded exchange that is kept with the distilled uses. */
export interface KeptWitness {
  readonly client: string;
  readonly pointer: string;
  readonly entry: JsonObject;
}

/**
 * The newest exchanges of each client and operation with an answer below 400, as HAR entries without
 * credentials.
 */
export function useWitnesses(api: Api, uses: readonly ClientUse[], most: number): readonly KeptWitness[] {
  const { securitySchemes } = api;
  const parameters = Object.values(securitySchemes).flatMap((each) => (each.kind === 'apiKey' ? [each.name] : []));
  const redaction = createRedaction({ parameters });
  const kept = new Map<string, ExchangeUse[]>();
  for (const use of uses) {
    if (use.kind !== 'exchange' || use.unjudged !== undefined || (use.response?.status ?? 400) >= 400) continue;
    const match = api.match(use.request);
    if (match.kind !== 'found') continue;
    const key = `${use.client}\u0000${match.operation.id}`;
    kept.set(
      key,
      [...(kept.get(key) ?? []), use].sort((one, other) => (other.lastSeen ?? 0) - (one.lastSeen ?? 0)).slice(0, most),
    );
  }
  return [...kept.values()].flat().map((use) => ({ client: use.client, pointer: '', entry: entryOf(use, redaction) }));
}

/** Header fields that matter when a request is judged. */
const KEPT_FIELDS = /^(accept|content-type)$/i;

function entryOf(
  { request, response, lastSeen }: ExchangeUse,
  redaction: ReturnType<typeof createRedaction>,
): JsonObject {
  const { method, path, query, headers, body } = request;
  const text =
    body.kind === 'parsed' && isJson(body.mediaType) ? stringifyJson(redaction.value(body.value)) : undefined;
  const shownQuery = redaction.query(query);
  return {
    ...(lastSeen === undefined ? {} : { startedDateTime: new Date(lastSeen).toISOString() }),
    request: {
      method,
      url: `${redaction.text(path)}${shownQuery === '' ? '' : `?${shownQuery}`}`,
      headers: redaction
        .headers(headers)
        .filter(([name]) => KEPT_FIELDS.test(name) || !STANDARD_FIELDS.test(name))
        .map(([name, value]) => ({ name, value })),
      ...(text === undefined || body.kind === 'none' ? {} : { postData: { mimeType: body.mediaType, text } }),
    },
    response: { status: response?.status ?? 0, headers: [], content: { size: 0 } },
  };
}

/** Header fields of connections and browsers, which no document describes. */
const STANDARD_FIELDS =
  /^(:.*|host|connection|user-agent|referer|origin|cookie|authorization|proxy-.*|sec-.*|accept-.*|content-length|dnt|pragma|cache-control|upgrade-insecure-requests|te|priority)$/i;
