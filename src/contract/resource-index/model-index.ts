import type { Json } from '../../core/index.ts';
import {
  clusterKey,
  idPlace,
  isStandIn,
  pointerTo,
  putInto,
  type Relation,
  type Resource,
  type ResourceModel,
  type RoleKind,
} from '../../resources/index.ts';
import {
  type Api,
  endsInParameter,
  isReadOnly,
  jsonBodyOf,
  type Operation,
  operationTexts,
  propertiesOf,
  type Schema,
  templateNames,
  typesOf,
  wordsOf,
} from '../../spec/index.ts';
import { parsePointer } from '../../wire/index.ts';
import { type CollectionEndpoints, collectionEndpointsOf, openListOf } from './collection-endpoints.ts';
import { itemsByEnd } from './item-templates.ts';
import { looseReferences } from './loose-references.ts';
import { isShapeUnder, namingPart, pathShapeOf } from './paths.ts';

/**
 * The resource model as an index: from a resource and a role to the operation, from a path to its resource.
 */
export interface ModelIndex {
  operation(resource: Resource, role: RoleKind): Operation | undefined;
  /**
   * Whether an operation creates an item under an id that the client chooses: the PUT of a resource that no
   * POST creates (RFC 9110 §9.3.4).
   */
  isPlacing(operation: Operation): boolean;
  /**
   * The operation that starts the jobs of a resource: its 202 shows a job, and no other operation creates
   * one.
   */
  starter(resource: Resource): Operation | undefined;
  /** The resource whose item a path names or is below; the innermost one. `except` is skipped. */
  ownerOf(path: string, except?: Resource): Resource | undefined;
  /** The list or create whose items the last parameter of a path names. */
  frontOf(template: string): CollectionEndpoints | undefined;
  /** The GET in front of the last parameter of a path whose answer is not described as a list, but may be one. */
  openList(template: string): Operation | undefined;
  /** Places in the request body that refer to other records. */
  references(operation: Operation): readonly Reference[];
  /** The resource of an update that has the id in its body instead of its path. */
  namedInBody(operation: Operation): Resource | undefined;
  /**
   * The place in the body of an update that has the item's own id. Another value there would move the item.
   */
  ownPlace(operation: Operation): string | undefined;
  /** The place in the body of an update that gives the item another id: `new_name` where `name` is the id. */
  renamePlace(operation: Operation): string | undefined;
  /** Places in the body of an update that have the item's own id, with that id. */
  ownIds(operation: Operation, path: Readonly<Record<string, Json>>): readonly (readonly [pointer: string, id: Json])[];
  /**
   * The resource whose ids this one uses as its own (the stock of a book has the book's id). Undefined if
   * it is below an item that the other is not below: an active call is not the queue entry with the same
   * id.
   */
  twin(resource: Resource): Resource | undefined;
  /**
   * The listed resource whose items are named in the same way as those of a resource without a list:
   * `/environments/{name}` for `/features/{feature}/environments/{environment}`. The shortest path wins.
   */
  namesake(resource: Resource): Resource | undefined;
  /**
   * The resource that the last parameters of a path name, where no operation creates an item of the path: `/repos/{owner}/{repo}`
   * for `/user/starred/{owner}/{repo}`. The shortest path wins.
   */
  linked(template: string, own?: Resource): Resource | undefined;
  /** The resource of another kind that the id of an item is called after, if it has items of its own: locales for the `{locale}` of a translation. */
  calledAfter(resource: Resource): Resource | undefined;
  /** The resource whose records stand in a nested collection under their own ids: customers for the members of a group. */
  linkedIn(resource: Resource): Resource | undefined;
  /**
   * Names of the resources that an item of this one may depend on: those that its create may create, itself
   * included.
   */
  dependsOn(resource: string): ReadonlySet<string>;
  /** The documented example of the id. */
  exampleOf(resource: Resource): Json | undefined;
}

export interface Reference {
  readonly pointer: string;
  /** Absent if the reference is part of a cycle: the place is then left out of requests. */
  readonly resource?: Resource;
  /**
   * Set if the document does not say which resource is meant: only values of other items are known to
   * exist.
   */
  readonly loose?: Schema;
  readonly required: boolean;
}

export function indexModel(api: Api, model: ResourceModel): ModelIndex {
  const byRole = new Map<string, Operation>();
  for (const operation of api.operations) {
    const role = model.roleOf(operation);
    const key = role.resource === undefined ? undefined : `${role.kind} ${role.resource.name}`;
    // Of several paths to an item or a list, the main one has the ids of answers and shows all
    // items.
    const own = operation.path === role.resource?.itemPath || operation.path === role.resource?.collectionPath;
    if (key !== undefined && (own || !byRole.has(key))) byRole.set(key, operation);
  }
  const placing = placers(api, model, byRole);
  const byEnd = itemsByEnd(api, model);
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
  const dependsOn = reachability(model, written);
  const named = (name: string): Resource | undefined => model.resources.find((resource) => resource.name === name);

  const places = new Map<Operation, readonly Reference[]>();
  const renames = new Map<Operation, string | undefined>();
  /** The item that the body of a link request names, which must exist. */
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
    const body = jsonBodyOf(operation)?.schema ?? true;
    const relations = written(role.resource).filter(
      ({ pointer }) => pointer !== own && pointer !== put?.pointer && mayHold(api, body, `${base}${pointer}`),
    );
    const known = [...(put === undefined ? [] : [put]), ...relations].flatMap((relation) => {
      const resource = named(relation.resource);
      if (resource === undefined) return [];
      const place = { pointer: `${base}${relation.pointer}`, required: relation.required };
      const circular = dependsOn(resource.name).has(role.resource?.name ?? '');
      return [circular ? place : { ...place, resource }];
    });
    const loose = looseReferences(api, operation, role)
      .filter(({ pointer }) => !known.some((each) => each.pointer === pointer))
      .map(({ schema, ...place }) => ({ ...place, loose: schema }));
    return [...known, ...loose];
  }

  function ownPlace(operation: Operation): string | undefined {
    const role = model.roleOf(operation);
    return role.kind === 'replace' || role.kind === 'patch' ? idPlace(role) : undefined;
  }

  function findRenamePlace(operation: Operation): string | undefined {
    const { resource, requestEntity = '' } = model.roleOf(operation);
    const place = ownPlace(operation);
    const { property, parameter } = resource?.id ?? {};
    const schema = jsonBodyOf(operation)?.schema;
    if (place === undefined || schema === undefined) return undefined;
    const ids = [property, parameter].flatMap((name) => (name === undefined ? [] : `new ${wordsOf(name).join(' ')}`));
    const optional = Object.entries(propertiesOf(api, schema)).filter(([, { required }]) => !required);
    const found = optional.find(([name]) => ids.includes(wordsOf(name).join(' ')))?.[0];
    return found === undefined ? undefined : `${requestEntity}${pointerTo(found)}`;
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
    openList: openListOf(api.operations, model),
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
    renamePlace(operation) {
      const place = renames.has(operation) ? renames.get(operation) : findRenamePlace(operation);
      renames.set(operation, place);
      return place;
    },
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
      const circular = relation !== undefined && dependsOn(relation.resource).has(resource.name);
      const other = relation === undefined || circular ? undefined : named(relation.resource);
      return other !== undefined && around(resource) <= around(other) ? other : undefined;
    },
    namesake(resource) {
      const own = collectionWord(resource.itemPath);
      if (own === undefined || byRole.has(`list ${resource.name}`)) return undefined;
      const others = model.resources.filter(
        (other) => other !== resource && byRole.has(`list ${other.name}`) && collectionWord(other.itemPath) === own,
      );
      return others.toSorted((a, b) => (a.itemPath ?? '').length - (b.itemPath ?? '').length)[0];
    },
    linked(template, own) {
      const same = byEnd(template);
      if (same !== undefined && same !== own && (own === undefined || !dependsOn(same.name).has(own.name))) return same;
      const names = lastParameters(template);
      // One name alone may be the same by chance, and a resource has its own items.
      const isChance = names.length < (own === undefined ? 1 : 2);
      if (isChance || GENERAL.test(names.at(-1) ?? '')) return undefined;
      if (own !== undefined && byRole.has(`create ${own.name}`)) return undefined;
      const others = model.resources.filter(
        (other) =>
          other !== own &&
          byRole.has(`create ${other.name}`) &&
          lastParameters(other.itemPath).join('/') === names.join('/') &&
          (own === undefined || !dependsOn(other.name).has(own.name)),
      );
      return others.toSorted((a, b) => (a.itemPath ?? '').length - (b.itemPath ?? '').length)[0];
    },
    linkedIn: (resource) => recordsPutInto(resource, model),
    calledAfter(resource) {
      const key = clusterKey((resource.id?.parameter ?? '').replace(ID_ENDING, ''));
      if (key === '' || key === clusterKey(resource.singular)) return undefined;
      const others = model.resources.filter(
        (other) =>
          clusterKey(other.singular) === key &&
          !other.singleton &&
          other.enumerable &&
          other.itemPath !== undefined &&
          templateNames(other.itemPath).length === 1 &&
          !dependsOn(other.name).has(resource.name),
      );
      return others.length === 1 ? others[0] : undefined;
    },
    dependsOn,
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

/**
 * PUTs that document 201 are the creates of resources without another create. So are POSTs that do, at the path of an
 * item that has a PUT or PATCH for its updates only: beside a PUT that creates, the POST does something else.
 */
function placers({ operations }: Api, model: ResourceModel, byRole: Map<string, Operation>): ReadonlySet<Operation> {
  const placing = new Set<Operation>();
  for (const resource of model.resources) {
    const { name, singleton, itemPath } = resource;
    if (singleton || itemPath === undefined || !endsInParameter(itemPath) || byRole.has(`create ${name}`)) continue;
    const post = postThatCreates(operations, itemPath);
    if (post !== undefined) {
      byRole.set(`create ${name}`, post);
      if (byRole.get(`patch ${name}`) === post) byRole.delete(`patch ${name}`);
      placing.add(post);
      continue;
    }
    const put = byRole.get(`replace ${name}`);
    if (put?.method !== 'PUT' || put.path !== itemPath || !(mayCreate(put) || isLink(put, resource, model))) continue;
    byRole.set(`create ${name}`, put);
    placing.add(put);
  }
  return placing;
}

function postThatCreates(operations: readonly Operation[], itemPath: string): Operation | undefined {
  const own = operations.filter(({ path }) => path === itemPath);
  const updates = own.filter(({ method }) => method === 'PUT' || method === 'PATCH');
  return updates.length === 0 || updates.some(mayCreate)
    ? undefined
    : own.find((each) => each.method === 'POST' && mayCreate(each));
}

/** Whether a PUT without a body puts a record of another kind into a collection at once: the members of a group. */
function isLink(operation: Operation, resource: Resource, model: ResourceModel): boolean {
  const { body, path, responses } = operation;
  if (body !== undefined || !path.includes('}/')) return false;
  // What is only accepted, or an invitation, is not a member yet.
  const isLater = responses.some(({ status }) => status === '202') || LATER.test(operationTexts(operation).join(' '));
  return !isLater && recordsPutInto(resource, model) !== undefined;
}

const LATER = /\b(?:invit|request|propos|pending|confirm|approv)/i;

function mayCreate(operation: Operation): boolean {
  if (isStandIn(operation)) return operation.standsFor.places;
  return operation.responses.some(({ status }) => status === '201');
}

/** Operations that only accept, by the schema of their 202: the first for each schema. */
function startersOf(api: Api): ReadonlyMap<Schema, Operation> {
  const starters = new Map<Schema, Operation>();
  for (const operation of api.operations) {
    if (operation.method !== 'POST' || operation.path.includes('{')) continue;
    const accepted = operation.responses.find(({ status }) => status === '202');
    for (const { schema } of accepted?.content ?? []) {
      const job = schema === undefined ? undefined : api.deref(schema);
      if (job !== undefined && !starters.has(job)) starters.set(job, operation);
    }
  }
  return starters;
}

/**
 * Relations that requests have. A relation that only answers show (`books` of an author) is the reverse of
 * one, and needs nothing.
 */
function writtenRelations(api: Api, { schema, relations }: Resource): readonly Relation[] {
  if (relations.length === 0) return relations;
  const properties = propertiesOf(api, schema);
  return relations.filter(({ pointer }) => {
    const [name = ''] = parsePointer(pointer) ?? [];
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property === undefined || !isReadOnly(api, property.schema);
  });
}

/** Names of all resources that the create of one may create, itself included. */
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

/** The number of parents of a resource's items. */
function around({ itemPath, id }: Resource): number {
  return templateNames(itemPath ?? '').filter((name) => name !== id?.parameter).length;
}

const ID_ENDING = /(?:_ids?|Ids?)$/;
/** Names of parameters that say nothing of what they name. */
const GENERAL = /^_?(id|uuid|guid|name|key|slug|code|number|value|type)$/i;

/** The parameters at the end of a path: `owner` and `repo` of `/repos/{owner}/{repo}`. */
function lastParameters(itemPath = ''): readonly string[] {
  const segments = itemPath.split('/');
  const last = segments.findLastIndex((segment) => !/^\{[^{}]+\}$/.test(segment));
  return segments.slice(last + 1).map((segment) => segment.slice(1, -1));
}

/** The literal segment in front of the last parameter of a path: `environments` of `/environments/{name}`. */
function collectionWord(itemPath: string | undefined): string | undefined {
  const [literal, parameter] = namingPart(itemPath ?? '')
    .split('/')
    .slice(-2);
  return parameter?.startsWith('{') === true && literal !== '' && literal?.includes('{') === false
    ? literal
    : undefined;
}

/** Whether a body may have a place. It may not below a single value: an item may show a record that the body only names. */
function mayHold(api: Api, schema: Schema, pointer: string): boolean {
  let at: Schema | undefined = schema;
  for (const name of parsePointer(pointer) ?? []) {
    if (at === undefined) return true;
    const types = typesOf(api, at).filter((type) => type !== 'null');
    if (types.length > 0 && !types.includes('object') && !types.includes('array')) return false;
    const rule = api.deref(at);
    at = name === '*' ? (typeof rule === 'object' ? rule.items : undefined) : propertiesOf(api, at)[name]?.schema;
  }
  return true;
}

/** The records of another kind, of a collection at the top, that a nested collection shows under the ids that they have there. */
function recordsPutInto(resource: Resource, model: ResourceModel): Resource | undefined {
  const target = putInto(resource, model);
  const { itemPath = '', collectionPath, singleton, id } = target ?? {};
  const isAtTop = collectionPath?.includes('{') === false && templateNames(itemPath).length === 1;
  return isAtTop && singleton !== true && id?.property === resource.id?.property ? target : undefined;
}
