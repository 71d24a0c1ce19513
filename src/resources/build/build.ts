import type { Operation, Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import { isMadeOnItemPath } from '../drafts/item-drafts.ts';
import { type Evidence, entityShownIn, shownBy } from '../evidence/evidence.ts';
import type { Family } from '../evidence/families.ts';
import type { Correction, ParentLink, Relation, Resource, ResourceId } from '../model/model.ts';
import { lastWord, type PathGroup, type Segment, segmentsOf, templateOf } from '../model/paths.ts';
import { child, propertyAt } from '../model/pointers.ts';
import { singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { IDS, isScalar, matchOwner } from '../schema/identity.ts';
import { holderIn } from '../schema/item-shape.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';

/** What a resource needs from the rest of the model, read on first use. */
export interface Surroundings {
  readonly shapes: Shapes;
  correctionFor(operation: Operation): Correction;
  /** The path of an operation as the document has it. */
  pathOf(operation: Operation): string;
  /** The collection whose item has this path. */
  parentAt(path: readonly Segment[]): Resource | undefined;
  named(name: string): Resource | undefined;
  relations(resource: Resource, shape: Shape): readonly Relation[];
  /** Whether a POST on a path below a collection makes its items: `/games/start`. */
  isMadeBelow(group: PathGroup): boolean;
}

/** `hidden` says how items without a path of their own are named. */
export function buildCollection(
  name: string,
  family: Family,
  around: Surroundings,
  hidden: (entity: Schema) => Evidence['id'],
): Resource {
  const { home, members } = family;
  const item = shownBy(home.group.items) ?? shownBy(members.flatMap((m) => m.group.items));
  const collection = shownBy(home.group.collection) ?? shownBy(members.flatMap((m) => m.group.collection));
  const entity = entityOf(family);
  const correction = corrections(
    around,
    members.flatMap((m) => [...m.group.collection, ...m.group.items]),
  );
  const named = home.id ?? members.find((m) => m.id !== undefined)?.id;
  const isHidden = named === undefined && entity !== undefined && item === undefined;
  const identity = named ?? (isHidden ? (hidden(entity.schema) ?? shownIdentity(around.shapes, family)) : undefined);
  const id = identity && idOf(identity, correction.id);
  const makes = members.some(
    (m) =>
      m.list !== undefined ||
      m.created !== undefined ||
      m.within !== undefined ||
      isMadeByName(around.shapes, m) ||
      isMadeWithId(around.shapes, m) ||
      isMadeOnItemPath(around.shapes, m) ||
      around.isMadeBelow(m.group),
  );
  // The collection path decides the parent, even if items have a path without it.
  const base = collection === undefined ? home.group.base : segmentsOf(collection.path);
  return lazyResource({ name, base, entity }, around, correction, {
    singleton: false,
    enumerable: makes,
    ...(collection === undefined ? {} : { collectionPath: around.pathOf(collection) }),
    ...(item === undefined ? {} : { itemPath: around.pathOf(item) }),
    ...(id === undefined ? {} : { id }),
  });
}

/**
 * The id of records that no operation names, but that a list at a fixed path shows: other records refer to it (`authorId` where
 * users are only listed).
 */
function shownIdentity(shapes: Shapes, { home: { entity, group, list } }: Family): Evidence['id'] {
  const isReadAlone = group.collection.every(({ method }) => method === 'GET');
  if (entity === undefined || list === undefined || !isReadAlone) return undefined;
  if (group.base.some(({ kind }) => kind === 'parameter')) return undefined;
  const name = IDS.find((each) => entity.shape.properties.has(each));
  const schema = name === undefined ? undefined : entity.shape.properties.get(name);
  if (name === undefined || schema === undefined || !isScalar(shapes, schema)) return undefined;
  return { parameter: name, schema, pointer: child('', name) };
}

/**
 * Whether a POST on the collection must name the id of what it makes, whatever it answers: `POST /indexes` with a required
 * `name` beside `/indexes/{name}`.
 */
function isMadeByName(shapes: Shapes, { group, id, read }: Evidence): boolean {
  const name = id?.pointer?.slice(id.pointer.lastIndexOf('/') + 1);
  if (name === undefined || read === undefined) return false;
  return group.collection.some(
    (operation) => operation.method === 'POST' && shapes.maybe(requestSchema(operation))?.required.has(name) === true,
  );
}

/** Whether a POST on the collection takes what the item path shows, and answers the id alone: `POST /emails` with `{ id }`. */
function isMadeWithId(shapes: Shapes, { group, id, read, entity }: Evidence): boolean {
  const name = id?.pointer?.slice(id.pointer.lastIndexOf('/') + 1);
  if (name === undefined || read === undefined || entity === undefined) return false;
  return group.collection.some((operation) => {
    const sent = operation.method === 'POST' ? shapes.maybe(requestSchema(operation)) : undefined;
    if (sent === undefined || !isClose(sent, entity.shape)) return false;
    const answered = entityShownIn(shapes, operation, group.word)?.found.schema;
    const shown = answered === undefined ? undefined : shapes.of(answered).properties;
    return shown?.size === 1 && shown.has(name);
  });
}

export function buildSingleton(name: string, evidence: Evidence, around: Surroundings): Resource {
  const schema = evidence.single?.found.schema ?? true;
  const correction = corrections(around, evidence.group.collection);
  const [first] = evidence.group.collection;
  return lazyResource(
    { name, base: evidence.group.base, entity: { schema, shape: around.shapes.of(schema) } },
    around,
    correction,
    {
      singleton: true,
      enumerable: false,
      itemPath: first === undefined ? templateOf(evidence.group.base) : around.pathOf(first),
    },
  );
}

function entityOf(family: Family): { readonly schema: Schema; readonly shape: Shape } | undefined {
  const shown = family.members.find((m) => m.read !== undefined && m.entity !== undefined);
  return family.home.entity ?? shown?.entity ?? family.members.find((m) => m.entity !== undefined)?.entity;
}

function idOf(identity: NonNullable<Evidence['id']>, correctedId: string | undefined): ResourceId {
  const { parameter, schema, pointer, listed, also, hiddenPath } = identity;
  const property = correctedId ?? (pointer === undefined ? undefined : propertyAt(pointer));
  return {
    parameter,
    schema,
    ...(property === undefined ? {} : { property }),
    ...(property !== undefined || listed === undefined ? {} : { listed: propertyAt(listed) }),
    ...(also === undefined ? {} : { also: also.map(propertyAt) }),
    ...(hiddenPath === undefined ? {} : { hiddenPath }),
  };
}

function corrections(around: Surroundings, operations: readonly Operation[]): Correction {
  return Object.assign({}, ...operations.map((operation) => around.correctionFor(operation)));
}

type FixedFacts = Pick<Resource, 'singleton' | 'enumerable' | 'collectionPath' | 'itemPath' | 'id'>;

/** What a resource is made of. */
interface NamedEntity {
  readonly name: string;
  readonly base: readonly Segment[];
  readonly entity: { readonly schema: Schema; readonly shape: Shape } | undefined;
}

// Parent and relations are computed on first use, because resources may refer to each other in
// cycles.
function lazyResource(
  { name, base, entity }: NamedEntity,
  around: Surroundings,
  correction: Correction,
  fixed: FixedFacts,
): Resource {
  let parent: { readonly link?: ParentLink } | undefined;
  let relations: readonly Relation[] | undefined;
  const holder = entity === undefined ? undefined : holderIn(around.shapes, entity.shape);
  const resource: Resource = {
    name,
    singular: singularName(name),
    ...fixed,
    schema: entity?.schema ?? true,
    ...(holder === undefined ? {} : { holder }),
    get relations() {
      relations ??= entity === undefined ? [] : around.relations(resource, entity.shape);
      return relations;
    },
  };
  Object.defineProperty(resource, 'parent', {
    enumerable: true,
    get: () => {
      parent ??= findParent(base, entity?.shape, around, { ...correction, name });
      return parent.link;
    },
  });
  return resource;
}

function singularName(name: string): string {
  const words = [...wordsOf(name.split(/[./]/).at(-1) ?? name)];
  return [...words.slice(0, -1), singular(words.at(-1) ?? name)].join(' ');
}

function findParent(
  base: readonly Segment[],
  shape: Shape | undefined,
  around: Surroundings,
  correction: Correction & { readonly name: string },
): { readonly link?: ParentLink } {
  for (let end = base.length - 1; end > 0; end--) {
    const at = base[end - 1];
    if (at?.kind !== 'parameter') continue;
    const parent =
      correction.parent === undefined ? around.parentAt(base.slice(0, end)) : around.named(correction.parent);
    // A shorter path that only lists the entities leads to their own collection.
    if (parent === undefined || (parent.name === correction.name && correction.parent === undefined)) continue;
    const property = shape && ownerProperty(around.shapes, shape, base, end - 1);
    return { link: { resource: parent.name, parameter: at.name, ...(property === undefined ? {} : { property }) } };
  }
  return {};
}

/** The property that repeats the path parameter at an index. */
export function ownerProperty(shapes: Shapes, shape: Shape, path: readonly Segment[], at: number): string | undefined {
  const parameter = path[at];
  if (parameter?.kind !== 'parameter') return undefined;
  const word = lastWord(path.slice(0, at)) ?? '';
  const pointer = matchOwner(shapes, shape, parameter.name, word) ?? ownerInside(shapes, shape, parameter.name, word);
  return pointer === undefined ? undefined : propertyAt(pointer);
}

/** The same of an entity that is only an envelope: `{ field: { customer_id } }`. */
function ownerInside(shapes: Shapes, shape: Shape, parameter: string, word: string): string | undefined {
  const [only, ...others] = shape.properties;
  if (only === undefined || others.length > 0) return undefined;
  const [name, schema] = only;
  const inner = shapes.of(schema);
  const found = inner.kind === 'object' ? matchOwner(shapes, inner, parameter, word) : undefined;
  return found === undefined ? undefined : child('', name) + found;
}
