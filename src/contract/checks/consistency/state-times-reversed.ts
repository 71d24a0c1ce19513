import type { Json } from '../../../core/index.ts';
import { isLastChangeName } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { entity } from '../../responses/entity-diff.ts';

const MADE = /^(created|creation|inserted)(_?(at|on|date|time|timestamp))?$/i;
/** Milliseconds by which two clocks of one service may differ. */
const APART = 5_000;

export const stateTimesReversed: Check = defineCheck({
  id: 'state.times-reversed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-create', 'after-update'],
  question: 'Is an item created before it is updated?',
  guard: 'Only items of the run that show both times with date, time and zone, more than five seconds apart.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const properties = Object.entries(bodyAsObject(entity(exchange)) ?? {});
    const made = properties.find(([name, value]) => MADE.test(name) && isInstant(value));
    const changed = properties.find(([name, value]) => isLastChangeName(name) && isInstant(value));
    if (made === undefined || changed === undefined) return [];
    if (Date.parse(String(changed[1])) >= Date.parse(String(made[1])) - APART) return [];
    return [
      {
        messagePointer: `/body/${changed[0]}`,
        subject: changed[0],
        expected: `not before ${made[0]}, ${String(made[1])}`,
        actual: String(changed[1]),
        message: `${exchange.operation?.id} shows an item whose \`${changed[0]}\` (${String(changed[1])}) is before its \`${made[0]}\` (${String(made[1])}).`,
      },
    ];
  },
});

function isInstant(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}
