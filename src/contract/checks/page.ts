import type { Json } from '../../core/index.ts';
import { type Check, defineCheck, type Seen } from '../check.ts';
import { itemsOf } from '../listing.ts';
import type { PageFacts } from '../purpose.ts';

function factsOf({ purpose: { story } }: Seen, probe: PageFacts['probe']): PageFacts | undefined {
  return story.kind === 'page' && story.facts.probe === probe ? story.facts : undefined;
}

/** Where more items come than were asked for, nothing more can be said of pages. */
function isIgnored({ limit, pages }: PageFacts): boolean {
  return limit !== undefined && pages?.some((page) => page.length > limit) === true;
}

const texts = (ids: readonly Json[]): readonly string[] => ids.map(String);

/** Guard: fewer items than asked for are always fine. */
export const pageLimitIgnored: Check = defineCheck({
  id: 'page.limit-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Do no more items come than were asked for?',
  judge(seen) {
    const { story } = seen.purpose;
    const facts = factsOf(seen, 'limit');
    if (story.kind !== 'page' || facts?.limit === undefined || seen.response.status > 299) return [];
    const items = itemsOf(seen, story.list);
    if (items === undefined || items.length <= facts.limit) return [];
    return [
      {
        expected: `at most ${facts.limit} items`,
        actual: `${items.length} items`,
        message: `${seen.operation?.id} gave ${items.length} items when asked for ${facts.limit}.`,
      },
    ];
  },
});

/** Guard: only where both walks came to the end, nobody writes meanwhile, and pages are not simply ignored (`page.limit-ignored`). */
export const pageOverlapOrGap: Check = defineCheck({
  id: 'page.overlap-or-gap',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Do all pages together hold every item once?',
  judge(seen) {
    const facts = factsOf(seen, 'walk');
    if (facts?.pages === undefined || facts.whole === undefined || facts.looped === true || isIgnored(facts)) return [];
    const walked = texts(facts.pages.flat());
    const whole = new Set(texts(facts.whole));
    const twice = walked.filter((id, index) => walked.indexOf(id) !== index);
    const missing = [...whole].filter((id) => !walked.includes(id));
    if (twice.length === 0 && missing.length === 0) return [];
    const parts = [
      ...(twice.length > 0 ? [`${[...new Set(twice)].slice(0, 5).join(', ')} twice`] : []),
      ...(missing.length > 0 ? [`${missing.slice(0, 5).join(', ')} not at all`] : []),
    ];
    return [
      {
        expected: `${whole.size} items, each once`,
        actual: parts.join('; '),
        message: `The pages of ${seen.operation?.id} give ${parts.join(' and ')}.`,
      },
    ];
  },
});

/** Guard: only pages that are not empty. */
export const pageCursorLoop: Check = defineCheck({
  id: 'page.cursor-loop',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Do pages come to an end?',
  judge(seen) {
    const facts = factsOf(seen, 'walk');
    if (facts?.looped !== true || isIgnored(facts)) return [];
    return [
      {
        expected: 'a new page each time',
        actual: `page ${(facts.pages?.length ?? 0) + 1} is one that came before`,
        message: `The pages of ${seen.operation?.id} go in a circle.`,
      },
    ];
  },
});

/** Guard: only where the collection was read whole and nobody writes meanwhile. */
export const pageTotalInconsistent: Check = defineCheck({
  id: 'page.total-inconsistent',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Is the total the number of items?',
  judge(seen) {
    const facts = factsOf(seen, 'total');
    if (facts?.total === undefined || facts.count === undefined || facts.total === facts.count) return [];
    return [
      {
        expected: String(facts.count),
        actual: String(facts.total),
        message: `${seen.operation?.id} says there are ${facts.total} items; there are ${facts.count}.`,
      },
    ];
  },
});

/** Guard: only where the service sends Link at all, and there is a second page. */
export const pageLinkHeader: Check = defineCheck({
  id: 'page.link-header',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the next link lead to the next page?',
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
