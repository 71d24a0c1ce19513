import { type Flow, inconclusive, planCase, single } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/** Sends an undocumented query parameter: it may be ignored or refused, and must not break anything. */
export function planUnknownQuery(context: PlanContext): readonly Flow[] {
  return context.operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => {
      const id = `protocol/${operation.id}/unknown-query`;
      const request = { method: operation.method, path: operation.path, query: '' };
      const description = `${operation.id} with an unknown query parameter`;
      const planned = planCase({ id, phase: 'protocol', operation, description }, request, {
        kind: 'any',
        text: 'an answer',
      });
      return single(planned, groupOf(context, operation), async (caseContext) => {
        const drawn = await drawRequest(caseContext, operation, { at: id, use: 'read' });
        if (typeof drawn === 'string') return inconclusive(drawn);
        const query = [drawn.request.query, 'standin-unknown=1'].filter((part) => part !== '').join('&');
        const { proven } = drawn.prepared;
        const purpose: Purpose = { expect: 'any', proven, relational: true, story: { kind: 'plain' } };
        return (await caseContext.exchange({ ...drawn.request, query }, { operation, purpose })).end;
      });
    });
}
