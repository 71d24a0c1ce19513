import { dayOf } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { endIn } from '../../responses/sunsets.ts';

export const sunsetPassedStillServed: Check = defineCheck({
  id: 'sunset.passed-still-served',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['end', 'success'],
  question: 'Is an operation gone after its sunset?',
  guard: 'By the date of `--now`; only successes. The date in the document wins over the one in the answer.',
  judge(exchange) {
    const { operation, response, settings } = exchange;
    const end = endIn(exchange);
    const { status } = response;
    if (operation === undefined || end === undefined || end.at >= settings.now || status < 200 || status > 299)
      return [];
    const source = end.by === 'document' ? '' : ', as its own answer says,';
    return [
      {
        messagePointer: '/status',
        expected: '410 Gone',
        actual: String(status),
        message: `The sunset of ${operation.id} was ${dayOf(end.at)}${source}, and it still answers ${status}.`,
      },
    ];
  },
});
