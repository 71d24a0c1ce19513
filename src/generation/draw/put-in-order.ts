import type { Json } from '../../core/index.ts';
import { setOwn } from '../../wire/index.ts';
import type { Drawing } from '../plan/draw-context.ts';
import type { ObjectPlan } from '../plan/object-plan.ts';

/**
 * Swaps two drawn values if their names say that the first is the lower one, and both fit the other's
 * place.
 */
export function putInOrder(
  { tools, direction }: Drawing,
  { pairs, byName }: ObjectPlan,
  draft: Record<string, Json>,
  isFree: (name: string) => boolean,
): void {
  const fits = (name: string, value: Json): boolean =>
    byName.get(name)?.plan.asked.every((schema) => tools.check(schema, value, direction)) === true;
  for (const [low, high] of pairs) {
    const [first, second] = [draft[low], draft[high]];
    if (first === undefined || second === undefined || !isFree(low) || !isFree(high)) continue;
    if (!isAbove(first, second) || !fits(low, second) || !fits(high, first)) continue;
    setOwn(draft, low, second);
    setOwn(draft, high, first);
  }
}

const MOMENT = /^\d{4}-\d\d-\d\d/;

/** Whether the first of two numbers or instants is greater. */
function isAbove(first: Json, second: Json): boolean {
  if (typeof first === 'number' || typeof first === 'bigint')
    return (typeof second === 'number' || typeof second === 'bigint') && first > second;
  if (typeof first !== 'string' || typeof second !== 'string' || !MOMENT.test(first) || !MOMENT.test(second))
    return false;
  return Date.parse(first) > Date.parse(second);
}
