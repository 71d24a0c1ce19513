import type { Json } from '../../../core/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { memberPath } from '../../model/member-path.ts';
import { compare } from '../../model/order.ts';
import type { FilterUse } from '../../model/purpose.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { filteredAt, filtersOf, filtersText, mayFit } from '../../responses/filter-rules.ts';
import { idsOf, itemsOf } from '../../responses/list-walk.ts';
import { texts } from '../../responses/page-facts.ts';

export const filterIncomplete: Check = defineCheck({
  id: 'filter.incomplete',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['filter'],
  question: 'Does a filter return all items that match?',
  guard:
    'Only if the whole collection was read before, all matches fit on one page that items which do not match have not filled, and no other request writes meanwhile. Values equal to a bound are not judged, unless its name says "min" or "max" or its description that they pass (`this day or later`). A value that switches the filter off (`all`) must show what every other value shows. A flag that adds items (`include_deleted`) must show an item of the run that was deleted or brought into that state, also after a wait.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'filter' || story.must === undefined || exchange.response.status > 299) return [];
    const items = itemsOf(exchange, story.list);
    if (items === undefined) return [];
    const there = new Set(texts(idsOf(story.resource, items)));
    const wanted = texts(story.must);
    const missing = wanted.filter((id) => !there.has(id));
    if (missing.length === 0) return [];
    const filters = filtersOf(story);
    // Items that do not fit take the place of others, which are on the next page then.
    const isFull = items.length >= (story.size ?? 0);
    if (story.wider !== true && isFull && items.some((item) => !mayFit(item, filters))) return [];
    const lost = missing.flatMap((id) => story.fitting?.[wanted.indexOf(id)] ?? []);
    const [first] = lost;
    const values = filters.map(({ pointer }) => {
      const value = shortJson(filteredAt(first ?? null, pointer) ?? null);
      return `\`${memberPath(pointer.split('/*')[0] ?? '')}\` ${value}`;
    });
    const why = first === undefined ? '' : ` (${[...new Set(values)].join(', ')})`;
    const count = story.must.length;
    const all = count === 1 ? 'the only item that fits' : `all ${count} items that fit`;
    const leftOut = missing.length === count ? all : `${missing.length} of ${count} items that fit`;
    return [
      {
        // Beside others, the filter whose bound all missing items have is the one that leaves them out.
        messagePointer: `/query/${(filters.length > 1 ? boundOf(filters, lost) : undefined)?.parameter ?? story.parameter}`,
        place: `/query/${story.parameter}`,
        subject: filters.map(({ parameter }) => parameter).join('+'),
        expected: count === 1 ? 'the item that fits' : `all ${count} items that fit`,
        actual: `without ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
        message: `${exchange.operation?.id} with ${filtersText(filters)} leaves out ${leftOut}${missing.length === 1 ? ':' : ', such as'} ${missing[0]}${why}.`,
      },
    ];
  },
});

/** The only filter whose value all items have exactly, although it lets through others as well. */
function boundOf(filters: readonly FilterUse[], items: readonly Json[]): FilterUse | undefined {
  const bounds = filters.filter(
    ({ op, pointer, value }) =>
      (op === 'min' || op === 'max') && items.every((item) => compare(filteredAt(item, pointer) ?? null, value) === 0),
  );
  return items.length > 0 && bounds.length === 1 ? bounds[0] : undefined;
}
