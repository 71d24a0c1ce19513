import type { Json } from '../../core/index.ts';
import {
  pointerTo,
  putInto,
  type Relation,
  type Resource,
  type ResourceModel,
  type RoleKind,
} from '../../resources/index.ts';
import { type Api, isReadOnly, type Operation, propertiesOf, type Schema, templateNames } from '../../spec/index.ts';
import { parsePointer } from '../../wire/index.ts';
import { type CollectionEndpoints, collectionEndpointsOf } from './collection-endpoints.ts';
import { looseReferences } from './loose-references.ts';
import { isShapeUnder, namingPart, pathShapeOf } from './paths.ts';

/** The resource model, read the other way round: from a resource and a role to its operation, from a path to what it names. */
export interface ModelIndex {
  operation(resource: Resource, role: RoleKind): Operation | undefined;
  /** Whether an operation creates at a place of the sender's choice: the PUT of a resource that no POST creates (RFC 9110 §9.3.4). */
  isPlacing(operation: Operation): boolean;
  /** The operation that starts what the items of a resource tell of: its 202 shows one, and nothing else makes them. */
  starter(resource: Resource): Operation | undefined;
  /** The resource whose item a path stands on or under, deepest first; `except` looks above it. */
  ownerOf(path: string, except?: Resource): Resource | undefined;
  /** What lists or makes that which the parameter at the end of a path names, there. */
  frontOf(template: string): CollectionEndpoints | undefined;
  /** Places in the request body that name other records. */
  references(operation: Operation): readonly Reference[];
  /** The resource that an update without an id in its path finds by the id in its body. */
  namedInBody(operation: Operation): Resource | undefined;
  /** The place in the body of an update where the id of the item itself stands: another value there would move the item. */
  ownPlace(operation: Operation): string | undefined;
  /** Places in the body of an update where the id of the item itself stands, with that id. */
  ownIds(operation: Operation, path: Readonly<Record<string, Json>>): readonly (readonly [pointer: string, id: Json])[];
  /**
   * The resource whose ids this one uses as its own (the stock of a book is found by the book's id); not where it stands below an item that the other does
   * not stand below: a call that is there need not wait in a queue.
   */
  twin(resource: Resource): Resource | undefined;
  /** Names of the resources that an item of one may hang on: what making it may make, itself among them. */
  hangsOn(resource: string): ReadonlySet<string>;
  /** The documented example of the id. */
  exampleOf(resource: Resource): Json | undefined;
}

export interface Reference {
  readonly pointer: string;
  /** Absent where following it would come back to where it starts: such a place is left out of requests. */
  readonly resource?: Resource;
  /** Set where the document does not say which record is named: values that others have are the only ones known. */
  readonly loose?: Schema;
  readonly required: boolean;
}

export function indexModel(api: Api, model: ResourceModel): ModelIndex {
  const byRole = new Map<string, Operation>();
  for (const operation of api.operations) {
    const role = model.roleOf(operation);
    const key = role.resource === undefined ? undefined : `${role.kind} ${role.resource.name}`;
    // Several paths may lead to an item or a list; its own is the one that ids of answers fit, and that shows them all.
    const own = operation.path === role.resource?.itemPath || operation.path === role.resource?.collectionPath;
    if (key !== undefined && (own || !byRole.has(key))) byRole.set(key, operation);
  }
  const placing = placers(model, byRole);
  const starters = startersOf(api);
  const items = model.resources
    .filter((resource) => !resource.singleton && resource.itemPath?.includes('{') === true)
    .sort((a, b) => namingPart(b.itemPath ?? '').length - namingPart(a.itemPath ?? '').length);
  const shapes = items.map(({ itemPath }) => pathShapeOf(namingPart(itemPath ?? '')));
  const above = new Map<string, readonly Resource[]>();
  const itemsAbove = (path: string): readonly Resource[] => {
    const shape = pathShapeOf(namingPart(path));
    return items.filter((_, index) => isShapeUnder(shape, shapes[index] ?? ''));
  };
  const relations = new Map<Resource, readonly Relation[]>();
  const written = (resource: Resource): readonly Relation[] => {
    const known = relations.get(resource) ?? writtenRelations(api, resource);
    relations.set(resource, known);
    return known;
  };
  const hangsOn = reachability(model, written);
  const named = (name: string): Resource | undefined => model.resources.find((resource) => resource.name === name);

  const places = new Map<Operation, readonly Reference[]>();
  /** What the body of a link names, which is there already. */
  function putIn(names: string | undefined, resource: Resource): Relation | undefined {
    const target = names === undefined ? undefined : putInto(resource, model);
    if (names === undefined || target === undefined) return undefined;
    return { pointer: pointerTo(names), resource: target.name, required: true };
  }

  function referencesOf(operation: Operation): readonly Reference[] {
    const role = model.roleOf(operation);
    if (role.resource === undefined || role.requestEntity === undefined) return [];
    const base = role.requestEntity;
    const { property } = role.resource.id ?? {};
    const own = property === undefined ? undefined : pointerTo(property);
    const put = putIn(role.names, role.resource);
    const relations = written(role.resource).filter(({ pointer }) => pointer !== own && pointer !== put?.pointer);
    const known = [...(put === undefined ? [] : [put]), ...relations].flatMap((relation) => {
      const resource = named(relation.resource);
      if (resource === undefined) return [];
      const place = { pointer: `${base}${relation.pointer}`, required: relation.required };
      const circular = hangsOn(resource.name).has(role.resource?.name ?? '');
      return [circular ? place : { ...place, resource }];
    });
    const loose = looseReferences(api, operation, role)
      .filter(({ pointer }) => !known.some((each) => each.pointer === pointer))
      .map(({ schema, ...place }) => ({ ...place, loose: schema }));
    return [...known, ...loose];
  }

  function ownPlace(operation: Operation): string | undefined {
    const { kind, resource, requestEntity } = model.roleOf(operation);
    const property = kind === 'replace' || kind === 'patch' ? resource?.id?.property : undefined;
    return requestEntity === undefined || property === undefined ? undefined : `${requestEntity}${pointerTo(property)}`;
  }

  return {
    operation: (resource, role) => byRole.get(`${role} ${resource.name}`),
    isPlacing: (operation) => placing.has(operation),
    starter(resource) {
      if (resource.singleton || byRole.has(`create ${resource.name}`)) return undefined;
      return starters.get(api.deref(resource.schema));
    },
    ownerOf(path, except) {
      const known = above.get(path) ?? itemsAbove(path);
      above.set(path, known);
      return known.find((resource) => resource !== except);
    },
    frontOf: collectionEndpointsOf(api.operations, model),
    references(operation) {
      const known = places.get(operation) ?? referencesOf(operation);
      places.set(operation, known);
      return known;
    },
    namedInBody(operation) {
      const { kind, resource, requestEntity } = model.roleOf(operation);
      const isUpdate = kind === 'replace' || kind === 'patch';
      return isUpdate && requestEntity !== undefined && resource?.singleton === false ? resource : undefined;
    },
    ownPlace,
    ownIds(operation, path) {
      const { parameter } = model.roleOf(operation).resource?.id ?? {};
      const place = ownPlace(operation);
      if (place === undefined || parameter === undefined) return [];
      const known = Object.hasOwn(path, parameter) ? path[parameter] : undefined;
      return known === undefined ? [] : [[place, known]];
    },
    twin(resource) {
      const property = resource.id?.property;
      const relation = resource.relations.find(
        ({ pointer }) => property !== undefined && pointer === pointerTo(property),
      );
      const circular = relation !== undefined && hangsOn(relation.resource).has(resource.name);
      const other = relation === undefined || circular ? undefined : named(relation.resource);
      return other !== undefined && around(resource) <= around(other) ? other : undefined;
    },
    hangsOn,
    exampleOf(resource) {
      for (const role of ['read', 'delete', 'replace', 'patch'] as const) {
        const operation = byRole.get(`${role} ${resource.name}`);
        const parameter = operation?.parameters.find(
          ({ name, in: place }) => place === 'path' && name === resource.id?.parameter,
        );
        const example = parameter?.examples[0]?.value;
        if (example !== undefined) return example;
      }
      return undefined;
    },
  };
}

/** PUTs that document 201 become the creates of resources that have no other. */
function placers({ resources }: ResourceModel, byRole: Map<string, Operation>): ReadonlySet<Operation> {
  const placing = new Set<Operation>();
  for (const { name, singleton, itemPath } of resources) {
    const put = byRole.get(`replace ${name}`);
    if (put === undefined || singleton || put.path !== itemPath || byRole.has(`create ${name}`)) continue;
    if (put.method !== 'PUT' || !itemPath.endsWith('}') || put.responses.every(({ status }) => status !== '201'))
      continue;
    byRole.set(`create ${name}`, put);
    placing.add(put);
  }
  return placing;
}

/** Operations that only accept, by what their 202 shows: the first of each. */
function startersOf(api: Api): ReadonlyMap<Schema, Operation> {
  const starters = new Map<Schema, Operation>();
  for (const operation of api.operations) {
    if (operation.method !== 'POST' || operation.path.includes('{')) continue;
    const accepted = operation.responses.find(({ status }) => status === '202');
    for (const { schema } of accepted?.content ?? []) {
      const shown = schema === undefined ? undefined : api.deref(schema);
      if (shown !== undefined && !starters.has(shown)) starters.set(shown, operation);
    }
  }
  return starters;
}

/** Relations that a request says. What only answers show (`books` of an author) is the other side of one, and asks for nothing. */
function writtenRelations(api: Api, { schema, relations }: Resource): readonly Relation[] {
  if (relations.length === 0) return relations;
  const properties = propertiesOf(api, schema);
  return relations.filter(({ pointer }) => {
    const [name = ''] = parsePointer(pointer) ?? [];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property === undefined || !isReadOnly(api, property.schema);
  });
}

/** Names of all resources that creating one of a resource may lead to, itself among them. */
function reachability(
  model: ResourceModel,
  written: (resource: Resource) => readonly Relation[],
): (name: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  const edges = new Map(
    model.resources.map((resource) => [
      resource.name,
      [
        ...written(resource).map((relation) => relation.resource),
        ...(resource.parent ? [resource.parent.resource] : []),
      ],
    ]),
  );
  return (name) => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const seen = new Set<string>();
    const waiting = [name];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...(edges.get(next) ?? []));
    }
    known.set(name, seen);
    return seen;
  };
}

/** How many items the items of a resource stand below. */
function around({ itemPath, id }: Resource): number {
  return templateNames(itemPath ?? '').filter((name) => name !== id?.parameter).length;
}
