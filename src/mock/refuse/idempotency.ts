import { createHash } from 'node:crypto';
import type { Body, HttpRequest, HttpResponse, Json } from '../../core/index.ts';
import type { Transaction } from '../../state/index.ts';
import { bytesToText, fieldValue, stringifyJson, textToBytes } from '../../wire/index.ts';
import type { RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { OperationPlan } from '../model/operation-plan.ts';
import { type Refusal, refuse } from '../model/refusal.ts';
import type { Origin } from '../model/reply.ts';

/** The key of a request whose operation documents an `Idempotency-Key` field (draft-ietf-httpapi-idempotency-key-header), or such a property of its body. */
export function idempotencyKey({ keyField, keyProperty }: OperationPlan, request: HttpRequest): string | undefined {
  const { headers, body } = request;
  const sent = keyProperty === undefined || body.kind !== 'parsed' ? undefined : asObject(body.value)[keyProperty];
  const key = keyField === undefined ? undefined : fieldValue(headers, keyField);
  // `null` is how clients write that they have no key, where the document allows null.
  return [key, sent].find((each): each is string => typeof each === 'string' && each !== '' && each !== 'null');
}

/**
 * World records: the answer to each key, and a ring of their names, so that the oldest are dropped. The
 * collection is only a counter.
 */
const KEYS = 'idempotency';
const RING = '$idempotency';
const MOST_KEYS_KEPT = 1000n;

/**
 * The answer that the key got before: repeated for the same request, 422 for another one; `undefined` for a
 * new key.
 */
export function answeredBefore(
  context: RequestContext,
  key: string,
  tx: Transaction,
): { readonly response: HttpResponse; readonly origin: Origin } | { readonly refusal: Refusal } | undefined {
  const record = tx.record(recordName(context, key));
  if (record === undefined) return undefined;
  const { print, response, origin } = asObject(record);
  // Only `rememberAnswer` writes these records.
  if (print === printOf(context.request)) return { response: responseFrom(response ?? null), origin: origin as Origin };
  // Clients that copy a body with an example of the key do not mean the request before.
  if (context.plan.keyField === undefined) return undefined;
  const message = `The Idempotency-Key ${key} was used for another request before.`;
  return { refusal: refuse(422, message, { code: 'idempotency_key_reused' }) };
}

/** Stores an answer for repetitions of its key, in the same transaction as its effect. */
export function rememberAnswer(
  context: RequestContext,
  key: string,
  { response, origin }: { readonly response: HttpResponse; readonly origin: Origin },
  tx: Transaction,
): void {
  const name = recordName(context, key);
  const count = tx.collection(RING).nextId();
  const slot = `${RING}/${count % MOST_KEYS_KEPT}`;
  // One record with all keys would be written by every such request, so that no two could run in
  // parallel.
  const tooOld = count > MOST_KEYS_KEPT ? tx.record(slot) : undefined;
  if (typeof tooOld === 'string') tx.setRecord(tooOld, undefined);
  tx.setRecord(slot, name);
  tx.setRecord(name, { print: printOf(context.request), response: recordOf(response), origin });
}

function recordName(context: RequestContext, key: string): string {
  return `${KEYS}/${context.operation.id}/${key}`;
}

function printOf({ method, path, query, body }: HttpRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, query]))
    .update(textOf(body))
    .digest('base64');
}

function textOf(body: Body): string | Uint8Array {
  if (body.kind === 'bytes') return body.bytes;
  if (body.kind === 'stream') return stringifyJson(body.items);
  return 'text' in body ? body.text : '';
}

function recordOf({ status, headers, body }: HttpResponse): Json {
  const mediaType = 'mediaType' in body ? body.mediaType : '';
  return {
    status,
    headers: headers.map(([name, value]) => [name, value]),
    body:
      body.kind === 'parsed'
        ? { kind: body.kind, mediaType, value: body.value, text: body.text }
        : body.kind === 'stream'
          ? { kind: body.kind, mediaType, items: body.items }
          : body.kind === 'bytes'
            ? { kind: body.kind, mediaType, text: bytesToText(body.bytes) }
            : { kind: 'none' },
  };
}

function responseFrom(record: Json): HttpResponse {
  const { status, headers, body } = asObject(record);
  const { kind, mediaType, text, value, items } = asObject(body);
  const type = String(mediaType ?? '');
  // Only `recordOf` writes these records.
  const fields = (headers ?? []) as unknown as HttpResponse['headers'];
  const made: Body =
    kind === 'parsed'
      ? { kind, mediaType: type, value: value ?? null, text: String(text) }
      : kind === 'stream'
        ? { kind, mediaType: type, items: Array.isArray(items) ? (items as readonly Json[]) : [] }
        : kind === 'bytes'
          ? { kind, mediaType: type, bytes: textToBytes(String(text)) }
          : { kind: 'none' };
  return { status: Number(status), headers: fields, body: made };
}
