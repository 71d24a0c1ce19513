import { type MediaType, mediaTypeFor, type RequestBody } from '../../spec/index.ts';
import { bodyProof } from '../judge/message-proof.ts';
import { type OperationRule, requestFlow, sidesOf } from '../judge/rule.ts';
import type { Change } from '../model/change.ts';

/** The body of requests: presence, media types, schemas. */
export const requestBody: OperationRule = {
  name: 'request-body',
  compare: (pair, tools) => {
    const flow = requestFlow(pair);
    const [before, after] = [pair.base.body, pair.revision.body];
    if (before === undefined && after === undefined) return [];
    if (before === undefined || after === undefined)
      return bodyPresence(before, after, pair.base.pointer, pair.revision.pointer);
    const places = { base: before.pointer, revision: after.pointer };
    const found: Change[] = [];
    if (flow === 'sent' && after.required && !before.required)
      found.push({
        ...places,
        check: 'body.required',
        severity: 'error',
        proof: 'promise',
        keyword: 'required',
        message: 'the request body is required now',
      });
    const [left, right] = flow === 'sent' ? [before, after] : [after, before];
    for (const media of left.content)
      if (mediaTypeFor(right.content, media.mediaType) === undefined)
        found.push({
          ...places,
          check: flow === 'sent' ? 'body.media-type' : 'response.media-type',
          severity: 'error',
          proof: 'promise',
          subject: media.mediaType,
          message: `request bodies of ${media.mediaType} are ${flow === 'sent' ? 'refused now' : 'possible now'}`,
        });
    return [
      ...found,
      ...added(before, after),
      ...before.content.flatMap((media) => {
        const other = mediaTypeFor(after.content, media.mediaType);
        return other?.schema === undefined || media.schema === undefined ? [] : bodies(media, other);
      }),
    ];

    function bodies(media: MediaType, other: MediaType): readonly Change[] {
      const sides = sidesOf(pair, tools, flow);
      const mediaType = media.mediaType;
      const [one, two] = [media.schema ?? true, other.schema ?? true];
      return [
        ...tools.schemas.of({
          base: one,
          revision: two,
          flow,
          noun: 'the request body',
          pointers: { base: media.pointer, revision: other.pointer },
          ...(pair.kind === 'operation' ? { prove: (value) => bodyProof(sides, mediaType, value) } : {}),
        }),
        ...tools.notes(one, two, flow),
      ];
    }
  },
};

function added(before: RequestBody, after: RequestBody): readonly Change[] {
  return after.content
    .filter(({ mediaType }) => mediaTypeFor(before.content, mediaType) === undefined)
    .map(({ mediaType, pointer }) => ({
      check: 'request.widened',
      severity: 'info',
      revision: pointer,
      subject: mediaType,
      message: `request bodies of ${mediaType} are accepted now`,
    }));
}

function bodyPresence(
  before: RequestBody | undefined,
  after: RequestBody | undefined,
  base: string,
  revision: string,
): readonly Change[] {
  if (after === undefined)
    return [
      {
        check: 'body.removed',
        severity: 'error',
        proof: 'promise',
        base: before?.pointer,
        revision,
        message: 'the request body is no longer read',
      },
    ];
  if (after.required)
    return [
      {
        check: 'body.required',
        severity: 'error',
        proof: 'promise',
        base,
        revision: after.pointer,
        keyword: 'required',
        message: 'a request body is required now',
      },
    ];
  return [
    {
      check: 'request.widened',
      severity: 'info',
      base,
      revision: after.pointer,
      message: 'a request body is read now',
    },
  ];
}
