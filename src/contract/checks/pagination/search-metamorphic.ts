import { type Check, defineCheck } from '../../model/check.ts';
import { idsOf, itemsOf } from '../../responses/list-walk.ts';
import { texts } from '../../responses/page-facts.ts';

export const searchMetamorphic: Check = defineCheck({
  id: 'search.metamorphic',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['search'],
  question: 'Does a search find what is there, and only that?',
  guard:
    'A search fails if a string that no item contains returns the same items as no search; if none of several strings and words that items show finds anything; if such a word in other letter case finds nothing, although the document says that case does not matter; or if such a word without its first letter finds nothing, although the document says that the text may be anywhere (`contains`). Which properties it searches, and how, is up to the service.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'search' || exchange.response.status > 299) return [];
    const { parameter, where, words, unsearched } = story;
    const found = itemsOf(exchange, story.list);
    if (found === undefined) return [];
    const query = `${parameter}=${words.at(-1)}`;
    if (where === 'shown') {
      if (found.length > 0) return [];
      return [
        {
          messagePointer: `/query/${parameter}`,
          keyword: 'nothing',
          expected: 'items for at least one of the words that they show',
          actual: `no item for any of ${words.join(', ')}`,
          message: `${exchange.operation?.id} finds nothing for what its items show: ${words.map((word) => `"${word}"`).join(', ')}.`,
        },
      ];
    }
    if (where === 'inside') {
      if (found.length > 0) return [];
      const [word, part] = words;
      return [
        {
          messagePointer: `/query/${parameter}`,
          keyword: 'inside',
          expected: `the items that ${parameter}=${word} finds`,
          actual: 'no item',
          message: `${exchange.operation?.id} finds items with ${parameter}=${word} and none with ${parameter}=${part}, although the document says that the text may be anywhere.`,
        },
      ];
    }
    if (where === 'other-case') {
      if (found.length > 0) return [];
      const [word, other] = words;
      return [
        {
          messagePointer: `/query/${parameter}`,
          keyword: 'case',
          expected: `the items that ${parameter}=${word} finds`,
          actual: 'no item',
          message: `${exchange.operation?.id} finds items with ${parameter}=${word} and none with ${parameter}=${other}, although the document says that letter case does not matter.`,
        },
      ];
    }
    const same = texts(idsOf(story.resource, found)).join('\n') === texts(unsearched).join('\n');
    if (!same || found.length < 2) return [];
    return [
      {
        messagePointer: `/query/${parameter}`,
        keyword: 'everything',
        expected: `no items, or others than without ${parameter}`,
        actual: `the same ${found.length} items`,
        message: `${exchange.operation?.id} with ${query}, which no item contains, gives the same items as without ${parameter}: the search has no effect.`,
      },
    ];
  },
});
