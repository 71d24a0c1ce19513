import type { HttpResponse, SentFile } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type Api, endsInParameter, isJsonContent, type MediaType, type Operation } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isMultipart, isObject } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { chooseMedia, isStructured, successOf } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';
import { showsContent } from './content.ts';

/**
 * The resource whose uploaded file a GET returns: its path is that of an item or below it, and it answers
 * bytes (`/files/{id}/content`).
 */
export function fileShownBy(operation: Operation, model: ResourceModel, api: Api): Resource | undefined {
  const content = successOf(operation)?.spec.content ?? [];
  const isNamedAsFile = FILE_WORDS.test(operation.path);
  const isText = content.length > 0 && content.every((media) => isJsonContent(media) && isJustText(api, media));
  const isFile = showsContent(operation) || (isNamedAsFile && (content.length === 0 || isText));
  if (operation.method !== 'GET' || !isFile || content.some((media) => isRecord(api, media))) return undefined;
  return model.resources.find(({ itemPath, id }) => {
    if (itemPath === undefined || id === undefined || !endsInParameter(itemPath)) return false;
    if (operation.path === itemPath) return true;
    return operation.path.startsWith(`${itemPath}/`) && !operation.path.slice(itemPath.length).includes('{');
  });
}

/** The last word of a path at which files are given out, also where the document does not describe them. */
const FILE_WORDS = /\/(?:download|content|view|raw|file)$/i;

/** Whether content is a text, as far as the document says: what an upload held is one. */
function isJustText({ deref }: Api, { schema = true }: MediaType): boolean {
  const target = deref(schema);
  return (
    typeof target === 'object' && target.type === 'string' && target.enum === undefined && target.format === undefined
  );
}

/** Content of any type that the document describes by properties is a record. */
function isRecord({ deref }: Api, { schema = true }: MediaType): boolean {
  const target = deref(schema);
  return typeof target === 'object' && target.properties !== undefined;
}

/** Whether an operation receives a file of a record that another operation returns. */
export function keepsFile(operation: Operation, model: ResourceModel, api: Api): boolean {
  const content = operation.body?.content ?? [];
  if (!content.some(({ mediaType }) => isMultipart(mediaType) || !isStructured(mediaType))) return false;
  const { kind, makes, ...role } = model.roleOf(operation);
  const changes = kind === 'action' && makes === undefined && role.responseEntity !== undefined;
  const resource = makes?.resource ?? (kind === 'create' || changes ? role.resource : undefined);
  const own = resource?.itemPath;
  if (own === undefined) return false;
  return api.operations.some((each) => each.path.startsWith(own) && fileShownBy(each, model, api) === resource);
}

const recordOf = ({ collection }: EntityPlace, key: string): string => `file/${collection}/${key}`;

export function keepFile(place: EntityPlace, key: string, { type, bytes }: SentFile, tx: Transaction): void {
  tx.setRecord(recordOf(place, key), { type: type ?? null, bytes: Buffer.from(bytes).toString('base64') });
}

/** The uploaded bytes; `undefined` if there are none, or if the document has another media type for them. */
export function keptFile(mock: MockContext, context: RequestContext, tx: Transaction): HttpResponse | undefined {
  const { fileOf, success } = context.plan;
  const id = fileOf?.id === undefined ? undefined : context.parameters.path[fileOf.id.parameter];
  const place = fileOf === undefined ? undefined : placeOf(mock, fileOf, context.parameters.path);
  if (place?.prefix === undefined || id === undefined) return undefined;
  const key = place.prefix + keyOf(id);
  const kept = tx.record(recordOf(place, key));
  const isThere = tx.collection(place.collection).get(key) !== undefined;
  if (!isObject(kept) || !isThere) return undefined;
  const type = typeof kept['type'] === 'string' ? kept['type'] : 'application/octet-stream';
  const offers = success.spec.content.map(({ mediaType }) => mediaType);
  const [only, ...others] = success.spec.content;
  if (only !== undefined && others.length === 0 && isJsonContent(only)) {
    const text = new TextDecoder().decode(Buffer.from(String(kept['bytes']), 'base64'));
    return documentedAnswer(mock, context, success, { value: text });
  }
  const isAny =
    offers.length === 0 || offers.some((offer) => offer.includes('*') || offer === 'application/octet-stream');
  const chosen = chooseMedia(success.spec, type);
  if (!isAny && (chosen.kind !== 'media' || chosen.unmet)) return undefined;
  const bytes = Buffer.from(String(kept['bytes']), 'base64');
  const mediaType =
    offers.includes('application/octet-stream') && !offers.includes(type) ? 'application/octet-stream' : type;
  return { ...documentedAnswer(mock, context, success), body: { kind: 'bytes', mediaType, bytes } };
}
