import type { HttpResponse } from '../../core/index.ts';
import { type MediaType, sentMediaType } from '../../spec/index.ts';
import { bytesToText, isBodiless, sampleFile } from '../../wire/index.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Choice } from '../model/operation-plan.ts';
import { documentedAnswer } from './answer.ts';

export interface FileRequest {
  readonly mock: MockContext;
  readonly context: RequestContext;
  readonly choice: Choice;
  readonly media: MediaType;
  readonly seed: number;
}

/**
 * A file of the media type that can be opened, the same for the same seed and path. `undefined` if the
 * format is unknown or the schema excludes the file.
 */
export function fileAnswer({ mock, context, choice, media, seed }: FileRequest): HttpResponse | undefined {
  const chosen = chooseMedia(choice.spec, context.accept);
  const mediaType = chosen.kind === 'media' ? chosen.mediaType : sentMediaType(media);
  const bytes = isBodiless(choice.status)
    ? undefined
    : sampleFile(mediaType, `${seed}${context.request.path.slice(mock.api.base.length)}`);
  if (bytes === undefined) return undefined;
  const { schema } = media;
  if (schema !== undefined && !mock.validator.accepts(schema, bytesToText(bytes), 'response')) return undefined;
  return { ...documentedAnswer(mock, context, choice), body: { kind: 'bytes', mediaType, bytes } };
}
