import { mediaTypeFor, type ResponseSpec } from '../../spec/index.ts';
import { isJson, mediaTypeMatches, parseMediaType } from '../../wire/index.ts';
import type { MessageFlow } from '../judge/context.ts';
import { responseProof } from '../judge/message-proof.ts';
import { isSuccessStatus, pairResponses, wider } from '../judge/response-pairs.ts';
import { type OperationRule, type RuleTools, responseFlow, sidesOf } from '../judge/rule.ts';
import type { Change, OperationPair } from '../model/change.ts';

/** Statuses, media types and bodies of responses. */
export const responses: OperationRule = {
  name: 'responses',
  compare: (pair, tools) => {
    const { base, revision } = pair;
    return [
      ...lostStatuses(base.responses, revision.responses, revision.pointer),
      ...addedStatuses(base.responses, revision.responses, responseFlow(pair)),
      ...pairResponses(base.responses, revision.responses).flatMap(([before, after]) =>
        bodiesOf(pair, tools, before, after),
      ),
    ];
  },
};

function lostStatuses(
  before: readonly ResponseSpec[],
  after: readonly ResponseSpec[],
  revision: string,
): readonly Change[] {
  return before
    .filter(({ status }) => !after.some((each) => each.status === status))
    .map(({ status, pointer }): Change => {
      const base = { base: pointer, revision, subject: status };
      // Of a range, no status is promised by itself.
      const isKept = wider(after, status) !== undefined || after.some((each) => wider([{ status }], each.status));
      if (isSuccessStatus(status) && !isKept)
        return {
          ...base,
          check: 'response.status-lost',
          severity: 'error',
          proof: 'promise',
          message: `status ${status} is no longer sent`,
        };
      return {
        ...base,
        check: 'response.narrowed',
        severity: 'info',
        message: `status ${status} is no longer documented`,
      };
    });
}

function addedStatuses(
  before: readonly ResponseSpec[],
  after: readonly ResponseSpec[],
  flow: MessageFlow,
): readonly Change[] {
  return after
    .filter(({ status }) => !before.some((each) => each.status === status))
    .map(
      ({ status, pointer }): Change => ({
        check: flow === 'sent' ? 'request.widened' : 'response.status-added',
        severity:
          flow === 'received' && isSuccessStatus(status) && wider(before, status) === undefined ? 'warning' : 'info',
        revision: pointer,
        subject: status,
        message: `status ${status} is new`,
      }),
    );
}

function bodiesOf(pair: OperationPair, tools: RuleTools, before: ResponseSpec, after: ResponseSpec): readonly Change[] {
  const flow = responseFlow(pair);
  const places = { base: before.pointer, revision: after.pointer };
  const isReceived = flow === 'received';
  const lost = before.content
    // A key that is not a media type promises nothing.
    .filter(({ mediaType }) => parseMediaType(mediaType) !== undefined)
    .filter(({ mediaType }) => !(isReceived ? isKept(after, mediaType) : isTaken(after, mediaType)))
    .map(
      ({ mediaType }): Change => ({
        ...places,
        check: isReceived ? 'response.media-type' : 'body.media-type',
        severity: 'error',
        proof: 'promise',
        subject: mediaType,
        message: `${before.status} is no longer ${isReceived ? 'sent' : 'taken'} as ${mediaType}`,
      }),
    );
  const come = after.content
    .filter(({ mediaType }) => mediaTypeFor(before.content, mediaType) === undefined && isReceived)
    .map(
      ({ mediaType, pointer }): Change => ({
        check: 'response.media-type-added',
        severity: 'info',
        revision: pointer,
        subject: mediaType,
        message: `${before.status} may be sent as ${mediaType} too`,
      }),
    );
  const bodies = before.content.flatMap((media) => {
    const other = mediaTypeFor(after.content, media.mediaType);
    // Without a schema any JSON may come; of other media types nothing is known.
    if (other === undefined || ((other.schema === undefined || media.schema === undefined) && !isJson(media.mediaType)))
      return [];
    const sides = sidesOf(pair, tools, flow);
    const [one, two] = [media.schema ?? true, other.schema ?? true];
    return [
      ...tools.schemas.of({
        base: one,
        revision: two,
        flow,
        noun: `the ${before.status} response`,
        pointers: { base: media.pointer, revision: other.pointer },
        ...(pair.kind === 'operation' && before.status !== 'default' && after.status === before.status
          ? {
              prove: (value, place) =>
                responseProof(sides, { status: before.status, mediaType: media.mediaType }, { value, place }),
            }
          : {}),
      }),
      ...tools.notes(one, two, flow),
    ];
  });
  return [...lost, ...come, ...bodies];
}

/** A client that asks for a media type still gets it, and one that took a range gets one of them. */
const isKept = ({ content }: ResponseSpec, wanted: string): boolean =>
  content.some(({ mediaType }) => mediaTypeMatches(essenceOf(wanted), mediaType));

const essenceOf = (mediaType: string): string => parseMediaType(mediaType)?.essence ?? mediaType;

const isTaken = ({ content }: ResponseSpec, given: string): boolean => mediaTypeFor(content, given) !== undefined;
