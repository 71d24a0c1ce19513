import type { HttpRequest } from '../../core/index.ts';
import { isStandIn, type StandIn } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { fillPath } from '../requests/substitute.ts';

/** A request of a call by name as that of the stand-in, with which it is decided what it may change. */
export function standInOf(
  standIns: readonly StandIn[],
  operation: Operation | undefined,
  request: HttpRequest,
): { readonly operation: StandIn; readonly request: HttpRequest } | undefined {
  if (operation === undefined || isStandIn(operation)) return undefined;
  const value = request.body.kind === 'parsed' && isObject(request.body.value) ? request.body.value : undefined;
  for (const standIn of standIns) {
    const { call, names, says } = standIn.standsFor;
    const makes = standIn.method === 'POST' && call.method === 'POST' && Object.keys(names).length === 0;
    if (call !== operation || !(says === 'body' ? value !== undefined : makes)) continue;
    const path = Object.entries(names).flatMap(([parameter, name]) => {
      const own = value?.[name];
      return typeof own === 'string' || typeof own === 'number' ? [[parameter, own] as const] : [];
    });
    if (path.length < Object.keys(names).length) continue;
    const filled = fillPath(standIn, Object.fromEntries(path));
    return { operation: standIn, request: { ...request, method: standIn.method, path: filled } };
  }
  return undefined;
}
