import type { Api, Operation, Schema } from '../../spec/index.ts';
import { isJson } from '../../wire/index.ts';
import type { ComparisonContext } from '../judge/context.ts';
import { removalOf } from '../judge/lifecycle-changes.ts';
import { hasOperationId, type OperationPairs } from '../judge/pair-operations.ts';
import { documentedNames } from '../judge/schema-branches.ts';
import { type Change, labelOf } from '../model/change.ts';

/** Added and removed operations, webhooks and callbacks. */
export function operationPresence(
  { removed, added }: OperationPairs,
  context: ComparisonContext,
): readonly (readonly [operation: Operation, change: Change])[] {
  const movedTo = movesOf({ removed, added }, context);
  return [
    ...removed.map(
      ({ kind, operation }) => [operation, removal(kind, operation, movedTo.get(operation), context)] as const,
    ),
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

function removal(kind: string, operation: Operation, moved: Operation | undefined, context: ComparisonContext): Change {
  const { lifecycle, pointer } = operation;
  const place = { base: pointer, subject: labelOf(operation) };
  const ended = removalOf(lifecycle, labelOf(operation), context);
  if (ended !== undefined) return { ...place, ...ended };
  return {
    ...place,
    check: moved === undefined ? `${kind}.removed` : 'operation.moved',
    severity: 'error',
    proof: 'promise',
    message: moved === undefined ? `${labelOf(operation)} is gone` : `${labelOf(operation)} is ${labelOf(moved)} now`,
  };
}

/** Operations with another method or path: they have the same operationId, or are the only two that answer the same. */
function movesOf(
  { removed, added }: Pick<OperationPairs, 'removed' | 'added'>,
  context: ComparisonContext,
): ReadonlyMap<Operation, Operation> {
  const operations = (all: OperationPairs['added']): readonly Operation[] =>
    all.filter(({ kind }) => kind === 'operation').map(({ operation }) => operation);
  const [gone, come] = [operations(removed), operations(added)];
  const found = new Map<Operation, Operation>();
  for (const operation of gone) {
    const named = hasOperationId(operation) ? context.revision.api.operation(operation.id) : undefined;
    const alike = named === undefined ? come.filter((each) => answersAlike(operation, each, context)) : [];
    const [only] = alike;
    const isMutual =
      only !== undefined &&
      alike.length === 1 &&
      gone.every((each) => each === operation || !answersAlike(each, only, context));
    const moved = named ?? (isMutual ? only : undefined);
    if (moved !== undefined) found.set(operation, moved);
  }
  return found;
}

/** Whether two operations of one method answer with objects of the same properties. */
function answersAlike(one: Operation, other: Operation, { base, revision, received }: ComparisonContext): boolean {
  if (one.method !== other.method || (hasOperationId(one) && hasOperationId(other))) return false;
  const [before, after] = [one, other].map(successOf);
  if (before === undefined || after === undefined) return false;
  const [names, more] = [combinedNames(base.api, before), combinedNames(revision.api, after)];
  return names !== '' && names === more && received.gaps(after, before).length === 0;
}

function successOf({ responses }: Operation): Schema | undefined {
  const success = responses.find(({ status }) => /^2/.test(status));
  return success?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
}

const combinedNames = (api: Api, schema: Schema): string => [...documentedNames(api, schema)].sort().join(' ');
