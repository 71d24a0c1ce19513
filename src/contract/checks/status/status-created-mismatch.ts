import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';

export const statusCreatedMismatch: Check = defineCheck({
  id: 'status.created-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['created', 'again'],
  question: 'Does a PUT answer 201 if it creates, and only then?',
  guard:
    'Only if the document has 201 and another success for the PUT (RFC 9110 §9.3.4), at a place that a read has just shown empty or that the same PUT has filled.',
  judge(exchange) {
    const { operation, response } = exchange;
    const is = operation?.method === 'PUT' ? expectedOf(exchange) : undefined;
    if (operation === undefined || is === undefined || response.status > 204) return [];
    const documents = (...statuses: readonly string[]): boolean =>
      operation.responses.some(({ status }) => statuses.includes(status));
    if (!documents('201') || !documents('200', '204') || (response.status === 201) === (is === 'new')) return [];
    return [
      {
        messagePointer: '/status',
        keyword: is,
        expected: is === 'new' ? '201' : '200 or 204',
        actual: String(response.status),
        message:
          is === 'new'
            ? `${operation.id} created an item and answers ${response.status}, not 201.`
            : `${operation.id} changed an item that existed and answers ${response.status}, not 200 or 204.`,
      },
    ];
  },
});

/** Whether the target of a PUT was known to exist or to be absent. */
function expectedOf({ purpose: { story } }: Exchange): 'new' | 'there' | undefined {
  if (story.kind === 'created' && story.free === true) return 'new';
  return story.kind === 'again' && story.first.status < 300 ? 'there' : undefined;
}
