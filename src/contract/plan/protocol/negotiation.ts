import type { Operation } from '../../../spec/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import { type Flow, inconclusive, planCase, single } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';

/**
 * Asks for each media type of a success if there are several, and for an unknown one if 406 is documented.
 * If several successes have content, only for media types of all of them, because the client cannot choose
 * the success.
 */
export function planNegotiation(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const successes = operation.responses
      .filter(({ status, content }) => status.startsWith('2') && content.length > 0)
      .map(({ content }) => content.map(({ mediaType }) => mediaType));
    const unique = [...new Set(successes.flat().filter((mediaType) => !mediaType.includes('*')))];
    const always = unique.filter((mediaType) => successes.every((each) => each.includes(mediaType)));
    const offered = unique.length < 2 ? [] : always.map((wanted) => ask(context, operation, wanted, true));
    const refuses = operation.responses.some(({ status }) => status === '406');
    const refused = refuses && unique.length > 0 && operation.method === 'GET';
    return [...offered, ...(refused ? [ask(context, operation, UNKNOWN_TYPE, false)] : [])];
  });
}

/** A media type that no document has. */
const UNKNOWN_TYPE = 'text/x-standin-unknown';

function ask(context: PlanContext, operation: Operation, wanted: string, offered: boolean): Flow {
  const id = `protocol/${operation.id}/accept/${wanted}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: offered ? 'valid' : 'any', text: offered ? wanted : '406' } as const;
  const planned = planCase(
    { id, phase: 'protocol', operation, description: `${operation.id} with Accept: ${wanted}` },
    request,
    expectation,
  );
  return single(planned, groupOf(context, operation), async (caseContext) => {
    const drawn = await drawRequest(caseContext, operation, { at: id, use: useOf(operation) });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const { prepared } = drawn;
    const sent = { ...drawn.request, headers: replaceHeaders(drawn.request.headers, [['Accept', wanted]]) };
    const story = { kind: 'negotiation', wanted, offered } as const;
    const purpose: Purpose = {
      expect: offered ? 'valid' : 'any',
      proven: prepared.proven,
      relational: prepared.relational,
      story,
    };
    return (await caseContext.exchange(sent, { operation, purpose })).end;
  });
}
