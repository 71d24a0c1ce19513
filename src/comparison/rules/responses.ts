import { mediaTypeFor, type ResponseSpec } from '../../spec/index.ts';
import { responseProof } from '../judge/message-proof.ts';
import { type OperationRule, type RuleTools, responseFlow, sidesOf } from '../judge/rule.ts';
import type { Change, OperationPair } from '../model/change.ts';

/** Statuses, media types and bodies of responses. */
export const responses: OperationRule = {
  name: 'responses',
  compare: (pair, tools) => {
    const { base, revision } = pair;
    return [
      ...lostStatuses(base.responses, revision.responses, revision.pointer),
      ...addedStatuses(base.responses, revision.responses),
      ...base.responses.flatMap((before) => {
        const after =
          revision.responses.find(({ status }) => status === before.status) ??
          covering(revision.responses, before.status);
        return after === undefined ? [] : bodiesOf(pair, tools, before, after);
      }),
    ];
  },
};

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** The range or `default` that a status falls under. */
function covering(responses: readonly ResponseSpec[], status: string): ResponseSpec | undefined {
  return (
    responses.find((each) => each.status === `${status[0]}XX`) ?? responses.find((each) => each.status === 'default')
  );
}

function lostStatuses(
  before: readonly ResponseSpec[],
  after: readonly ResponseSpec[],
  revision: string,
): readonly Change[] {
  return before
    .filter(({ status }) => !after.some((each) => each.status === status))
    .map(({ status, pointer }): Change => {
      const base = { base: pointer, revision, subject: status };
      if (isSuccess(status) && covering(after, status) === undefined)
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

function addedStatuses(before: readonly ResponseSpec[], after: readonly ResponseSpec[]): readonly Change[] {
  return after
    .filter(({ status }) => !before.some((each) => each.status === status))
    .map(
      ({ status, pointer }): Change => ({
        check: 'response.status-added',
        severity: isSuccess(status) && covering(before, status) === undefined ? 'warning' : 'info',
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
  const [left, right] = isReceived ? [before, after] : [after, before];
  const lost = left.content
    .filter(({ mediaType }) => mediaTypeFor(right.content, mediaType) === undefined)
    .map(
      ({ mediaType }): Change => ({
        ...places,
        check: isReceived ? 'response.media-type' : 'body.media-type',
        severity: 'error',
        proof: 'promise',
        subject: mediaType,
        message: `${before.status} is no longer sent as ${mediaType}`,
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
    if (other?.schema === undefined || media.schema === undefined) return [];
    const sides = sidesOf(pair, tools, flow);
    return [
      ...tools.schemas.of({
        base: media.schema,
        revision: other.schema,
        flow,
        noun: `the ${before.status} response`,
        pointers: { base: media.pointer, revision: other.pointer },
        ...(pair.kind === 'operation' && before.status !== 'default' && after.status === before.status
          ? { prove: (value) => responseProof(sides, before.status, media.mediaType, value) }
          : {}),
      }),
      ...tools.notes(media.schema, other.schema, flow),
    ];
  });
  return [...lost, ...come, ...bodies];
}
