import type { Api, Operation } from '../../spec/index.ts';
import { removalOf } from '../judge/lifecycle-changes.ts';
import type { OperationPairs } from '../judge/pair-operations.ts';
import { type Change, labelOf } from '../model/change.ts';

/** Operations, webhooks and callbacks that come and go. */
export function operationPresence(
  { removed, added }: OperationPairs,
  { revision, now }: { readonly revision: Api; readonly now: number },
): readonly (readonly [operation: Operation, change: Change])[] {
  return [
    ...removed.map(({ kind, operation }) => [operation, removal(kind, operation, revision, now)] as const),
    ...added.map(
      ({ kind, operation }) =>
        [
          operation,
          {
            check: `${kind}.added`,
            severity: 'info',
            revision: operation.pointer,
            message: `${labelOf(operation)} is new`,
          },
        ] as const,
    ),
  ];
}

function removal(kind: string, operation: Operation, revision: Api, now: number): Change {
  const { lifecycle, pointer } = operation;
  const place = { base: pointer, subject: labelOf(operation) };
  const ended = removalOf(lifecycle, labelOf(operation), now);
  if (ended !== undefined) return { ...place, ...ended };
  const moved = kind === 'operation' ? revision.operation(operation.id) : undefined;
  const isMoved = moved !== undefined && !/ /.test(operation.id);
  return {
    ...place,
    check: isMoved ? 'operation.moved' : `${kind}.removed`,
    severity: 'error',
    proof: 'promise',
    message: isMoved ? `${labelOf(operation)} is ${labelOf(moved)} now` : `${labelOf(operation)} is gone`,
  };
}
