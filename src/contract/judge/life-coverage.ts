import type { LifeCoverage, Ratio } from '../model/coverage-facts.ts';
import type { Case, CaseResult } from '../model/events.ts';
import { LIFE_ENDED, NO_ITEM_PATH } from '../model/flow.ts';
import { getOr } from '../model/get-or.ts';

/** Such as `stateful/pets/life/3-read-what-was-created`. */
const STEP = /^stateful\/(.+)\/life\/\d+-/;

/**
 * How far each resource's life cycle was tested, by the results of its cases. A case without a result was
 * not run.
 */
export function livesOf(cases: readonly Case[], results: ReadonlyMap<string, CaseResult>): readonly LifeCoverage[] {
  const lives = new Map<string, Case[]>();
  for (const each of cases) {
    const resource = STEP.exec(each.id)?.[1];
    if (resource !== undefined) getOr(lives, resource, () => []).push(each);
  }
  return [...lives].map(([resource, steps]) => lifeOf(resource, steps, results));
}

/** How many life cycles were tested to their end, of those that the document lets a run test. */
export function livesLed(lives: readonly LifeCoverage[]): Ratio {
  const testable = lives.filter(({ untestable }) => untestable !== true);
  return { covered: testable.filter(({ cut }) => cut === undefined).length, total: testable.length };
}

/** Whether a case belongs to the life cycle of a resource. */
export function isOfLife({ id }: Case): boolean {
  return STEP.test(id);
}

function lifeOf(resource: string, steps: readonly Case[], results: ReadonlyMap<string, CaseResult>): LifeCoverage {
  const reasons = steps.map(({ id }) => reasonOf(results.get(id)));
  const at = reasons.findIndex((reason) => reason !== undefined);
  const step = steps[at]?.description.replace(/^[^:]*: /, '') ?? '';
  const isJudged = ({ id }: Case): boolean => ['passed', 'failed'].includes(results.get(id)?.verdict ?? '');
  return {
    resource,
    steps: steps.length,
    done: steps.filter(isJudged).length,
    ...(at === -1 ? {} : { cut: { step, reason: reasons[at] ?? '' } }),
    ...(reasons[at] === NO_ITEM_PATH ? { untestable: true as const } : {}),
  };
}

/** Why a step does not count for the life cycle; undefined if it counts, or if the step does not apply. */
function reasonOf(result: CaseResult | undefined): string | undefined {
  if (result === undefined) return 'it was not run';
  if (result.verdict === 'inconclusive' || result.verdict === 'errored') return result.reason;
  return result.verdict === 'skipped' && result.reason.startsWith(LIFE_ENDED)
    ? result.reason.slice(LIFE_ENDED.length)
    : undefined;
}
