import { type Check, defineCheck } from '../../model/check.ts';
import { isIgnored, pageFactsOf } from '../../responses/page-facts.ts';

export const pageCursorLoop: Check = defineCheck({
  id: 'page.cursor-loop',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['page'],
  question: 'Does following the pages end?',
  guard: 'Only pages that are not empty.',
  judge(exchange) {
    const facts = pageFactsOf(exchange, 'walk');
    if (facts?.looped !== true || isIgnored(facts)) return [];
    const { story } = exchange.purpose;
    const isLinked =
      story.kind === 'page' && story.list.page.page === undefined && story.list.page.offset === undefined;
    const number = (facts.pages?.length ?? 0) + 1;
    return [
      {
        expected: 'a new page each time',
        actual: `page ${number} repeats an earlier page`,
        message: isLinked
          ? `The page links of ${exchange.operation?.id} form a loop: following them returns to an earlier page and never reaches the last.`
          : `Read page by page, ${exchange.operation?.id} repeats an earlier page: page ${number} of those that were asked for in turn has the same items.`,
      },
    ];
  },
});
