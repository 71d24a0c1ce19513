import { type Operation, operationTexts, type ResponseSpec, wordsOf } from '../../spec/index.ts';
import type { Resource, ResourceModel } from '../model/model.ts';
import { segmentsOf } from '../model/paths.ts';
import { clusterKey } from '../model/words.ts';

const OF_DELETION = /\b(delet\w+|remov\w+|struck|withdrawn|erased|destroyed|deregistered|discarded)\b/i;
const OF_OTHERS = /\b(expire\w*|version|sunset|endpoint|moved|link|token|cursor)\b/i;

/**
 * The documented 410 of an operation for an item that was deleted: its description speaks of deletion, and that of the 404 does not. `item`: the item that
 * the operation is about. `above`: the one above it (“The ticket was deleted” at `/tickets/{id}/comments`).
 */
export function goneResponse(
  { path, responses }: Pick<Operation, 'path' | 'responses'>,
  resource: Pick<Resource, 'singular'>,
  of: 'item' | 'above',
): ResponseSpec | undefined {
  const gone = responses.find(({ status }) => status === '410');
  const missing = responses.find(({ status }) => status === '404');
  if (gone === undefined || !OF_DELETION.test(gone.description) || OF_OTHERS.test(gone.description)) return undefined;
  if (missing !== undefined && OF_DELETION.test(missing.description)) return undefined;
  const words = new Set((gone.description.match(/[a-z]+/gi) ?? []).map(clusterKey));
  const own = clusterKey(wordsOf(resource.singular).at(-1) ?? '');
  const above = segmentsOf(path).flatMap((segment) =>
    segment.kind === 'literal' ? [clusterKey(wordsOf(segment.text).at(-1) ?? '')] : [],
  );
  const isOfAbove = !words.has(own) && above.some((name) => name !== own && words.has(name));
  return isOfAbove === (of === 'above') ? gone : undefined;
}

/** Whether an action brings a deleted item back: its name says so, its text speaks of deletion, and a DELETE of the item is documented. */
export function undeletes(operation: Operation, model: ResourceModel, operations: readonly Operation[]): boolean {
  const { kind, resource } = model.roleOf(operation);
  if (kind !== 'action' || resource === undefined) return false;
  return (
    /[/:](?:restore|recover|reinstate|undelete|untrash)$/i.test(operation.path) &&
    operationTexts(operation, '').some((text) => OF_DELETION.test(text)) &&
    operations.some((each) => deletes(each, resource, model))
  );
}

function deletes(operation: Operation, resource: Resource, model: ResourceModel): boolean {
  const role = model.roleOf(operation);
  return operation.method === 'DELETE' && role.kind === 'delete' && role.resource === resource;
}
