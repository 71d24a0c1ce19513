import type { Json } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isSuccess } from '../../../model/case-context.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { type Act, inconclusive, PASSED } from '../../../model/flow.ts';
import { PLAIN, type Purpose, type Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest } from '../../../requests/draw-request.ts';
import { idIn } from '../../../responses/created-id.ts';
import { itemsOf, type Listing, listOnce } from '../../../responses/list-walk.ts';
import { entityInAnswer } from '../writes/writes.ts';

/** How many items of a list are read by themselves. */
const MOST = 6;

/** Compares some items of a list with what reading them shows. */
export function shownAlike(listing: Listing, read: Operation): Act {
  return async (caseContext) => {
    const got = await listOnce(caseContext, listing, {});
    if (typeof got === 'string') return inconclusive(got);
    const items = isSuccess(got.result) ? (itemsOf(got.result.exchange, listing.list) ?? []) : [];
    if (!isSuccess(got.result) || items.length === 0) return inconclusive('the list is empty');
    const exchange = got.result.exchange;
    let end: StepEnd = PASSED;
    for (const item of spread(items)) {
      const id = idIn(listing.resource, item);
      const { parameter } = listing.resource.id ?? {};
      if (id === undefined || parameter === undefined) continue;
      const drawn = await drawRequest(caseContext, read, {
        at: `shown/${read.id}`,
        use: 'read',
        path: { [parameter]: id },
      });
      if (typeof drawn === 'string') return inconclusive(drawn);
      const answer = await caseContext.exchange(drawn.request, { operation: read, purpose: PLAIN, quiet: true });
      // An invalid answer has a finding of its own.
      if (isSuccess(answer) && (isPast(read, answer.exchange) || answer.exchange.violations().length > 0)) continue;
      const entity = entityInAnswer(caseContext, read, answer);
      // An answer with another item has another fault.
      if (entity === undefined || String(idIn(listing.resource, entity) ?? id) !== String(id)) continue;
      end = caseContext.again(exchange, {
        operation: listing.operation,
        purpose: listedPurpose(listing, id, entity, items),
      }).end;
    }
    return end;
  };
}

/** The first, the last, and items evenly between them. */
function spread(items: readonly Json[]): ReadonlySet<Json> {
  const step = Math.max(1, (items.length - 1) / (MOST - 1));
  return new Set(
    Array.from({ length: Math.min(MOST, items.length) }, (_, index) => items[Math.round(index * step)] ?? null),
  );
}

/** Whether the sunset is past: such an operation need not work any more. */
function isPast({ lifecycle: { sunset } }: Operation, { settings }: Exchange): boolean {
  return sunset !== undefined && sunset < settings.now;
}

function listedPurpose({ resource }: Listing, id: Json, entity: Json, items: readonly Json[]): Purpose {
  const story: Stimulus = { kind: 'listed', resource, id, items, complete: false, gone: false, entity };
  return { ...PLAIN, story };
}
