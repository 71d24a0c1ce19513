import { stringifyJson, valueAt } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';
import { idIn } from '../created.ts';
import { jsonOf } from '../stage.ts';

export const stateUnstableId: Check = defineCheck({
  id: 'state.unstable-id',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'value',
  question: 'Does an item answer under the id that it shows?',
  guard: 'Only where the entity shows its id.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'after-create' || story.id === undefined || seen.operation === undefined) return [];
    const { resource } = seen.model.roleOf(seen.operation);
    const id = resource === undefined ? undefined : idIn(resource, valueAt(jsonOf(seen) ?? null, story.responseEntity));
    if (id === undefined || seen.response.status > 299 || String(id) === String(story.id)) return [];
    return [
      {
        expected: stringifyJson(story.id),
        actual: stringifyJson(id),
        message: `Asked for ${stringifyJson(story.id)}, ${seen.operation.id} answers with ${stringifyJson(id)}.`,
      },
    ];
  },
});
