import type { Body, HttpResponse, Json } from '../../core/index.ts';
import { indexOperations } from '../../resources/index.ts';
import { type MediaType, type Operation, responseFor } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, mediaTypeMatches } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { chooseMedia, isStructured, successOf } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { ContentUse } from '../model/operation-plan.ts';
import { refuse } from '../model/refusal.ts';
import type { RoleOutcome } from './role.ts';

/** The last segment of a path that returns what its parent path received (`/attachments/{name}/data`). */
const WITHIN = /\/(?:data|contents?|raw|file|download|bytes)$/i;

/** The path template that content is kept under. Names of parameters do not matter. */
const keptUnder = (path: string): string => path.replace(WITHIN, '').replace(/\{[^{}]*\}/g, '{}');

/** Finds the operations whose content is kept under the same path. */
export function contentPaths(operations: readonly Operation[]): (path: string) => readonly Operation[] {
  return indexOperations(operations, keptUnder);
}

/** Only for a path that receives content and returns content of the same type. */
export function contentUseOf(
  operation: Operation,
  contentAt: (path: string) => readonly Operation[],
): ContentUse | undefined {
  const beside = contentAt(operation.path);
  const taken = beside.filter(takesContent).flatMap(({ body }) => body?.content ?? []);
  const shown = beside.filter(showsContent).flatMap((each) => successOf(each)?.spec.content ?? []);
  if (!taken.some((one) => shown.some((other) => mayBeSame(one.mediaType, other.mediaType)))) return undefined;
  if (operation.method === 'DELETE') return 'forgets';
  return takesContent(operation) ? 'keeps' : showsContent(operation) ? 'shows' : undefined;
}

/** `application/octet-stream` is any file (RFC 2046 §4.5.1). */
function mayBeSame(one: string, other: string): boolean {
  const isAny = [one, other].some((type) => mediaTypeMatches('application/octet-stream', type));
  return isAny || mediaTypeMatches(one, other) || mediaTypeMatches(other, one);
}

function takesContent({ method, body }: Operation): boolean {
  const content = body?.content ?? [];
  return (method === 'PUT' || method === 'POST') && content.length > 0 && content.every(isContent);
}

/** Whether a media type is bytes: by its name, or by a schema for bytes, as where a service keeps files of any type. */
function isContent({ mediaType, schema }: MediaType): boolean {
  if (!isStructured(mediaType)) return true;
  return typeof schema === 'object' && schema.type === 'string' && schema.format === 'binary';
}

/** Whether a GET answers with content that is not an entity, in every media type. */
export function showsContent(operation: Operation): boolean {
  const content = operation.method === 'GET' ? (successOf(operation)?.spec.content ?? []) : [];
  return content.length > 0 && content.every(isContent);
}

/** The template decides what is left out of the path: an item may be called `data`. */
function recordOf({ request: { path }, operation }: RequestContext): string {
  return `content/${WITHIN.test(operation.path) ? path.replace(WITHIN, '') : path}`;
}

function keepContent(context: RequestContext, tx: Transaction): void {
  const { body } = context.request;
  const kept: Json =
    context.plan.content === 'forgets'
      ? null
      : body.kind === 'bytes'
        ? { type: body.mediaType, bytes: Buffer.from(body.bytes).toString('base64') }
        : body.kind === 'parsed'
          ? { type: body.mediaType, text: body.text }
          : null;
  tx.setRecord(recordOf(context), kept);
}

/**
 * Keeps, returns or deletes the content of a path (`/blobs/{name}`, `/notes/{id}/picture`). Content that was
 * deleted is not found, where the document has a 404. `undefined`: the answer is that of any other action.
 */
export function contentAnswer(mock: MockContext, context: RequestContext, tx: Transaction): RoleOutcome {
  if (context.plan.content !== 'shows') {
    keepContent(context, tx);
    return undefined;
  }
  const shown = keptContent(mock, context, tx);
  if (shown !== undefined) return { response: shown };
  const isDeleted = tx.record(recordOf(context)) === null && responseFor(context.operation, 404) !== undefined;
  return isDeleted ? { refusal: refuse(404, `The content of ${context.request.path} was deleted.`) } : undefined;
}

/** The stored content in its documented media type; `undefined` if there is none. */
function keptContent(mock: MockContext, context: RequestContext, tx: Transaction): HttpResponse | undefined {
  const kept = tx.record(recordOf(context));
  if (!isObject(kept)) return undefined;
  const choice = context.plan.success;
  const chosen = chooseMedia(choice.spec, context.accept);
  const storedType = String(kept['type']);
  const mediaType = chosen.kind === 'media' && !chosen.media.mediaType.includes('*') ? chosen.mediaType : storedType;
  return { ...documentedAnswer(mock, context, choice), body: bodyOf(kept, mediaType) };
}

function bodyOf(kept: Readonly<Record<string, Json>>, mediaType: string): Body {
  const { text, bytes } = kept;
  if (typeof text === 'string') return { kind: 'bytes', mediaType, bytes: new TextEncoder().encode(text) };
  return { kind: 'bytes', mediaType, bytes: Buffer.from(String(bytes), 'base64') };
}
