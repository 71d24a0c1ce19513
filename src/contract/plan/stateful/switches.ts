import type { HttpRequest } from '../../../core/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, validPurpose } from '../../requests/draw-request.ts';
import { saysThere } from '../../responses/is-answer.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/** Something that is set or not: its GET says by the status which, and shows nothing. */
interface Switch {
  readonly read: Operation;
  /** PUT of the same path. */
  readonly set: Operation;
  /** DELETE of the same path. */
  readonly clear: Operation | undefined;
}

/** Sets and clears what a GET shows by its status alone: a star, a membership, a lock. */
export function planSwitches(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((read) => {
    const found = switchOf(context, read);
    if (found === undefined || !context.asks('state.action-without-effect', read)) return [];
    const planned = planCase(
      {
        id: `stateful/${read.id}/switch`,
        phase: 'stateful',
        operation: read,
        description: `${read.id}: what is set is there, and what is cleared is not`,
      },
      { method: read.method, path: read.path, query: '' },
      { kind: 'any', text: 'the status of what was done last' },
    );
    return [single(planned, groupOf(context, read), setAndClear(found), 'apart')];
  });
}

function switchOf({ api, index, operations }: PlanContext, read: Operation): Switch | undefined {
  if (read.method !== 'GET' || !read.path.includes('{') || !showsByStatus(read)) return undefined;
  const ofPath = api.operations.filter(({ path }) => path === read.path);
  const set = ofPath.find(({ method }) => method === 'PUT');
  if (set === undefined || index.isPlacing(set) || !operations.includes(set)) return undefined;
  return { read, set, clear: ofPath.find((each) => each.method === 'DELETE' && operations.includes(each)) };
}

/**
 * Whether the only success is 204, and what is missing has a status of its own. A 200 without documented content may be
 * an item that the document does not describe.
 */
function showsByStatus({ responses }: Operation): boolean {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return (
    successes.length > 0 &&
    successes.every(({ status }) => status === '204') &&
    responses.some(({ status }) => saysThere(Number(status)) === false)
  );
}

function setAndClear({ read, set, clear }: Switch): Act {
  return async (caseContext) => {
    const at = `switches/${set.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, set, { at, use: 'fresh' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    if (drawn.prepared.target?.ours !== true) return inconclusive('no record of the run is known for its path');
    const { path } = drawn.prepared.known;
    const looking = await drawRequest(caseContext, read, { at, use: 'read', path });
    const clearing =
      clear === undefined ? undefined : await drawRequest(caseContext, clear, { at, use: 'fresh', path });
    if (typeof looking === 'string') return inconclusive(looking);
    if (typeof clearing === 'string') return inconclusive(clearing);
    let isSet = await isThere(caseContext, read, looking.request);
    if (isSet === undefined) return inconclusive('its read does not say whether it is set');
    let end: StepEnd = inconclusive('it is set, and nothing clears it');
    // From either state, both requests have something to do.
    for (let turn = 0; turn < 2; turn += 1) {
      const write = isSet ? clear : set;
      const next = isSet ? clearing : drawn;
      if (write === undefined || next === undefined) return end;
      const purpose = { ...validPurpose(next.prepared), relational: true };
      const answer = await caseContext.exchange(next.request, { operation: write, purpose });
      if (!isSuccess(answer) || answer.failed) return answer.end;
      const { status } = answer.exchange.response;
      // What is accepted (202) takes time, and what is created (201) may be an invitation.
      if (status !== 200 && status !== 204) return PASSED;
      isSet = !isSet;
      const story = { kind: 'after-switch', write: write.id, status, isSet } as const;
      const seen = await caseContext.exchange(looking.request, { operation: read, purpose: openPurpose(story) });
      if (seen.failed) return seen.end;
      end = seen.end;
    }
    return end;
  };
}

/** Whether it is set. Undefined if the answer says neither. */
async function isThere(caseContext: CaseContext, read: Operation, request: HttpRequest): Promise<boolean | undefined> {
  const answer = await caseContext.exchange(request, { operation: read, purpose: openPurpose(), quiet: true });
  return answer.kind === 'answered' ? saysThere(answer.exchange.response.status) : undefined;
}
