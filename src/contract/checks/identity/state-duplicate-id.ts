import type { Json } from '../../../core/index.ts';
import { isObject, stringifyJson, valueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateDuplicateId: Check = defineCheck({
  id: 'state.duplicate-id',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['duplicate-id'],
  question: 'Does every created item get its own id?',
  guard: 'Only ids in answers to creates of the run that the request did not contain.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'duplicate-id' || exchange.operation === undefined || exchange.response.status > 299) return [];
    const at = exchange.model.roleOf(exchange.operation).responseEntity;
    const id = at === undefined ? undefined : idIn(story.resource, valueAt(jsonOf(exchange) ?? null, at));
    if (id === undefined || !story.earlier.some((earlier) => String(earlier) === String(id))) return [];
    // If the client chose the id, and chose it twice, a repeated id is correct.
    if (isIdInBody(exchange, id)) return [];
    return [
      {
        expected: 'a new id',
        actual: stringifyJson(id),
        message: `${exchange.operation.id} gave the id ${stringifyJson(id)} twice.`,
      },
    ];
  },
});

/** Whether a property of the request's body has the value of the id. */
function isIdInBody({ request: { body } }: Exchange, id: Json): boolean {
  return body.kind === 'parsed' && isObject(body.value) && Object.values(body.value).some((each) => each === id);
}
