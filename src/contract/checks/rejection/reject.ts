import { jsonBodyOf, type Operation } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Tier } from '../../model/events.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Broken } from '../../model/purpose.ts';

const FAULTS: readonly (readonly [fault: Broken['fault'], tier: Tier, question: string])[] = [
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
 * One check for each way to break a request. Guard (all of them): the request breaks the contract in this one place, proven by the
 * validator on its wire form; any 4xx counts as refused, 401 and 403 say nothing, 5xx belongs to `status.server-error`. Silent where two operations have one path and
 * method, and the request is valid for the other one.
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
    judge(seen) {
      const { story } = seen.purpose;
      const { operation } = seen;
      const { status } = seen.response;
      if (story.kind !== 'broken' || story.fault !== fault || status >= 400 || seen.isAnothers()) return [];
      const documents415 = operation?.responses.some((each) => each.status === '415') === true;
      return [
        {
          // A service may read a body that says it is something else, unless it promises not to.
          ...(fault === 'unsupported-media-type' && !documents415 ? { severity: 'warning' as const } : {}),
          // Nothing at all, read as an object with nothing in it, does no harm where such an object is right.
          ...(fault === 'empty-body' && operation !== undefined && takesNothing(seen, operation)
            ? { severity: 'warning' as const }
            : {}),
          messagePointer: story.pointer,
          keyword: story.keyword,
          expected: 'a refusal (4xx)',
          actual: String(status),
          message: `${operation?.id ?? 'The operation'} accepted (${status}) ${inWords(story)}.`,
        },
      ];
    },
  }),
);

/** Whether an object without properties would be a valid body. */
function takesNothing(seen: Exchange, operation: Operation): boolean {
  const schema = jsonBodyOf(operation)?.schema;
  return schema !== undefined && seen.maySend(schema, {});
}

/** What is wrong with the request, as one would tell a person who has not read the document. */
function inWords({ fault, pointer, keyword }: Broken): string {
  switch (fault) {
    case 'missing-property':
    case 'missing-parameter':
      return `a request without ${pointer}, which is required`;
    case 'empty-body':
      return 'a request without a body, which is required';
    case 'malformed-body':
      return 'a body that cannot be read';
    case 'unsupported-media-type':
      return `a body of ${keyword}, which is not documented`;
    case 'wrong-type':
      if (keyword === 'list') return 'a list in place of an object';
      if (keyword === 'fraction') return `a request in which ${pointer} is not a whole number`;
      return `a request in which ${pointer} is of the wrong type`;
    case 'null':
      return `a request in which ${pointer} is null, which is not allowed`;
    case 'enum':
      return `a request in which ${pointer} is none of the listed values`;
    case 'additional-property':
      return `a request with ${pointer}, which the schema does not allow`;
    case 'duplicate-query':
      return `a request in which ${pointer} stands twice`;
    default:
      return `a request in which ${pointer} breaks its ${keyword}`;
  }
}
