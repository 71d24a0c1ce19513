import { type Check, defineCheck } from '../../model/check.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';

export const idempotencyPut: Check = defineCheck({
  id: 'idempotency.put',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-repeat'],
  question: 'Does the same PUT twice have the effect of one?',
  guard: 'Only properties that the request sent. Times, versions and counters may change.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = entity(exchange);
    if (story.kind !== 'after-repeat' || after === undefined) return [];
    const names = changedProperties(story.before, after).filter((name) => Object.hasOwn(story.sent, name));
    return names.map((name) => ({
      messagePointer: `/body/${name}`,
      subject: name,
      expected: 'the same after the second PUT (RFC 9110 §9.2.2)',
      actual: `${name} changed`,
      message: `${story.write} was sent twice with the same body, and the second one changed \`${name}\` again.`,
    }));
  },
});
