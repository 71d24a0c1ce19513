import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { memberPath } from '../../model/member-path.ts';
import type { FilterUse } from '../../model/purpose.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { filteredAt, filtersOf, filtersText, mayFit } from '../../responses/filter-rules.ts';
import { itemsOf } from '../../responses/list-walk.ts';

export const filterIgnored: Check = defineCheck({
  id: 'filter.ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['filter'],
  question: 'Does a filter leave out items that do not match?',
  guard:
    'The filter value comes from an existing item. An item without the property is not judged. `contains` ignores case. A default counts where another value switches the filter off (`all`).',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'filter' || story.wider === true || exchange.response.status > 299) return [];
    const items = itemsOf(exchange, story.list) ?? [];
    const filters = filtersOf(story);
    const wrong = items.filter((item) => !mayFit(item, filters));
    if (wrong.length === 0) return [];
    // Beside others, the filter that all of them break is the one that does nothing.
    const broken = filters.filter((filter) => wrong.some((item) => !mayFit(item, [filter])));
    const { pointer } = broken.find((filter) => !mayFit(wrong[0] ?? null, [filter])) ?? story;
    const shown = shortJson(filteredAt(wrong[0] ?? null, pointer) ?? null);
    return [
      {
        messagePointer: `/query/${(broken.length === 1 ? broken[0] : undefined)?.parameter ?? story.parameter}`,
        subject: filters.map(({ parameter }) => parameter).join('+'),
        expected: `only items whose ${filters.map((filter) => `${memberPath(filter.pointer)} ${relationOf(filter)} ${stringifyJson(filter.value)}`).join(' and whose ')}`,
        actual: `${wrong.length} of ${items.length} items do not fit, such as one whose ${memberPath(pointer)} is ${shown}`,
        message: `${exchange.operation?.id} ${story.unsent === true ? `without ${story.parameter}, whose default is ${stringifyJson(story.usual ?? story.value)},` : `with ${filtersText(filters)}`} also gives items that do not fit (${wrong.length} of ${items.length}).`,
      },
    ];
  },
});

const OPERATORS: Readonly<Record<string, string>> = {
  equals: 'is',
  in: 'is one of',
  contains: 'contains',
  min: 'is at least',
  max: 'is at most',
};

/** What an item must be to the value of a filter: `is at most`, or `is below` where the value itself does not pass. */
function relationOf({ op, exclusive }: FilterUse): string {
  if (exclusive === true && (op === 'min' || op === 'max')) return op === 'min' ? 'is above' : 'is below';
  return OPERATORS[op] ?? op;
}
