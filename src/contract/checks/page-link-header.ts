import { type Check, defineCheck } from '../check.ts';
import { factsOf, isIgnored, texts } from '../page-facts.ts';

export const pageLinkHeader: Check = defineCheck({
  id: 'page.link-header',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the next link lead to the next page?',
  guard: 'Only where the service sends links to pages at all, and there is a second page.',
  judge(seen) {
    const facts = factsOf(seen, 'walk');
    const second = facts?.pages?.[1];
    if (
      facts === undefined ||
      facts.hasLinks !== true ||
      second === undefined ||
      second.length === 0 ||
      isIgnored(facts)
    )
      return [];
    const linked = facts.linked === undefined ? undefined : texts(facts.linked);
    if (linked !== undefined && linked.join() === texts(second).join()) return [];
    return [
      {
        messagePointer: '/header/link',
        expected: `next: ${texts(second).join(', ')}`,
        actual: facts.linkNext === undefined ? 'no next link' : `${facts.linkNext}: ${(linked ?? []).join(', ')}`,
        message: `The next link of ${seen.operation?.id} does not lead to the next page.`,
      },
    ];
  },
});
