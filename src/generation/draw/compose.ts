import type { Json } from '../../core/index.ts';
import { isObject, setOwn } from '../../wire/index.ts';
import type { Drawing } from '../plan/draw-context.ts';
import type { ObjectPlan } from '../plan/object-plan.ts';

/** Composes strings from sibling properties, if all of them exist and the result fits. */
export function compose(
  { tools, direction }: Drawing,
  { composed, byName }: ObjectPlan,
  draft: Record<string, Json>,
  isFree: (name: string) => boolean,
): void {
  for (const { name, pieces } of composed) {
    if (typeof draft[name] !== 'string' || !isFree(name)) continue;
    const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : textAt(draft, piece)));
    if (texts.some((text) => text === undefined)) continue;
    const whole = texts.join('');
    const fits = byName.get(name)?.plan.originals.every((schema) => tools.check(schema, whole, direction)) === true;
    if (fits) setOwn(draft, name, whole);
  }
}

function textAt(draft: Readonly<Record<string, Json>>, path: readonly string[]): string | undefined {
  let value: Json | undefined = draft;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}
