import type { Json, JsonObject } from '../../../core/index.ts';
import { isObject, jsonEquals, stringifyJson, valueAt } from '../../../wire/index.ts';
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
  guard:
    'Only ids in answers to creates of the run that the request did not contain. A create that sends nothing that the first one did not may be answered with the item that is there.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'duplicate-id' || exchange.operation === undefined || exchange.response.status > 299) return [];
    const at = exchange.model.roleOf(exchange.operation).responseEntity;
    const id = at === undefined ? undefined : idIn(story.resource, valueAt(jsonOf(exchange) ?? null, at));
    if (id === undefined || !story.earlier.some((earlier) => String(earlier) === String(id))) return [];
    // If the client chose the id, and chose it twice, a repeated id is correct.
    if (isIdInBody(exchange, id)) return [];
    if (sendsNothingNew(exchange, story.body)) return [];
    return [
      {
        expected: 'a new id',
        actual: stringifyJson(id),
        message: `${exchange.operation.id} gave the id ${stringifyJson(id)} to two items.`,
      },
    ];
  },
});

/** Whether a property of the request's body has the value of the id. */
function isIdInBody({ request: { body } }: Exchange, id: Json): boolean {
  return body.kind === 'parsed' && isObject(body.value) && Object.values(body.value).some((each) => each === id);
}

/** Whether every property of the request's body had the same value in an earlier body. */
function sendsNothingNew({ request: { body } }: Exchange, earlier: Json | undefined): boolean {
  if (body.kind !== 'parsed' || !isObject(body.value) || !isObject(earlier ?? null)) return false;
  const before = earlier as JsonObject;
  const sent = Object.entries(body.value);
  return sent.length > 0 && sent.every(([name, value]) => jsonEquals(before[name] ?? null, value));
}
