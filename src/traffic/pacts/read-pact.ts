import {
  type Body,
  type HeaderFields,
  type HttpRequest,
  type Json,
  type JsonObject,
  StandinError,
} from '../../core/index.ts';
import { decodeBody, fieldValue, isArray, isJson, isObject, stringifyJson } from '../../wire/index.ts';
import type { ExpectedResponse, InteractionUse } from '../model/client-use.ts';
import { readPactRules } from './pact-rules.ts';

/** The content of a Pact file, and notes about interactions that do not use HTTP. */
export interface ReadPact {
  readonly uses: readonly InteractionUse[];
  /** `2 interactions are left out: messages`. */
  readonly notes: readonly string[];
}

const object = (value: Json | undefined): JsonObject => (isObject(value ?? null) ? (value as JsonObject) : {});
const list = (value: Json | undefined): readonly Json[] => (isArray(value ?? null) ? (value as readonly Json[]) : []);
const stringOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Whether parsed JSON has the form of a Pact file. */
export function isPact(value: Json): boolean {
  return isObject(value) && isObject(value['consumer'] ?? null) && isObject(value['provider'] ?? null);
}

/** Reads a Pact file of version 1 to 4. Throws `data.invalid` where it is none, and for an interaction without a request or status. */
export function readPact(value: Json, file: string): ReadPact {
  const root = object(value);
  const client = stringOf(object(root['consumer'])['name']);
  const provider = stringOf(object(root['provider'])['name']);
  if (client === undefined || provider === undefined)
    throw new StandinError(
      'data.invalid',
      `${file} is not a Pact file: the name of the consumer or provider is missing.`,
    );
  const uses: InteractionUse[] = [];
  const left = new Map<string, number>();
  const leave = (why: string): void => void left.set(why, (left.get(why) ?? 0) + 1);
  for (const [index, each] of list(root['interactions']).entries()) {
    const interaction = object(each);
    const type = stringOf(interaction['type']) ?? 'Synchronous/HTTP';
    if (type !== 'Synchronous/HTTP') leave(`of the kind ${type}`);
    else if (interaction['pending'] === true) leave('pending');
    else uses.push(interactionOf(interaction, { client, provider, file, index }));
  }
  for (const _ of list(root['messages'])) leave('messages');
  if (uses.length === 0 && left.size === 0) throw new StandinError('data.invalid', `${file} has no interactions.`);
  const notes = [...left].map(
    ([why, count]) => `${file}: ${count} ${count === 1 ? 'interaction is' : 'interactions are'} left out: ${why}`,
  );
  return { uses, notes };
}

interface Place {
  readonly client: string;
  readonly provider: string;
  readonly file: string;
  readonly index: number;
}

function interactionOf(interaction: JsonObject, { client, provider, file, index }: Place): InteractionUse {
  const pointer = `/interactions/${index}`;
  const [request, response] = [object(interaction['request']), object(interaction['response'])];
  const method = stringOf(request['method'])?.toUpperCase();
  const path = stringOf(request['path']);
  if (method === undefined || !path?.startsWith('/'))
    throw new StandinError('data.invalid', `${file}#${pointer} has no request with a method and a path.`);
  return {
    kind: 'interaction',
    client,
    provider,
    source: { file, pointer },
    calls: 1,
    description: stringOf(interaction['description']) ?? '',
    request: requestOf(request, method, path),
    expected: expectedOf(response, `${file}#${pointer}`),
  };
}

function requestOf(request: JsonObject, method: string, wholePath: string): HttpRequest {
  const [path = '/', ownQuery = ''] = wholePath.split(/\?(.*)/s);
  const headers = fieldsOf(request['headers']);
  const body = sentBody(request['body'], headers);
  const isTyped = body.kind === 'none' || fieldValue(headers, 'content-type') !== undefined;
  return {
    method,
    path,
    query: request['query'] === undefined ? ownQuery : queryOf(request['query']),
    headers: isTyped ? headers : [...headers, ['Content-Type', body.mediaType]],
    body,
  };
}

/** A string (version 1 and 2), or lists of values by name. */
function queryOf(query: Json | undefined): string {
  if (typeof query === 'string') return query.replace(/^\?/, '');
  return Object.entries(object(query))
    .flatMap(([name, values]) =>
      (isArray(values) ? values : [values]).map(
        (value) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`,
      ),
    )
    .join('&');
}

const textOf = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? stringifyJson(value) : String(value);

/** Strings, or lists of strings (version 4). */
function fieldsOf(headers: Json | undefined): HeaderFields {
  return Object.entries(object(headers)).flatMap(([name, value]) =>
    (isArray(value) ? value : [value]).map((each) => [name, textOf(each)] as const),
  );
}

interface Content {
  /** Absent where the interaction does not state a body. */
  readonly value?: Json;
  readonly bytes?: Uint8Array;
  readonly mediaType?: string | undefined;
}

/** The value itself, or `{ content, contentType, encoded }` (version 4). */
function contentOf(body: Json | undefined, headers: HeaderFields): Content {
  const mediaType = fieldValue(headers, 'content-type');
  if (body === undefined || body === null) return { mediaType };
  const isWrapped = isObject(body) && 'content' in body && Object.keys(body).every((key) => WRAPPER.has(key));
  if (!isWrapped) return { value: body, mediaType };
  const { content, contentType, encoded } = body as JsonObject;
  const type = mediaType ?? stringOf(contentType);
  if (content === undefined || content === null || content === '') return { mediaType: type };
  if (typeof encoded === 'string' && typeof content === 'string')
    return { bytes: Buffer.from(content, encoded.toLowerCase() === 'base64' ? 'base64' : 'utf8'), mediaType: type };
  if (encoded === true && typeof content === 'string') return { bytes: Buffer.from(content), mediaType: type };
  return { value: content, mediaType: type };
}

const WRAPPER: ReadonlySet<string> = new Set(['content', 'contentType', 'contentTypeHint', 'encoded']);

function bodyOf({ value, bytes, mediaType }: Content): Body {
  if (bytes !== undefined)
    return decodeBody(bytes, mediaType ?? 'application/octet-stream', { duplicateKeys: 'keep-last' });
  if (value === undefined) return { kind: 'none' };
  const type = mediaType ?? (typeof value === 'string' ? 'text/plain' : 'application/json');
  if (typeof value === 'string' && !isJson(type))
    return decodeBody(Buffer.from(value), type, { duplicateKeys: 'keep-last' });
  return { kind: 'parsed', mediaType: type, value, text: stringifyJson(value) };
}

const sentBody = (body: Json | undefined, headers: HeaderFields): Body & { readonly mediaType: string } => {
  const read = bodyOf(contentOf(body, headers));
  return read.kind === 'none' ? { ...read, mediaType: '' } : read;
};

function expectedOf(response: JsonObject, where: string): ExpectedResponse {
  const rules = readPactRules(response['matchingRules']);
  const status = response['status'];
  if (typeof status !== 'number') throw new StandinError('data.invalid', `${where} has no response with a status.`);
  const headers = fieldsOf(response['headers']);
  const content = contentOf(response['body'], headers);
  const body = bodyOf(content);
  const statusClass = STATUS_CLASSES[String(rules.status.find(({ match }) => match === 'statusCode')?.['status'])];
  return {
    status,
    ...(statusClass === undefined ? {} : { statusClass }),
    headers,
    ...(content.mediaType === undefined ? {} : { mediaType: content.mediaType }),
    ...(body.kind === 'parsed' ? { body: body.value } : {}),
    rules: rules.body,
  };
}

/** Status classes, as version 4 names them. */
const STATUS_CLASSES: Readonly<Record<string, number>> = {
  info: 1,
  success: 2,
  redirect: 3,
  clientError: 4,
  serverError: 5,
};
