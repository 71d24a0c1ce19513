import { type Api, type Operation, pathTemplateOf } from '../../spec/index.ts';
import type { OperationKind, OperationPair } from '../model/change.ts';

export interface OperationPairs {
  readonly pairs: readonly OperationPair[];
  readonly removed: readonly { readonly kind: OperationKind; readonly operation: Operation }[];
  readonly added: readonly { readonly kind: OperationKind; readonly operation: Operation }[];
}

/**
 * Pairs operations by method and path. Identical paths are paired first, then those that differ only in the
 * names of path parameters.
 */
export function pairOperations(base: Api, revision: Api): OperationPairs {
  const all = [
    pairOf('operation', base.operations, revision.operations),
    pairOf('webhook', base.webhooks, revision.webhooks),
  ];
  const callbacks = all
    .flatMap(({ pairs }) => pairs)
    .map((pair) => pairOf('callback', pair.base.callbacks, pair.revision.callbacks));
  const allPairs = [...all, ...callbacks];
  return {
    pairs: allPairs.flatMap(({ pairs }) => pairs),
    removed: allPairs.flatMap(({ removed }) => removed),
    added: allPairs.flatMap(({ added }) => added),
  };
}

function pairOf(kind: OperationKind, before: readonly Operation[], after: readonly Operation[]): OperationPairs {
  const left = new Set(after);
  const found = new Map<Operation, Operation>();
  for (const keyOf of [exactKey, blankKey]) {
    const byKey = new Map<string, Operation[]>();
    for (const each of left) byKey.set(keyOf(each), [...(byKey.get(keyOf(each)) ?? []), each]);
    for (const each of before) {
      const match = found.has(each) ? undefined : byKey.get(keyOf(each))?.shift();
      if (match === undefined) continue;
      found.set(each, match);
      left.delete(match);
    }
  }
  return {
    pairs: [...found].map(([one, other]) => ({ kind, base: one, revision: other })),
    removed: before.filter((each) => !found.has(each)).map((operation) => ({ kind, operation })),
    added: [...left].map((operation) => ({ kind, operation })),
  };
}

/** Whether the document gives the operation an id. Otherwise its id is made of method and path. */
export const hasOperationId = ({ id }: Operation): boolean => !/ /.test(id);

const exactKey = ({ method, path }: Operation): string => `${method} ${path}`;

const blankKey = ({ method, path }: Operation): string => {
  const template = pathTemplateOf(path);
  return `${method} ${template.replace(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '')}${path.slice(template.length)}`;
};
