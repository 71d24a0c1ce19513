import { withoutSeparators } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isOver } from '../../responses/sunsets.ts';

export const stateAvailableAfterCreate: Check = defineCheck({
  id: 'state.available-after-create',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  ofWrite: true,
  stories: ['after-create'],
  question: 'Can a created item be read?',
  guard:
    'Only right after a create with 2xx, by the id of its answer; after a 202 the item gets time to appear, and is not missed if the answer shows a job, which may fail. Not where the id is a property with another name than the path has for it (`name` for `{token}`), and no read by it has worked.',
  judge(exchange) {
    const {
      purpose: { story },
      response: { status },
      operation,
      hasWorked,
    } = exchange;
    if (story.kind !== 'after-create' || story.byJob === true || (status !== 404 && status !== 410) || isOver(exchange))
      return [];
    if (!hasWorked && isGuessed(exchange)) return [];
    return [
      {
        messagePointer: '/status',
        expected: '2xx',
        actual: String(status),
        message: `An item was created, and ${operation?.id ?? 'reading it'} answers ${status} for it.`,
      },
    ];
  },
});

/** Whether only its form makes a property the id of the path: neither has the name of the other at its end, and the property is not `id`. */
function isGuessed({ operation, model }: Exchange): boolean {
  const { parameter = '', property } =
    (operation === undefined ? undefined : model.roleOf(operation).resource?.id) ?? {};
  if (property === undefined) return false;
  const [own, wanted] = [property.split('/').at(-1) ?? '', parameter].map(withoutSeparators);
  if (own === undefined || wanted === undefined || /(id|key|code|number|no)$/.test(own)) return false;
  return !own.endsWith(wanted) && !wanted.endsWith(own) && !/(id|name|slug)$/.test(wanted);
}
