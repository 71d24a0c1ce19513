import { type Check, defineCheck } from '../../model/check.ts';
import { asMissing, inAnswer, ruleIn } from '../../responses/rule-words.ts';

export const streamItemSchema: Check = defineCheck({
  id: 'stream.item-schema',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  needs: ['violations'],
  question: 'Does every item of a stream fit its schema?',
  guard: 'The validator judges each item. The last item of a stream that the run stopped reading is left out.',
  judge(exchange) {
    if (exchange.response.body.kind !== 'stream') return [];
    return exchange
      .violations()
      .filter(({ code }) => code === 'response.body-schema')
      .slice(0, 5)
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        ...(violation.keyword === undefined ? {} : { keyword: violation.keyword }),
        expected: ruleIn(violation.message),
        actual: 'an item that does not fit',
        message: inAnswer(exchange, asMissing(violation.message)),
      }));
  },
});
