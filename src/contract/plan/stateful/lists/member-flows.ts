import type { Operation } from '../../../../spec/index.ts';
import { type Act, type Flow, planCase, single } from '../../../model/flow.ts';
import { groupOf, type PlanContext } from '../../planner.ts';

/** Flows that put members into lists and take them out: `find` looks at a list, and `act` does it. */
interface MemberFlows<Found> {
  /** The last part of the id of a case. */
  readonly name: string;
  /** What must be true, behind the id of the list. */
  readonly rule: string;
  /** What is compared in the end. */
  readonly text: string;
  readonly find: (list: Operation) => Found | undefined;
  readonly act: (found: Found) => Act;
}

/** One flow for each list whose members are put in and taken out by requests. Each runs alone. */
export function planMemberFlows<Found>(
  context: PlanContext,
  { name, rule, text, find, act }: MemberFlows<Found>,
): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((list) => {
    const found = context.asks('state.action-without-effect', list) ? find(list) : undefined;
    if (found === undefined) return [];
    const planned = planCase(
      {
        id: `stateful/${list.id}/${name}`,
        phase: 'stateful',
        operation: list,
        description: `${list.id}: ${rule}`,
      },
      { method: list.method, path: list.path, query: '' },
      { kind: 'valid', text },
    );
    return [single(planned, groupOf(context, list), act(found), 'alone')];
  });
}

/** Pages of a list that are read to find its members. */
export const MOST_MEMBER_PAGES = 5;
