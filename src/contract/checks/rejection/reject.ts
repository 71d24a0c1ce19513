import type { Tier } from '../../../findings/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { fieldValue, isForm, isJson, isMultipart, isXml } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { BreakingStimulus } from '../../model/purpose.ts';
import { brokenRuleOf } from './broken-rule.ts';

const FAULTS: readonly (readonly [fault: BreakingStimulus['fault'], tier: Tier, question: string])[] = [
  ['missing-property', 1, 'Is a body without a required property refused?'],
  ['missing-parameter', 1, 'Is a request without a required parameter refused?'],
  ['wrong-type', 1, 'Is a value of the wrong type refused?'],
  ['enum', 1, 'Is a value that is not listed refused?'],
  ['boundary', 1, 'Is a value beyond its bounds refused?'],
  ['null', 1, 'Is null refused where it is not allowed?'],
  ['malformed-body', 1, 'Is a body that cannot be parsed refused?'],
  ['empty-body', 1, 'Is a missing body refused where one is required?'],
  ['format', 2, 'Is a string that breaks its format refused?'],
  ['pattern', 1, 'Is a string that breaks its pattern refused?'],
  ['additional-property', 1, 'Is a property refused that the schema forbids?'],
  ['unsupported-media-type', 1, 'Is a body of an undocumented media type refused?'],
  ['duplicate-query', 3, 'Is a scalar parameter that stands twice in the query refused?'],
];

/**
 * One check for each way to break a request. Guard (all of them): the validator proves on the wire form
 * that the request breaks the contract in this one place. Any 4xx counts as refused; 401 and 403 are not
 * judged, 5xx belongs to `status.server-error`, and a redirect accepts nothing. Silent if another operation
 * with the same path and method accepts the request, or if the missing parameter is what tells them apart
 * (`/files?id={id}`).
 */
export const rejectChecks: readonly Check[] = FAULTS.map(([fault, tier, question]) =>
  defineCheck({
    id: `reject.${fault}`,
    tier,
    severity: tier === 3 ? 'info' : 'error',
    about: 'service',
    layer: 'purpose',
    stories: ['broken'],
    question,
    judge(exchange) {
      const { story } = exchange.purpose;
      const { operation } = exchange;
      const { status } = exchange.response;
      if (
        story.kind !== 'broken' ||
        story.fault !== fault ||
        status >= 400 ||
        exchange.refuses ||
        isRedirect(exchange) ||
        exchange.isAnothers()
      )
        return [];
      if (fault === 'missing-parameter' && exchange.leadsElsewhere()) return [];
      const { words, reason, rule, sent } = brokenRuleOf(exchange, story);
      const documents415 = operation?.responses.some((each) => each.status === '415') === true;
      return [
        {
          // A service may read a body with a wrong media type, unless it documents 415.
          ...(fault === 'unsupported-media-type' && !documents415 ? { severity: 'warning' as const } : {}),
          // An empty body is harmless if empty content is valid.
          ...(fault === 'empty-body' && operation !== undefined && takesNothing(exchange, operation)
            ? { severity: 'warning' as const }
            : {}),
          messagePointer: story.pointer,
          keyword: story.keyword,
          ...(rule === undefined ? {} : { rule }),
          expected: reason === undefined ? 'a refusal (4xx)' : `a refusal (4xx): ${reason}`,
          actual: sent === undefined ? String(status) : `${status}, for ${sent}`,
          message: `${operation?.id ?? 'The operation'} accepted (${status}) ${words}.`,
        },
      ];
    },
  }),
);

/** Whether an answer leads elsewhere, where the request may still be refused. A 303 shows what was done (RFC 9110 §15.4.4). */
function isRedirect({ response: { status, headers } }: Exchange): boolean {
  return status >= 300 && status !== 303 && fieldValue(headers, 'location') !== undefined;
}

/**
 * Whether content without bytes may be meant: an object without properties, a form without fields, or an empty
 * text or file. HTTP does not tell an empty body from none.
 */
function takesNothing(exchange: Exchange, { body }: Operation): boolean {
  return (body?.content ?? []).some(({ mediaType, schema }) => {
    if (isXml(mediaType)) return false;
    if (isJson(mediaType) && schema === undefined) return false;
    const isObject = isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType);
    return schema === undefined || exchange.maySend(schema, isObject ? {} : '');
  });
}
