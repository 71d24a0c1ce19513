import type { Api, Lifecycle } from '../../spec/index.ts';
import { lifecycleChanges } from '../judge/lifecycle-changes.ts';
import type { OperationRule } from '../judge/rule.ts';
import type { Change } from '../model/change.ts';

/** Deprecation, sunset, stability and successors of operations. */
export const operationLifecycle: OperationRule = {
  name: 'operation-lifecycle',
  compare: ({ base, revision }, { context }) => {
    const places = { base: base.pointer, revision: revision.pointer };
    return [
      ...lifecycleChanges(base.lifecycle, revision.lifecycle, { ...places, noun: 'the operation' }, context),
      ...lostSuccessor(revision.lifecycle, context.revision.api, base.lifecycle.successor).map((message) => ({
        ...places,
        check: 'lifecycle.successor-missing',
        about: 'lifecycle' as const,
        severity: 'warning' as const,
        message,
      })),
    ];
  },
};

/** A path that clients are sent to, and that the document does not have. Other services are not looked at. */
function lostSuccessor(
  { deprecated, successor }: Lifecycle,
  api: Api,
  before: string | undefined,
): readonly Change['message'][] {
  if (!deprecated || successor === undefined || successor === before || !successor.startsWith('/')) return [];
  const path = (successor.split(/[?#]/)[0] ?? '').replace(/\{[^{}]*\}/g, '1');
  if (api.match({ method: 'GET', path }).kind !== 'unknown-path') return [];
  return [`the successor ${successor} of the operation is not in the document`];
}
