import { type Flow, planCase, single, skipped } from '../flow.ts';
import type { RecordedTraffic } from '../options.ts';
import type { PlanContext, Planner } from '../planner.ts';
import type { Purpose } from '../purpose.ts';

/** Recorded exchanges, judged by the same checks. Nothing is sent. */
export const planTraffic: Planner = (context): readonly Flow[] =>
  (context.options.traffic ?? []).map((recorded, index) => plan(context, recorded, index));

function plan(context: PlanContext, recorded: RecordedTraffic, index: number): Flow {
  const { request, caller } = recorded;
  const match = context.api.match(request);
  const operation = match.kind === 'found' ? match.operation : undefined;
  const description = `${request.method} ${request.path} by ${caller}`;
  const planned = planCase(`traffic/${index + 1}`, 'traffic', operation, description, request, {
    kind: 'any',
    text: 'as documented',
  });
  const purpose: Purpose = { expect: 'any', proven: false, relational: true, story: { kind: 'recorded' }, caller };
  const { unjudged } = recorded;
  return single(planned, 'traffic', async (stage) =>
    unjudged === undefined ? stage.judge(recorded, { operation, purpose }).end : skipped(unjudged),
  );
}
