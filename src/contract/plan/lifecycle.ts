import { type Flow, inconclusive, planCase, single } from '../model/flow.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { groupOf, type Planner, useOf } from './planner.ts';

/** One call of every deprecated or ending operation, so that its answers are checked for lifecycle fields. */
export const planLifecycle: Planner = (context): readonly Flow[] =>
  context.operations
    .filter(({ lifecycle }) => lifecycle.deprecated || lifecycle.sunset !== undefined)
    .map((operation) => {
      const id = `lifecycle/${operation.id}`;
      const request = { method: operation.method, path: operation.path, query: '' };
      const expectation = { kind: 'valid', text: 'an answer that says when it ends' } as const;
      const planned = planCase(
        { id, phase: 'lifecycle', operation, description: `${operation.id} is deprecated` },
        request,
        expectation,
      );
      return single(planned, groupOf(context, operation), async (caseContext) => {
        const drawn = await drawRequest(caseContext, operation, { at: id, use: useOf(operation) });
        if (typeof drawn === 'string') return inconclusive(drawn);
        return (await caseContext.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) })).end;
      });
    });
