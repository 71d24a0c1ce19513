import type { Json } from '../../core/index.ts';
import { stringifyJson, valueAt } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';
import { itemsOf } from '../listing.ts';
import { compare } from '../order.ts';

export const filterIgnored: Check = defineCheck({
  id: 'filter.ignored',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does a filter leave out what does not fit?',
  guard:
    'The value is one that an item has; an item without the property says nothing; case is no matter for `contains`.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'filter' || seen.response.status > 299) return [];
    const items = itemsOf(seen, story.list) ?? [];
    const wrong = items.filter((item) => {
      const value = valueAt(item, story.pointer);
      return value !== undefined && !fits(value, story.value, story.op);
    });
    if (wrong.length === 0) return [];
    const value = stringifyJson(story.value);
    return [
      {
        messagePointer: `/query/${story.parameter}`,
        subject: story.parameter,
        expected: `only items with ${story.pointer} ${story.op} ${value}`,
        actual: `${wrong.length} of ${items.length} items do not fit`,
        message: `${seen.operation?.id} gives items that ${story.parameter}=${value} leaves out.`,
      },
    ];
  },
});

function fits(value: Json, wanted: Json, op: string): boolean {
  switch (op) {
    case 'contains':
      return String(value).toLowerCase().includes(String(wanted).toLowerCase());
    case 'min':
      return compare(value, wanted) >= 0;
    case 'max':
      return compare(value, wanted) <= 0;
    default:
      return Array.isArray(value)
        ? value.some((each) => String(each) === String(wanted))
        : String(value) === String(wanted);
  }
}
