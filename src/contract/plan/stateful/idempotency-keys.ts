import type { HttpRequest } from '../../../core/index.ts';
import type { Operation, Parameter } from '../../../spec/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import { idempotencyKeyField } from '../../judge/conditional-headers.ts';
import { isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/** Every operation that takes an idempotency key, sent twice with the same one. */
export function planKeys(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const key = idempotencyKeyField(operation);
    if (key === undefined || context.model.roleOf(operation).kind !== 'create') return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const planned = planCase(
      `stateful/${operation.id}/same-key-twice`,
      'stateful',
      operation,
      `${operation.id}: the same ${key.name} twice does the thing once`,
      request,
      { kind: 'any', text: 'the first answer again, or a refusal' },
    );
    return [single(planned, groupOf(context, operation), twice(operation, key), 'alone')];
  });
}

function twice(operation: Operation, key: Parameter): Act {
  return async (stage) => {
    const at = `keys/${operation.id}/${stage.attempt}`;
    // The less it takes, the less a second one is refused for want of it.
    const drawn = await drawRequest(stage, operation, { at, use: 'write', optional: 'required' });
    const value = stage.newKey(key);
    if (typeof drawn === 'string' || value === undefined) return inconclusive('no key could be made up');
    const headers = replaceHeaders(drawn.request.headers, [[key.name, String(value)]]);
    const request: HttpRequest = { ...drawn.request, headers };
    const purpose = (first?: { readonly made: Readonly<Record<string, unknown>> }): Purpose => ({
      expect: first === undefined ? 'valid' : 'any',
      proven: drawn.prepared.proven,
      relational: true,
      story: { kind: 'keyed', name: key.name, ...first },
    });
    const first = await stage.exchange(request, { operation, purpose: purpose(), quiet: true });
    const made = isSuccess(first) ? stage.madeBy(first.seen)?.path : undefined;
    if (made === undefined) return skipped('nothing was created, or it has no id');
    return (await stage.exchange(request, { operation, purpose: purpose({ made }) })).end;
  };
}
