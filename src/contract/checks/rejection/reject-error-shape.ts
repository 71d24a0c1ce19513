import { fieldValue, mediaTypeMatches, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { inAnswer } from '../../responses/rule-words.ts';
import { draftsOf, isProvokedRefusal } from '../schema/schema.ts';

export const rejectErrorShape: Check = defineCheck({
  id: 'reject.error-shape',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  needs: ['refusal'],
  question: 'Does a refusal fit its documented schema?',
  guard:
    'Only refusals of deliberately wrong requests, if the operation documents a schema for the status. Other answers belong to `schema.*`.',
  wfc: 'F101',
  judge(exchange) {
    if (!isProvokedRefusal(exchange) || exchange.response.status >= 500) return [];
    const type = wrongType(exchange);
    if (type !== undefined) return [type];
    return draftsOf(exchange).map(({ draft }) => ({
      ...draft,
      message: inAnswer(exchange, draft.message),
    }));
  },
});

function wrongType({ documented, response, raw }: Exchange): FindingDraft | undefined {
  const offers = documented?.content.map(({ mediaType }) => parseMediaType(mediaType)?.essence ?? mediaType) ?? [];
  if (documented === undefined || offers.length === 0 || raw.bytes.length === 0) return undefined;
  const value = fieldValue(response.headers, 'content-type');
  const received = value === undefined ? undefined : parseMediaType(value)?.essence;
  if (received !== undefined && offers.some((offer) => mediaTypeMatches(offer, received))) return undefined;
  return {
    pointer: `${documented.pointer}/content`,
    messagePointer: '/header/content-type',
    keyword: 'content-type',
    expected: offers.join(', '),
    actual: value ?? 'no Content-Type',
    message: `The refusal ${response.status} is ${value ?? 'of no media type'}; documented is ${offers.join(', ')}.`,
  };
}
