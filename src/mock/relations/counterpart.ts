import { pointerTo, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Operation, responseFor } from '../../spec/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';

/**
 * The resource of which each record has one entity with its id (`/profiles/{member_id}` for `/members/{id}`):
 * the id refers to it, nothing else creates such entities, and the document has no status for a missing one.
 */
export function counterpartOf(
  operation: Operation,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): Resource | undefined {
  const { kind, resource } = model.roleOf(operation);
  const property = resource?.id?.property;
  if (kind !== 'read' || resource === undefined || property === undefined) return undefined;
  if (responseFor(operation, 404) !== undefined) return undefined;
  const relation = resource.relations.find(({ pointer }) => pointer === pointerTo(property));
  if (relation === undefined || relation.resource === resource.name) return undefined;
  const isMade = [resource.collectionPath, resource.itemPath].some((path) =>
    operationsAt(path).some(({ method }) => method === 'POST' || method === 'PUT' || method === 'DELETE'),
  );
  return isMade ? undefined : model.resource(relation.resource);
}

/** The place of the records whose ids these entities have. */
export function placeOfCounterpart(mock: MockContext, { plan }: RequestContext): EntityPlace | undefined {
  const place = plan.counterpart === undefined ? undefined : placeOf(mock, plan.counterpart, {});
  return place?.prefix === '' ? place : undefined;
}
