import type { HttpRequest, Json } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { type PreparedRequest, sentObject } from '../../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../../requests/written-part.ts';

/**
 * The same request with every number as close to one as its rules allow; undefined if nothing changes or
 * the result is not valid.
 */
export function modestRequest(
  caseContext: CaseContext,
  operation: Operation,
  drawn: PreparedRequest,
): PreparedRequest | undefined {
  if (sentObject(drawn.request) === undefined) return undefined;
  const part = itemPart(caseContext, operation);
  const object = propertiesSent(drawn.request, part);
  const known = new Set(Object.keys(drawn.prepared.known.body));
  const entries = Object.entries(object).map(([name, value]): readonly [string, Json] => {
    const counts = typeof value === 'number' && value > 1 && !known.has(`${part.sent}/${name}`);
    return counts && isTaken(caseContext, operation, withPart(drawn.request, part, { ...object, [name]: 1 }))
      ? [name, 1]
      : [name, value];
  });
  const modest = Object.fromEntries(entries);
  const changed = entries.some(([name, value]) => object[name] !== value);
  return changed ? { ...drawn, request: withPart(drawn.request, part, modest) } : undefined;
}

/** Whether a request is valid for the operation. */
export function isTaken(caseContext: CaseContext, operation: Operation, request: HttpRequest): boolean {
  return caseContext.keeps(operation, request) === true;
}
