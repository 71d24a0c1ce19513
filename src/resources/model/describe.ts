import type { Api, Operation } from '../../spec/index.ts';
import type { Filter, ListDetails, Relation, Resource, ResourceId, ResourceModel, Role } from './model.ts';
import { pointerTo } from './pointers.ts';

/** The output of `standin inspect`: the model as plain data. */
export interface ModelDescription {
  readonly title: string;
  readonly version: string;
  readonly resources: readonly ResourceDescription[];
  readonly operations: readonly OperationDescription[];
  /** The number of operations for each role. */
  readonly roles: Readonly<Record<string, number>>;
}

interface ResourceDescription {
  readonly name: string;
  readonly singular: string;
  readonly singleton: boolean;
  readonly collection?: string;
  readonly item?: string;
  /** `petId ↔ /id`: path parameter and place in the entity. */
  readonly id?: string;
  readonly parent?: { readonly resource: string; readonly parameter: string; readonly property?: string };
  readonly relations: readonly Relation[];
  /** `false`: an unknown id is materialised instead of refused. */
  readonly enumerable: boolean;
}

interface OperationDescription {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly role: string;
  readonly resource?: string;
  /** How this operation's path identifies the entity: `petId ↔ /id`. */
  readonly names?: string;
  /** The effects of an action on its item. */
  readonly sets?: Readonly<Record<string, string | boolean | number>>;
  readonly filters?: readonly Filter[];
  readonly page?: ListDetails['page'];
  readonly sort?: ListDetails['sort'];
  readonly sorts?: ListDetails['sorts'];
  readonly search?: string;
  readonly items?: string;
  readonly envelope?: ListDetails['envelope'];
  readonly why: readonly string[];
}

/** Describes the whole model. Builds every operation. */
export function describeModel(model: ResourceModel, api: Api): ModelDescription {
  const operations = api.operations.map((operation) => describeOperation(operation, model.roleOf(operation)));
  const roles: Record<string, number> = {};
  for (const { role } of operations) roles[role] = (roles[role] ?? 0) + 1;
  return {
    title: api.title,
    version: api.version,
    resources: model.resources.map(describeResource),
    operations,
    roles,
  };
}

function describeResource(resource: Resource): ResourceDescription {
  const { id } = resource;
  return {
    name: resource.name,
    singular: resource.singular,
    singleton: resource.singleton,
    ...(resource.collectionPath === undefined ? {} : { collection: resource.collectionPath }),
    ...(resource.itemPath === undefined ? {} : { item: resource.itemPath }),
    ...(id === undefined ? {} : { id: describeId(id) }),
    ...(resource.parent === undefined ? {} : { parent: resource.parent }),
    relations: resource.relations,
    enumerable: resource.enumerable,
  };
}

function describeId(id: ResourceId): string {
  if (id.listed !== undefined) return `${id.parameter} ↔ ${pointerTo(id.listed)} of the list`;
  if (id.property === undefined) return `${id.parameter} (not shown)`;
  return `${id.parameter} ↔ ${[id.property, ...(id.also ?? [])].map(pointerTo).join(' or ')}`;
}

function describeOperation(operation: Operation, role: Role): OperationDescription {
  const { list } = role;
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    role: role.kind,
    ...(role.resource === undefined ? {} : { resource: role.resource.name }),
    ...(role.id === undefined ? {} : { names: describeId(role.id) }),
    ...(role.effects === undefined
      ? {}
      : { sets: Object.fromEntries(role.effects.map(({ property, value }) => [property, value])) }),
    ...(list === undefined ? {} : describeList(list)),
    why: role.why,
  };
}

function describeList(list: ListDetails): Partial<OperationDescription> {
  return {
    filters: [
      ...list.filters,
      ...(list.parts ?? []).map(({ path, ...part }) => ({
        ...part,
        parameter: `${part.parameter}${path.map((name) => `[${name}]`).join('')}`,
      })),
    ],
    page: list.page,
    ...(list.sort === undefined ? {} : { sort: list.sort }),
    ...(list.sorts === undefined ? {} : { sorts: list.sorts }),
    ...(list.search === undefined ? {} : { search: list.search }),
    items: list.items,
    envelope: list.envelope,
  };
}
