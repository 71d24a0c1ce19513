import type { Json } from '../../core/index.ts';
import { pointerTo, type ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { withValueAt } from '../../wire/index.ts';
import type { LedgerEntry } from '../model/summary.ts';
import { fillPath } from '../requests/substitute.ts';
import { pathShapeOf, renameParameters } from '../resource-index/paths.ts';

/** An item by its path, and its id. */
export interface RemovedItem {
  /** Template of the item's path. */
  readonly template: string;
  readonly path: Readonly<Record<string, Json>>;
  readonly id: Json;
}

/**
 * The request that removes an item whose path has no DELETE: one that lists the ids of what it removes in its body
 * (`DELETE /objects` with `["a"]`). The body must be required: without it, such a request may mean the whole collection.
 */
export function removalByList(
  { operations }: Api,
  model: ResourceModel,
  { template, path, id }: RemovedItem,
): NonNullable<LedgerEntry['call']> | undefined {
  const front = frontOf(template);
  for (const operation of operations) {
    const place = listedAt(model, operation, front);
    if (place === undefined) continue;
    const filled = fillPath(operation, renameParameters(path, template, operation.path));
    if (filled.includes('{')) continue;
    const body = place === '' ? [id] : withValueAt({}, place, [id]);
    return { method: operation.method, path: filled, body };
  }
  return undefined;
}

/** Whether the item of a path can be removed: by a DELETE of the path, or by a request that lists ids. */
export function isRemovable({ operations }: Api, model: ResourceModel, template: string): boolean {
  const front = frontOf(template);
  return operations.some(
    (operation) =>
      (operation.method === 'DELETE' && operation.path === template) || listedAt(model, operation, front) !== undefined,
  );
}

const frontOf = (template: string): string => pathShapeOf(template.slice(0, template.lastIndexOf('/')));

/** Where the body of a removal of several items of a collection lists their ids. */
function listedAt(model: ResourceModel, operation: Operation, front: string): string | undefined {
  const { resource, named, empties } = model.roleOf(operation);
  if (resource?.id?.property === undefined || named?.property !== pointerTo(resource.id.property)) return undefined;
  if (operation.body?.required !== true || pathShapeOf(resource.collectionPath ?? '') !== front) return undefined;
  const isRemoval = operation.method === 'DELETE' || (operation.method === 'POST' && empties !== undefined);
  const isFree = operation.parameters.every(({ in: where, required }) => where === 'path' || !required);
  return isRemoval && isFree ? named.at : undefined;
}
