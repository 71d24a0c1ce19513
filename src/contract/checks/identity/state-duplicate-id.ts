import { stringifyJson, valueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateDuplicateId: Check = defineCheck({
  id: 'state.duplicate-id',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['duplicate-id'],
  question: 'Does every created item get its own id?',
  guard: 'Only ids in answers to creates of the run.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'duplicate-id' || seen.operation === undefined || seen.response.status > 299) return [];
    const at = seen.model.roleOf(seen.operation).responseEntity;
    const id = at === undefined ? undefined : idIn(story.resource, valueAt(jsonOf(seen) ?? null, at));
    if (id === undefined || !story.earlier.some((earlier) => String(earlier) === String(id))) return [];
    return [
      {
        expected: 'a new id',
        actual: stringifyJson(id),
        message: `${seen.operation.id} gave the id ${stringifyJson(id)} twice.`,
      },
    ];
  },
});
