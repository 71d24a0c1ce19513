import { pointerTo } from '../../../resources/index.ts';
import { wordsOf } from '../../../spec/index.ts';
import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateListShowsForeign: Check = defineCheck({
  id: 'state.list-shows-foreign',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['within'],
  question: 'Does a list under an item contain only what belongs to it?',
  guard:
    'Only what the run created under another item, and items whose own property names another parent than the path.',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'within') return [];
    const { resource, parent, parameter, owner, property } = story;
    const outside = new Set(story.outside.map(String));
    const foreign = story.items.filter((item) => {
      const named = property === undefined ? undefined : valueAt(item, pointerTo(property));
      const elsewhere = named !== undefined && named !== null && typeof named !== 'object' && !isOne(named, owner);
      return elsewhere || outside.has(String(idIn(resource, item) ?? ''));
    });
    if (foreign.length === 0) return [];
    const ids = foreign.slice(0, 5).map((item) => String(idIn(resource, item) ?? '?'));
    const singular = wordsOf(resource.singular).join(' ');
    return [
      {
        messagePointer: `/path/${parameter}`,
        expected: `only ${resource.name} of the ${parent.singular} ${String(owner)}`,
        actual: `${foreign.length} of ${story.items.length} items belong to another ${parent.singular}: ${ids.join(', ')}`,
        message: `${operation?.id ?? 'The list'} for ${parameter} ${String(owner)} also shows ${foreign.length === 1 ? `the ${singular} ${ids[0]}, which belongs` : `${foreign.length} ${resource.name} that belong`} to another ${parent.singular}${foreign.length === 1 ? '' : `: ${ids.join(', ')}`}.`,
      },
    ];
  },
});

const isOne = (a: unknown, b: unknown): boolean => String(a).toLowerCase() === String(b).toLowerCase();
