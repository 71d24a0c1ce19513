import type { HttpRequest, Json } from '../../../../core/index.ts';
import { conjunctsOf, type Operation, type ResponseSpec } from '../../../../spec/index.ts';
import { replaceHeaders } from '../../../credentials/credentials.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import { pathShapeOf, renameParameters } from '../../../resource-index/paths.ts';
import { groupOf, type PlanContext } from '../../planner.ts';
import { entityInAnswer } from '../writes/writes.ts';
import { compareDownload, filePartOf, isBinary, LONG, SHORT } from './file-contents.ts';
import { uploadNamed } from './uploads.ts';

/**
 * An uploaded file must be downloadable byte by byte under its name, and the size that its item shows must
 * be the new one.
 */
export function planContents(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((write) => {
    const read = contentReadFor(context, write);
    if (!context.asks('state.content-differs', write)) return [];
    const act = isUpload(context, write)
      ? uploadNamed(context, write, read)
      : read !== undefined && isBinaryWrite(context, write)
        ? replaceContent(context, write, read)
        : undefined;
    if (act === undefined) return [];
    const request = { method: write.method, path: write.path, query: '' };
    const description = `${write.id}: what was uploaded comes back`;
    const expectation = { kind: 'any', text: 'the same bytes' } as const;
    const planned = planCase(
      { id: `stateful/${write.id}/contents`, phase: 'stateful', operation: write, description },
      request,
      expectation,
    );
    return [single(planned, groupOf(context, write), act, 'apart')];
  });
}

/** Whether a body is documented as bytes. One whose schema has properties or items is a record, whatever its media type says. */
function hasBytes({ api }: Pick<PlanContext, 'api'>, { content }: Pick<ResponseSpec, 'content'>): boolean {
  return content.some(({ mediaType, schema = true }) => {
    if (!isBinary(mediaType)) return false;
    const types = conjunctsOf(api, schema).flatMap((rule) => rule.type ?? []);
    return types.every((type) => type === 'string');
  });
}

function isBinaryWrite(context: Pick<PlanContext, 'api'>, { method, body }: Operation): boolean {
  return (method === 'PUT' || method === 'POST') && body !== undefined && hasBytes(context, body);
}

/** Whether a create has a form with exactly one file. */
function isUpload(context: PlanContext, write: Operation): boolean {
  return context.model.roleOf(write).kind === 'create' && filePartOf(context, write) !== undefined;
}

const CONTENT = /\/(contents?|download|file|raw|data|bytes|blob|media)$/i;

/** The read that returns the bytes: at the path of the write, or below the created item. */
function contentReadFor(context: PlanContext, write: Operation): Operation | undefined {
  const { resource } = context.model.roleOf(write);
  const below = resource?.itemPath;
  return context.operations.find(
    (each) =>
      each.method === 'GET' &&
      (each.path === write.path
        ? isBinaryWrite(context, write)
        : below !== undefined && each.path.startsWith(`${below}/`) && CONTENT.test(each.path.slice(below.length))) &&
      each.responses.some((answer) => answer.status.startsWith('2') && hasBytes(context, answer)),
  );
}

/** Writes two contents of different length, and reads the item after each. */
function replaceContent(context: PlanContext, write: Operation, read: Operation): Act {
  return async (caseContext) => {
    const at = `contents/${write.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, write, { at, use: 'spare', optional: 'required' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const { path } = drawn.prepared.known;
    const put = (bytes: Uint8Array) =>
      caseContext.exchange(withBytes(drawn.request, bytes), { operation: write, purpose: openPurpose(), quiet: true });
    if (!tookEffect(await put(SHORT))) return skipped('it does not take any bytes');
    const before = await itemOf(context, caseContext, write, path);
    if (!tookEffect(await put(LONG))) return skipped('it does not take any bytes');
    const place = pathBelow(drawn.request, write, read);
    const story: Stimulus = { kind: 'after-upload', write: write.id, bytes: LONG };
    const { end } = await compareDownload(caseContext, { read, story, place }, path);
    return end.kind === 'passed' && before !== undefined ? compareSizes(caseContext, write, before) : end;
  };
}

function withBytes(request: HttpRequest, bytes: Uint8Array): HttpRequest {
  const mediaType = 'application/octet-stream';
  const headers = replaceHeaders(request.headers, [['Content-Type', mediaType]]);
  return { ...request, headers, body: { kind: 'bytes', mediaType, bytes } };
}

/**
 * The path of a read at the place of a write or right below it. Values that are not ids of records
 * (`/blobs/{name}`) were drawn, and another request would draw others.
 */
function pathBelow({ path }: HttpRequest, write: Operation, read: Operation): string | undefined {
  const [above, below] = [pathShapeOf(write.path), pathShapeOf(read.path)];
  const rest = below.startsWith(above) ? below.slice(above.length) : undefined;
  return rest === undefined || !/^(\/[^{}]*)?$/.test(rest) ? undefined : path + rest;
}

interface SeenContent {
  readonly read: Operation;
  readonly request: HttpRequest;
  readonly entity: Json;
}

/** The item that has the content. */
async function itemOf(
  context: PlanContext,
  caseContext: CaseContext,
  write: Operation,
  path: Readonly<Record<string, Json>>,
): Promise<SeenContent | undefined> {
  const owner = context.index.ownerOf(write.path);
  const read = owner === undefined ? undefined : context.index.operation(owner, 'read');
  if (read === undefined) return undefined;
  const own = renameParameters(path, write.path, read.path);
  const drawn = await drawRequest(caseContext, read, { at: `contents/${read.id}`, use: 'read', path: own });
  if (typeof drawn === 'string') return undefined;
  const answer = await caseContext.exchange(drawn.request, { operation: read, purpose: openPurpose(), quiet: true });
  const entity = entityInAnswer(caseContext, read, answer);
  return entity === undefined ? undefined : { read, request: drawn.request, entity };
}

async function compareSizes(
  caseContext: CaseContext,
  write: Operation,
  { read, request, entity: before }: SeenContent,
): Promise<StepEnd> {
  const story: Stimulus = { kind: 'after-resize', write: write.id, before, from: SHORT.length, to: LONG.length };
  return (await caseContext.exchange(request, { operation: read, purpose: openPurpose(story) })).end;
}
