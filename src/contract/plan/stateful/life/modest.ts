import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { type PreparedRequest, sentObject } from '../../../requests/draw-request.ts';
import { withJson } from '../../../requests/with-value.ts';

/**
 * The same request with every number as close to one as its rules allow; undefined if nothing changes or
 * the result is not valid.
 */
export function modestRequest(
  caseContext: CaseContext,
  operation: Operation,
  drawn: PreparedRequest,
): PreparedRequest | undefined {
  const object = sentObject(drawn.request);
  if (object === undefined) return undefined;
  const known = new Set(Object.keys(drawn.prepared.known.body));
  const entries = Object.entries(object).map(([name, value]): readonly [string, Json] => {
    const counts = typeof value === 'number' && value > 1 && !known.has(`/${name}`);
    return counts && isTaken(caseContext, operation, drawn.request, { ...object, [name]: 1 })
      ? [name, 1]
      : [name, value];
  });
  const modest = Object.fromEntries(entries);
  const changed = entries.some(([name, value]) => object[name] !== value);
  return changed ? { ...drawn, request: withJson(drawn.request, modest) } : undefined;
}

/** Whether the body is valid for the operation. */
export function isTaken(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
  value: JsonObject,
): boolean {
  return caseContext.keeps(operation, withJson(request, value)) === true;
}
