import type { Json } from '../../../../core/index.ts';
import type { Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { propertiesOf, templateNames } from '../../../../spec/index.ts';
import { valueAt } from '../../../../wire/index.ts';
import { drawCreate } from '../../../fixtures/put-create.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../../model/case-context.ts';
import type { Fixture } from '../../../model/fixture.ts';
import { drawRequest, sentObject, validPurpose } from '../../../requests/draw-request.ts';
import { substitute } from '../../../requests/substitute.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import { createdId } from '../../../responses/created-id.ts';
import type { Listing } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';

/** A resource and its parent resource. */
export interface ParentAndChild {
  readonly resource: Resource;
  readonly parent: Resource;
}

/** A list with the children of an item. */
export interface CountedList extends Listing, ParentAndChild {
  /** The resource as its items show it, even if no path leads to an item. */
  readonly itemResource: Resource;
}

/** A list below an item of another resource. */
export interface NestedList extends CountedList {
  /** Path parameter of the list that names the parent. */
  readonly parameter: string;
  /** Property of the listed items that repeats the parent's id. */
  readonly property?: string;
}

/** Reads a list operation as a list below an item; undefined if it has no parent. */
export function nestedListOf(context: PlanContext, operation: Operation): NestedList | undefined {
  const { kind, resource, list, scope = [] } = context.model.roleOf(operation);
  const itemResource = resource === undefined ? undefined : withOwnId(context, resource);
  if (kind !== 'list' || resource === undefined || list === undefined || itemResource === undefined) return undefined;
  const parent = context.index.ownerOf(operation.path, resource);
  const parameter = templateNames(operation.path).at(-1);
  if (parent === undefined || parent.singleton || parameter === undefined) return undefined;
  // The path may have further parameters between the item and the list
  // (`/shops/{id}/releases/{release}/assets`).
  if (templateNames(parent.itemPath ?? '').length !== templateNames(operation.path).length) return undefined;
  const property = scope.find((each) => each.parameter === parameter)?.property;
  return {
    operation,
    resource,
    list,
    parent,
    parameter,
    itemResource,
    ...(property === undefined ? {} : { property }),
  };
}

/** Items without a path are identified by a required `id`. */
function withOwnId({ api }: PlanContext, resource: Resource): Resource | undefined {
  if (resource.id?.property !== undefined) return resource;
  const own = propertiesOf(api, resource.schema)['id'];
  if (resource.id !== undefined || own?.required !== true) return undefined;
  return { ...resource, id: { parameter: 'id', property: 'id', schema: own.schema } };
}

/** The id of a created item, with the path parameters of its path. */
export interface NestedItem {
  readonly id: Json;
  readonly path: Readonly<Record<string, Json>>;
  readonly entity?: Json;
}

/** Whether an item can be created below a parent: under its path, or with a reference to it. */
export function isPlaceable(context: PlanContext, { resource, parent }: ParentAndChild): boolean {
  const create = context.index.operation(resource, 'create');
  return (
    create !== undefined &&
    (isUnder(context, create, { resource, parent }) || referenceTo(context, create, parent) !== undefined)
  );
}

function isUnder({ index }: PlanContext, create: Operation, { resource, parent }: ParentAndChild): boolean {
  return index.ownerOf(create.path, index.isPlacing(create) ? resource : undefined) === parent;
}

function referenceTo(context: PlanContext, create: Operation, parent: Resource): string | undefined {
  const places = context.index.references(create).filter(({ resource }) => resource === parent);
  return places.length === 1 ? places[0]?.pointer : undefined;
}

/** The parent of a new item, and what the item is called in a script. */
interface NewChild {
  readonly owner: Fixture;
  readonly name: string;
}

/** Creates an item below a parent; a string says why it cannot. */
export async function createUnder(
  context: PlanContext,
  caseContext: CaseContext,
  { resource, parent, itemResource = resource }: ParentAndChild & { readonly itemResource?: Resource },
  { owner, name }: NewChild,
): Promise<NestedItem | string> {
  const create = context.index.operation(resource, 'create');
  if (create === undefined) return 'nothing can be created there';
  const at = `within/${create.id}/${name}/${caseContext.attempt}`;
  const under = isUnder(context, create, { resource, parent });
  const path = under ? { path: renameParameters(owner.path, parent.itemPath, create.path) } : {};
  const reference = referenceTo(context, create, parent);
  const body = reference === undefined || owner.id === undefined ? {} : { [reference]: owner.id };
  let reason = 'it could not be created there';
  // A service may refuse an optional value for a reason that is not in the schema, or a record that other cases have
  // brought into another state.
  for (const [optional, use] of WAYS) {
    const drawing = { use, optional, whole: optional === 'all', making: true, ...path } as const;
    const drawn = await drawCreate(caseContext, context.index, create, {
      at: optional === 'all' ? at : use === 'fresh' ? `${at}/fresh` : `${at}/required`,
      draw: (place) => drawRequest(caseContext, create, { at: place, ...drawing }),
    });
    if (typeof drawn === 'string') return drawn;
    const request = substitute(create, drawn.request, { path: {}, body });
    const namesParent =
      reference === undefined || valueAt(sentObject(request) ?? null, reference.replace('/*', '/0')) === owner.id;
    if (!under && !namesParent) {
      reason = 'the body does not name its parent';
      continue;
    }
    const answer = await caseContext.exchange(request, {
      operation: create,
      purpose: validPurpose(drawn.prepared),
      quiet: true,
    });
    if (!isSuccess(answer)) continue;
    if (!tookEffect(answer)) return 'the create was only accepted (202)';
    const made = createdId(context.index, itemResource, create, { request, exchange: answer.exchange });
    return made?.id === undefined ? 'the answer names no id' : { ...made, id: made.id };
  }
  return reason;
}

const WAYS = [
  ['all', 'write'],
  ['required', 'write'],
  ['required', 'fresh'],
] as const;

export const ownerId = ({ parent }: Pick<ParentAndChild, 'parent'>, owner: Fixture): Json | undefined =>
  owner.id ?? (parent.id === undefined ? undefined : owner.path[parent.id.parameter]);
