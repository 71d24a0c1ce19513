import type { Json } from '../../core/index.ts';
import type { Drawing } from '../plan/draw-context.ts';
import { keep, type LeafPlan } from '../plan/plan.ts';

const KEPT = { request: 'members/request', response: 'members/response' } as const;

/** The values that `enum` and `const` allow; undefined without these keywords. */
export function membersOf(drawing: Drawing, plan: LeafPlan): readonly Json[] | undefined {
  return keep(plan, KEPT[drawing.direction], () => {
    const lists = plan.schemas.flatMap((schema) =>
      schema.const !== undefined ? [[schema.const]] : schema.enum !== undefined ? [schema.enum] : [],
    );
    const [list] = lists.sort((a, b) => a.length - b.length);
    const { check } = drawing.tools;
    return list?.filter((value) => plan.originals.every((schema) => check(schema, value, drawing.direction)));
  });
}
