import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
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
    'Only if the whole collection was read before, all matches fit on one page, and no other request writes meanwhile. Values equal to a bound are not judged, unless its name says "min" or "max" or its description that they pass (`this day or later`). A value that switches the filter off (`all`) must show what every other value shows. A flag that adds items (`include_deleted`) must show an item of the run that was deleted or brought into that state, also after a wait.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'filter' || story.must === undefined || exchange.response.status > 299) return [];
    const items = itemsOf(exchange, story.list);
    if (items === undefined) return [];
    const there = new Set(texts(idsOf(story.resource, items)));
    const missing = texts(story.must).filter((id) => !there.has(id));
    if (missing.length === 0) return [];
    const query = [story, ...(story.beside ?? [])].map(
      ({ parameter, value }) => `${parameter}=${stringifyJson(value)}`,
    );
    return [
      {
        messagePointer: `/query/${story.parameter}`,
        subject: query.map((each) => each.split('=')[0]).join('+'),
        expected: `${story.must.length} items that fit`,
        actual: `without ${missing.slice(0, 5).join(', ')}`,
        message: `${exchange.operation?.id} with ${query.join('&')} leaves out items that fit. Their ids: ${missing.slice(0, 5).join(', ')}.`,
      },
    ];
  },
});
