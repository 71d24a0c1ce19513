import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateListLacksOwn: Check = defineCheck({
  id: 'state.list-lacks-own',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['within'],
  question: 'Does a list under an item contain everything that belongs to it?',
  guard: 'Only what this run created under that item, and only lists that were read completely.',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'within' || !story.complete) return [];
    const there = new Set(story.items.map((item) => String(idIn(story.resource, item) ?? '')));
    const missing = story.inside.map(String).filter((id) => !there.has(id));
    if (missing.length === 0) return [];
    const { parent, parameter, owner } = story;
    return [
      {
        messagePointer: `/path/${parameter}`,
        expected: `${missing.join(', ')} among the items`,
        actual: `${story.items.length} items without it`,
        message: `${operation?.id ?? 'The list'} for ${parameter} ${String(owner)} does not show ${missing.join(', ')}, which was created for this ${parent.singular}.`,
      },
    ];
  },
});
