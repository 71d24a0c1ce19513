import type { RecordedTraffic } from '../../traffic/index.ts';
import { type Flow, planCase, single, skipped } from '../model/flow.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Redactor } from '../transport/redactor.ts';
import type { PlanContext, Planner } from './planner.ts';

/** Judges recorded exchanges with the same checks. Sends nothing. */
export const planTraffic: Planner = (context): readonly Flow[] =>
  (context.options.traffic ?? []).map((recorded, index) => plan(context, recorded, index));

function plan(context: PlanContext, recorded: RecordedTraffic, index: number): Flow {
  const { request, caller, number = index + 1 } = recorded;
  const match = context.api.match(request);
  const operation = match.kind === 'found' ? match.operation : undefined;
  const { ofOthers } = context.redactor;
  const redacted = { ...request, path: ofOthers.sent(request.path), query: queryOf(request.query, ofOthers) };
  const description = `${request.method} ${redacted.path} by ${ofOthers.sent(caller)}`;
  const planned = planCase({ id: `traffic/${number}`, phase: 'traffic', operation, description }, redacted, {
    kind: 'any',
    text: 'as documented',
  });
  const purpose: Purpose = { expect: 'any', proven: false, relational: true, story: { kind: 'recorded' }, caller };
  const { unjudged } = recorded;
  return single(planned, 'traffic', async (caseContext) =>
    unjudged === undefined ? caseContext.judge(recorded, { operation, purpose }).end : skipped(unjudged),
  );
}

/** A query is redacted by its names; the `?` distinguishes it from prose. */
function queryOf(query: string, { sent }: Redactor): string {
  return query === '' ? '' : sent(`?${query}`).slice(1);
}
