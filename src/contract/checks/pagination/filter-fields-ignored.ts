import { isObject } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';
import { itemsOf } from '../../responses/list-walk.ts';

export const filterFieldsIgnored: Check = defineCheck({
  id: 'filter.fields-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['projection'],
  question: 'Does a parameter that names properties leave out the others?',
  guard:
    'Only parameters whose name and description say that they select properties. Two properties are requested, and the answer still has all the others that the document does not require, as without the parameter.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'projection' || exchange.response.status > 299) return [];
    const item = story.list === undefined ? entity(exchange) : itemsOf(exchange, story.list)?.[0];
    if (item === undefined || !isObject(item)) return [];
    const { id } = exchange.operation === undefined ? {} : (exchange.model.roleOf(exchange.operation).resource ?? {});
    const own = id?.property ?? 'id';
    const others = story.all.filter((name) => !story.named.includes(name) && name !== own);
    if (others.length < LEAST || !others.every((name) => Object.hasOwn(item, name))) return [];
    return [
      {
        messagePointer: `/query/${story.parameter}`,
        expected: `only ${story.named.join(', ')}`,
        actual: Object.keys(item).join(', '),
        message: `${exchange.operation?.id ?? 'The operation'} was asked by \`${story.parameter}\` for ${story.named.map((name) => `\`${name}\``).join(' and ')} only, and shows all properties.`,
      },
    ];
  },
});

/** At least this many properties must be left out: a service may always send one or two. */
const LEAST = 2;
