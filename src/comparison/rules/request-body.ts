import { type MediaType, mediaTypeFor, type RequestBody } from '../../spec/index.ts';
import { isJson, isYaml, parseMediaType } from '../../wire/index.ts';
import type { MessageFlow } from '../judge/context.ts';
import { fieldsReadOtherwise } from '../judge/form-fields.ts';
import { bodyProof } from '../judge/message-proof.ts';
import { type OperationRule, requestFlow, sidesOf } from '../judge/rule.ts';
import { xmlWrittenOtherwise } from '../judge/xml-writing.ts';
import type { Change } from '../model/change.ts';

/** The body of requests: presence, media types, schemas. */
export const requestBody: OperationRule = {
  name: 'request-body',
  compare: (pair, tools) => {
    const flow = requestFlow(pair);
    const [before, after] = [pair.base.body, pair.revision.body];
    if (before === undefined && after === undefined) return [];
    if (before === undefined || after === undefined)
      return bodyPresence(before, after, { base: pair.base.pointer, revision: pair.revision.pointer, flow });
    const places = { base: before.pointer, revision: after.pointer };
    const [left, right] = flow === 'sent' ? [before, after] : [after, before];
    return [
      ...requiredness(left, right, { ...places, flow }),
      ...left.content
        // A key that is not a media type promises nothing.
        .filter(({ mediaType }) => parseMediaType(mediaType) !== undefined)
        .filter(({ mediaType }) => mediaTypeFor(right.content, mediaType) === undefined)
        .map(
          ({ mediaType }): Change => ({
            ...places,
            check: flow === 'sent' ? 'body.media-type' : 'response.media-type',
            severity: 'error',
            proof: 'promise',
            subject: mediaType,
            message: `request bodies of ${mediaType} are ${flow === 'sent' ? 'refused now' : 'possible now'}`,
          }),
        ),
      ...moreMediaTypes(left, right, flow),
      ...before.content.flatMap((media) => {
        const other = mediaTypeFor(after.content, media.mediaType);
        if (other === undefined) return [];
        // Without a schema any JSON may come; of other media types nothing is known.
        const isOpen = other.schema === undefined || media.schema === undefined;
        return isOpen && !isJson(media.mediaType) ? [] : bodies(media, other);
      }),
    ];

    function bodies(media: MediaType, other: MediaType): readonly Change[] {
      const sides = sidesOf(pair, tools, flow);
      const [one, two] = [media.schema ?? true, other.schema ?? true];
      const isSent = pair.kind === 'operation';
      const found = [
        ...tools.schemas.of({
          base: one,
          revision: two,
          flow,
          noun: 'the request body',
          pointers: { base: media.pointer, revision: other.pointer },
          isUntyped: isSent && !isJson(media.mediaType) && !isYaml(media.mediaType),
          ...(isSent ? { prove: (value, place) => bodyProof(sides, [media, other], { value, place }) } : {}),
        }),
        ...tools.notes(one, two, flow),
        ...(isSent ? fieldsReadOtherwise(tools.context, media, other) : []),
      ];
      // Where the schemas differ, the same text is read otherwise for that reason.
      const isAlike = found.every(({ severity }) => severity === 'info');
      return [...found, ...(isSent && isAlike ? xmlWrittenOtherwise(tools.context, media, other) : [])];
    }
  },
};

interface BodyPlace {
  readonly base: string;
  readonly revision: string;
  readonly flow: MessageFlow;
}

/** Who writes the body must not be made to, and who reads it must not miss it. */
function requiredness(writer: RequestBody, reader: RequestBody, { flow, ...places }: BodyPlace): readonly Change[] {
  if (!reader.required || writer.required) return [];
  const isSent = flow === 'sent';
  return [
    {
      ...places,
      check: isSent ? 'body.required' : 'response.required',
      severity: 'error',
      proof: 'promise',
      keyword: 'required',
      message: isSent ? 'the request body is required now' : 'the request body may be absent now',
    },
  ];
}

/** Media types that only the reader knows. */
function moreMediaTypes(writer: RequestBody, reader: RequestBody, flow: MessageFlow): readonly Change[] {
  return reader.content
    .filter(({ mediaType }) => mediaTypeFor(writer.content, mediaType) === undefined)
    .map(({ mediaType, pointer }) => ({
      check: flow === 'sent' ? 'request.widened' : 'response.narrowed',
      severity: 'info',
      ...(flow === 'sent' ? { revision: pointer } : { base: pointer }),
      subject: mediaType,
      message: `request bodies of ${mediaType} are ${flow === 'sent' ? 'accepted now' : 'no longer sent'}`,
    }));
}

function bodyPresence(
  before: RequestBody | undefined,
  after: RequestBody | undefined,
  { base, revision, flow }: BodyPlace,
): readonly Change[] {
  const gone = {
    check: 'body.removed',
    severity: 'error',
    proof: 'promise',
    base: before?.pointer,
    revision,
    message: `the request body is no longer ${flow === 'sent' ? 'read' : 'sent'}`,
  } as const;
  if (after === undefined) return [gone];
  const places = { base, revision: after.pointer };
  if (flow === 'received')
    return [{ ...places, check: 'response.property-added', severity: 'info', message: 'a request body is sent now' }];
  if (after.required)
    return [
      {
        ...places,
        check: 'body.required',
        severity: 'error',
        proof: 'promise',
        keyword: 'required',
        message: 'a request body is required now',
      },
    ];
  return [{ ...places, check: 'request.widened', severity: 'info', message: 'a request body is read now' }];
}
