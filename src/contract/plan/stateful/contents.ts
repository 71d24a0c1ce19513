import type { HttpRequest, Json } from '../../../core/index.ts';
import { conjunctsOf, type Operation, propertiesOf, type ResponseSpec, type Schema } from '../../../spec/index.ts';
import { bytesToText, isMultipart, textToBytes } from '../../../wire/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import { scalarsIn } from '../../hints/shown-values.ts';
import { type CaseContext, type ExchangeResult, isSuccess, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { pathShapeOf, renameParameters } from '../../resource-index/paths.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { entityInAnswer } from './writes/writes.ts';

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

/** Bytes that are not valid text, and line ends that a text mode would change. */
const SHORT = Uint8Array.from([0x73, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0xe9, 0x0a]);
const LONG = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256);
const FILE_NAME = 'standin sample-2.bin';

function isBinary(mediaType: string): boolean {
  return /^(application\/octet-stream|\*\/\*|application\/\*)$/i.test(mediaType.split(';')[0]?.trim() ?? '');
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

/** The part of a form that is a file. `typed`: a file of a certain type, whose bytes a service may change. */
interface FilePart {
  readonly name: string;
  readonly typed: boolean;
}

function filePartOf({ api }: Pick<PlanContext, 'api'>, { body }: Operation): FilePart | undefined {
  const media = body?.content.find(({ mediaType }) => isMultipart(mediaType));
  if (media?.schema === undefined) return undefined;
  const files = Object.entries(propertiesOf(api, media.schema)).flatMap(([name, { schema }]) => {
    const type = fileType(api, schema);
    return type === undefined ? [] : [{ name, typed: !isBinary(type) }];
  });
  return files.length === 1 ? files[0] : undefined;
}

/** Types of files that are not text, whose parts no schema describes. */
const MEDIA = /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip)$/i;

/**
 * The media type of a file in any documented notation: a binary format, or a type of bytes (OpenAPI 3.1 §4.8.14).
 * Undefined for another schema.
 */
function fileType(api: PlanContext['api'], schema: Schema): string | undefined {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean') return undefined;
  const encoded = rule.contentEncoding !== undefined && rule.contentEncoding !== 'binary';
  const type = rule.contentMediaType ?? (rule.format === 'binary' ? 'application/octet-stream' : '');
  return !encoded && (isBinary(type) || MEDIA.test(type)) ? type : undefined;
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
    const end = await compareContent(caseContext, { write, read, bytes: LONG, place }, path);
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

interface Upload {
  readonly write: Operation;
  readonly read: Operation;
  readonly bytes: Uint8Array;
  /** The path of the read, if it is known as a whole. */
  readonly place?: string | undefined;
}

async function compareContent(
  caseContext: CaseContext,
  { write, read, bytes, place }: Upload,
  path: Readonly<Record<string, Json>>,
): Promise<StepEnd> {
  const looking = await drawRequest(caseContext, read, { at: `contents/${read.id}`, use: 'read', path });
  if (typeof looking === 'string') return inconclusive(looking);
  const story: Stimulus = { kind: 'after-upload', write: write.id, bytes };
  const request = { ...looking.request, path: place ?? looking.request.path };
  return (await caseContext.exchange(request, { operation: read, purpose: openPurpose(story) })).end;
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

/**
 * Uploads a file with a unique name. Uploads it again if another name is shown, because a service may
 * choose names itself.
 */
function uploadNamed(context: PlanContext, create: Operation, read: Operation | undefined): Act {
  return async (caseContext) => {
    const part = filePartOf(context, create);
    const send = async (turn: string, story: Stimulus): Promise<ExchangeResult | string> => {
      const at = `contents/${create.id}/${caseContext.attempt}/${turn}`;
      const drawn = await drawRequest(caseContext, create, { at, use: 'fresh', optional: 'required', making: true });
      if (typeof drawn === 'string') return drawn;
      const request = part === undefined ? undefined : withFile(drawn.request, part.name);
      if (request === undefined) return 'its body is not a form with a file';
      return caseContext.exchange(request, { operation: create, purpose: openPurpose(story) });
    };
    const first = await send('first', { kind: 'plain' });
    if (typeof first === 'string') return inconclusive(first);
    if (!isSuccess(first)) return skipped('nothing was made');
    // What was uploaded below an item may have no path of its own.
    const path = caseContext.madeBy(first.exchange)?.path;
    const name = nameShown(caseContext, create, first);
    let end: StepEnd = first.end;
    if (path !== undefined && read !== undefined && part?.typed !== true)
      end = await compareContent(caseContext, { write: create, read, bytes: SHORT }, path);
    if (path !== undefined) await caseContext.fixtures.discard(caseContext, create, path);
    if (end.kind !== 'passed' || name === undefined || keepsName(name.value, first, part)) return end;
    if (path === undefined && !create.path.includes('{')) return end;
    const again = await send('second', {
      kind: 'uploaded',
      fileName: FILE_NAME,
      property: name.property,
      earlier: name.value,
    });
    const other = typeof again !== 'string' && isSuccess(again) ? caseContext.madeBy(again.exchange)?.path : undefined;
    if (other !== undefined) await caseContext.fixtures.discard(caseContext, create, other);
    return typeof again === 'string' ? end : again.end;
  };
}

const [STEM, EXTENSION] = ['sample-2', 'bin'];

/** Whether a shown file name still has the parts of the sent one. An item may show the extension by itself, or that of its type. */
function keepsName(shown: string, answer: ExchangeResult, part: FilePart | undefined): boolean {
  if (!shown.includes(STEM) || answer.kind !== 'answered') return false;
  if (part?.typed === true) return true;
  const { body } = answer.exchange.response;
  const texts = body.kind === 'parsed' ? scalarsIn(body.value) : [];
  return texts.some((each) => new RegExp(`(?:^|\\.)${EXTENSION}$`, 'i').test(String(each)));
}

/** The same form with given bytes and file name in its file part. */
function withFile(request: HttpRequest, part: string): HttpRequest | undefined {
  const { body } = request;
  if (body.kind !== 'parsed' || !isMultipart(body.mediaType)) return undefined;
  const boundary = /boundary="?([^";]+)/i.exec(body.mediaType)?.[1];
  if (boundary === undefined) return undefined;
  const pieces = body.text.split(`--${boundary}`);
  const head = `Content-Disposition: form-data; name="${part}"`;
  const changed = pieces.map((piece) =>
    piece.includes(head)
      ? `\r\n${head}; filename="${FILE_NAME}"\r\nContent-Type: application/octet-stream\r\n\r\n${bytesToText(SHORT)}\r\n`
      : piece,
  );
  const bytes = textToBytes(changed.join(`--${boundary}`));
  return { ...request, body: { kind: 'bytes', mediaType: body.mediaType, bytes } };
}

const NAMED = /^((original[-_]?)?file|original)[-_]?name$/i;
const SAID = /\bfile ?name\b|\bname of (the|an?|its) (\w+ )?(file|upload|attachment)\b/i;

/** The property that shows the file name: by its name, or a `name` whose description says so. */
function nameShown(
  caseContext: CaseContext,
  create: Operation,
  answer: ExchangeResult,
): { readonly property: string; readonly value: string } | undefined {
  const entity = entityInAnswer(caseContext, create, answer);
  if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) return undefined;
  const isDocumented = create.responses.some(
    ({ status, description }) => status.startsWith('2') && SAID.test(description),
  );
  const schema = caseContext.model.roleOf(create).resource?.schema;
  const properties = schema === undefined ? {} : propertiesOf(caseContext.api, schema);
  const isCalledSo = (name: string): boolean => {
    const rule = Object.hasOwn(properties, name) ? caseContext.api.deref(properties[name]?.schema ?? true) : true;
    return typeof rule === 'object' && SAID.test(rule.description ?? '');
  };
  const found = Object.entries(entity).find(
    ([name, value]) =>
      typeof value === 'string' && (NAMED.test(name) || (isDocumented && name === 'name') || isCalledSo(name)),
  );
  return found === undefined ? undefined : { property: found[0], value: String(found[1]) };
}
