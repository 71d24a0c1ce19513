import type { HttpRequest, HttpResponse } from '../../../../core/index.ts';
import type { Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { withValueAt } from '../../../../wire/index.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import type { KnownValues } from '../../../model/fixture.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../../model/flow.ts';
import type { Purpose } from '../../../model/purpose.ts';
import { drawRequest, openPurpose, sentObject } from '../../../requests/draw-request.ts';
import { knownExcept, substitute } from '../../../requests/substitute.ts';
import { withJson } from '../../../requests/with-value.ts';
import { idsOf, type Listing, walk } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';
import { takeBackMade } from '../../probe.ts';
import { documentedBalance, withoutBalance } from '../../protocol/unbalanced-lists.ts';
import { unknownIn } from '../writes/refused-writes.ts';

/** Pages of a list that are read before and after. */
const MOST_PAGES = 12;
/** Rules of the schema that are broken, one request each. */
const MOST_BROKEN = 3;

/** A create that is refused must leave no item in the list. */
export function planRefusedCreates(context: PlanContext, resource: Resource): readonly Flow[] {
  const create = context.index.operation(resource, 'create');
  const operation = context.index.operation(resource, 'list');
  const list = operation === undefined ? undefined : context.model.roleOf(operation).list;
  if (context.options.safeOnly === true || create === undefined || operation === undefined || list === undefined)
    return [];
  const isPlanned = [create, operation].every((each) => context.operations.includes(each));
  if (!isPlanned || create.path !== operation.path || context.index.isPlacing(create)) return [];
  if (!create.responses.some(({ status }) => /^4(00|09|22|XX)$/i.test(status))) return [];
  const description = `${resource.singular}: a refused create leaves nothing`;
  const planned = planCase(
    {
      id: `stateful/${resource.name}/refused-create-leaves-nothing`,
      phase: 'stateful',
      operation: create,
      description,
    },
    { method: create.method, path: create.path, query: '' },
    { kind: 'any', text: description },
  );
  return [single(planned, resource.name, sendRefusedCreate(context, create, { operation, resource, list }), 'alone')];
}

function sendRefusedCreate(context: PlanContext, create: Operation, listing: Listing): Act {
  return async (caseContext) => {
    const at = `refused-create/${create.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, create, { at, use: 'fresh', optional: 'all', making: true });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const { path } = drawn.prepared.known;
    const read = () => walk(caseContext, listing, { most: MOST_PAGES, path });
    const before = await read();
    if (!before.complete) return inconclusive(before.reason ?? 'the list cannot be read whole');
    const known = new Set(idsOf(listing.resource, before.items).map(String));
    const requests = [
      ...late(context, caseContext, create, drawn.request),
      // What breaks the schema is only sent where it can be removed, if a service takes it after all.
      ...(context.index.operation(listing.resource, 'delete') === undefined
        ? []
        : sendBroken(caseContext, create, drawn.request, path)),
    ];
    let refusal: HttpResponse | undefined;
    for (const request of requests) {
      const answer = await caseContext.exchange(request, { operation: create, purpose: openPurpose(), quiet: true });
      if (answer.kind === 'missed') return answer.end;
      const { response } = answer.exchange;
      if (isSuccess(answer)) {
        // An invalid item must not stay for other cases. What was there before must.
        const made = caseContext.madeBy(answer.exchange)?.id;
        if (made !== undefined && !known.has(String(made))) await takeBackMade(caseContext, create, answer);
        return skipped('a create that should be refused was not');
      }
      if (response.status >= 400 && response.status < 500) refusal ??= response;
    }
    if (refusal === undefined) return skipped('nothing was refused');
    const after = await read();
    if (!after.complete || after.last?.kind !== 'answered')
      return inconclusive(after.reason ?? 'the list was not answered');
    const left = idsOf(listing.resource, after.items).filter((id) => !known.has(String(id)));
    const story = { kind: 'list-after-refusal', write: create.id, status: refusal.status, left } as const;
    const purpose: Purpose = { expect: 'valid', proven: after.proven, relational: false, story };
    return caseContext.again(after.last.exchange, { operation: listing.operation, purpose }).end;
  };
}

/** Valid requests that a service refuses after it has read the body: an unknown record, a list without balance. */
function late(
  context: PlanContext,
  caseContext: CaseContext,
  create: Operation,
  request: HttpRequest,
): readonly HttpRequest[] {
  const body = sentObject(request);
  const unknown = body === undefined ? undefined : unknownIn(context, caseContext, create);
  const balance = documentedBalance(context, create);
  const off = balance === undefined ? undefined : withoutBalance(caseContext, create, request, balance);
  return [
    ...(body === undefined || unknown === undefined
      ? []
      : [withJson(request, withValueAt(body, unknown.pointer, unknown.id))]),
    ...(off === undefined ? [] : [off]),
  ];
}

function sendBroken(
  caseContext: CaseContext,
  create: Operation,
  like: HttpRequest,
  path: KnownValues['path'],
): readonly HttpRequest[] {
  const places = caseContext.generator.breakable(create).filter(({ pointer }) => pointer.startsWith('/body/'));
  return places.slice(0, MOST_BROKEN).flatMap((place) => {
    const where = { seed: caseContext.seed, at: `refused-create/${create.id}/${place.keyword}/${caseContext.attempt}` };
    const drawn = caseContext.generator.request(create, { kind: 'breaks', ...place }, where);
    if (!drawn.ok) return [];
    const sent = substitute(
      create,
      { ...drawn.value, headers: like.headers },
      knownExcept({ path, body: {} }, place.pointer),
    );
    return caseContext.keeps(create, sent) === true ? [] : [sent];
  });
}
