import { lifecycleChanges } from '../judge/lifecycle-changes.ts';
import type { OperationRule } from '../judge/rule.ts';

/** Deprecation, sunset and stability of operations. */
export const operationLifecycle: OperationRule = {
  name: 'operation-lifecycle',
  compare: ({ base, revision }) =>
    lifecycleChanges(base.lifecycle, revision.lifecycle, {
      base: base.pointer,
      revision: revision.pointer,
      noun: 'the operation',
    }),
};
