import type { Where } from '../model/generator.ts';
import type { ChoicePlan } from '../plan/plan.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import { type ChoicePlace, rootWithValue } from './places.ts';

/** A draft in which one value follows another branch of its `oneOf` or `anyOf`. */
export interface Alternative {
  /** Place of that value. */
  readonly pointer: string;
  readonly draft: RequestDraft;
}

/** Maximum number of places, and of branches at each place. */
const MOST_CHOICES = 4;
const MOST_BRANCHES = 6;

/** One draft for each branch that the value does not follow: each branch has rules of its own. */
export function alternativesOf(
  made: RequestTools,
  choices: readonly ChoicePlace[],
  where: Where,
): readonly Alternative[] {
  return choices.slice(0, MOST_CHOICES).flatMap(({ pointer, plan, root, value }) =>
    branchesOf(plan).flatMap((branch, index) => {
      if (branch.every((schema) => made.tools.check(schema, value, 'request'))) return [];
      const at = { ...where, at: `${where.at}${pointer}/branch${index}` };
      const drawn = made.draw({ allOf: [...branch] }, at, { direction: 'request', examples: false });
      const whole = drawn.ok ? rootWithValue(root, pointer, drawn.value) : undefined;
      return whole === undefined || root.prove(whole) !== 'valid' ? [] : [{ pointer, draft: root.with(whole) }];
    }),
  );
}

function branchesOf(plan: ChoicePlan): readonly ChoicePlan['originals'][] {
  const ways = plan.ways.flatMap((way, index) => (way.spare === true ? [] : [index]));
  return ways.slice(0, MOST_BRANCHES).map((index) => plan.way(index).originals);
}
