import type { Json } from '../../../core/index.ts';
import { propertiesOf } from '../../../spec/index.ts';
import { stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
import { entity } from '../../responses/entity-diff.ts';
import { isLeftOut } from '../../responses/left-out-zeros.ts';

export const stateNumberChanged: Check = defineCheck({
  id: 'state.number-changed',
  tier: 1,
  severity: 'error',
  about: 'service',
  // What the write stored wrong may break the schema of the read: that is its consequence.
  layer: 'purpose',
  ofWrite: true,
  stories: ['numbers-written'],
  question: 'Does a read return every digit of a number that was written?',
  guard:
    'Only numbers that a create has just accepted: the limits of int32, int64 and double where the document states no bound, zero, multiples that are lost when a double is scaled, and zeros at the ends of digits in a string whose pattern needs them. A missing number counts only if the schema of the item documents it, and zero not where the document follows the JSON form of protocol buffers, which leaves it out.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const read = entity(exchange);
    if (story.kind !== 'numbers-written' || read === undefined || exchange.response.status > 299) return [];
    return story.values.flatMap(([pointer, value]) => numberDraft(exchange, story.create, read, [pointer, value]));
  },
});

function numberDraft(
  exchange: Exchange,
  create: string,
  read: Json,
  [pointer, value]: readonly [string, Json],
): readonly FindingDraft[] {
  const received = valueAt(read, pointer);
  if (received === undefined && !isMissed(exchange, pointer, value)) return [];
  // A number may be shown as a string, so that no client loses its digits.
  if (received !== undefined && (typeof received === 'object' || isSame(received, value))) return [];
  const name = pointer.slice(1);
  const actual = received === undefined ? 'nothing' : stringifyJson(received);
  return [
    {
      messagePointer: `/body${pointer}`,
      subject: name,
      expected: stringifyJson(value),
      actual,
      message: `${create} accepted ${stringifyJson(value)} for \`${memberPath(pointer)}\`, and ${exchange.operation?.id ?? 'a read'} shows ${actual}.`,
    },
  ];
}

function isSame(received: Json, value: Json): boolean {
  return String(received) === String(value) || (typeof value === 'number' && Number(received) === value);
}

/** Whether the item has the property at its top level, and shows it if it has this value. */
function isMissed({ model, operation, api }: Exchange, pointer: string, value: Json): boolean {
  const { resource } = operation === undefined ? {} : model.roleOf(operation);
  const name = pointer.slice(1);
  const properties = resource === undefined ? {} : propertiesOf(api, resource.schema);
  const rule = Object.hasOwn(properties, name) ? api.deref(properties[name]?.schema ?? false) : false;
  return typeof rule === 'object' && rule.writeOnly !== true && !isLeftOut(api, rule, value);
}
