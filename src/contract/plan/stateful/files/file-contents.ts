import type { Json } from '../../../../core/index.ts';
import { type Operation, propertiesOf, type Schema } from '../../../../spec/index.ts';
import { isMultipart } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { inconclusive } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import type { PlanContext } from '../../planner.ts';

/** Bytes that are not valid text, and line ends that a text mode would change. */
export const SHORT: Uint8Array = Uint8Array.from([0x73, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0xe9, 0x0a]);
export const LONG: Uint8Array = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256);

/** Whether a media type stands for any bytes. */
export function isBinary(mediaType: string): boolean {
  return /^(application\/octet-stream|\*\/\*|application\/\*)$/i.test(mediaType.split(';')[0]?.trim() ?? '');
}

/**
 * The part of a form that is a file. `typed`: a file of a certain type, whose bytes a service may change. `limited`: the
 * form has only files of some types.
 */
export interface FilePart {
  readonly name: string;
  readonly typed: boolean;
  readonly limited: boolean;
}

/** The only file in the form of an operation. */
export function filePartOf({ api }: Pick<PlanContext, 'api'>, { body }: Operation): FilePart | undefined {
  const media = body?.content.find(({ mediaType }) => isMultipart(mediaType));
  if (media?.schema === undefined) return undefined;
  const files = Object.entries(propertiesOf(api, media.schema)).flatMap(([name, { schema }]) => {
    const type = fileType(api, schema);
    const encoded = Object.hasOwn(media.encoding, name) ? media.encoding[name]?.contentType : undefined;
    const limited = encoded !== undefined && !encoded.split(',').some((each) => isBinary(each));
    return type === undefined ? [] : [{ name, typed: !isBinary(type), limited }];
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

interface Download {
  readonly read: Operation;
  /** What was uploaded before. */
  readonly story: Stimulus;
  /** The path of the read, if it is known as a whole. */
  readonly place?: string | undefined;
}

/** Downloads what was uploaded to the item at a path. `isShown`: the answer has the bytes. */
export async function compareDownload(
  caseContext: CaseContext,
  { read, story, place }: Download,
  path: Readonly<Record<string, Json>>,
): Promise<{ readonly end: StepEnd; readonly isShown: boolean }> {
  const looking = await drawRequest(caseContext, read, { at: `contents/${read.id}`, use: 'read', path });
  if (typeof looking === 'string') return { end: inconclusive(looking), isShown: false };
  const request = { ...looking.request, path: place ?? looking.request.path };
  const answer = await caseContext.exchange(request, { operation: read, purpose: openPurpose(story) });
  const isShown = answer.kind === 'answered' && answer.exchange.response.status === 200;
  return { end: answer.end, isShown };
}
