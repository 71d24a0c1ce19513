import type { Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { Relation, Resource } from '../model/model.ts';
import { parametersOf, pathKey, type Segment, segmentsOf } from '../model/paths.ts';
import { child, pointerTo } from '../model/pointers.ts';
import { clusterKey, namesOneKind, plain, singular } from '../model/words.ts';
import { compatible, IDS, isScalar, scalarTypesOf } from '../schema/identity.ts';
import { isSame, propertySchemaAt, type Shape, type Shapes } from '../schema/shape.ts';
import { linkagesIn } from './linkages.ts';

/** The resource that a word means in the context of `from`; `undefined` if none or several could be meant. */
export type Resolve = (word: string, from: Resource) => Resource | undefined;

/** What a relation is read with. `sent` has the bodies that create or replace the entity. */
export interface RelationSources {
  readonly shapes: Shapes;
  readonly resolve: Resolve;
  /** The other resource whose items are addressed by a property of this name: products for `sku`. */
  readonly keyed: Resolve;
  readonly sent: readonly Shape[];
}

/**
 * Finds the properties of an entity that refer to other resources: `petId`, `pet_ids[]`, `pet.id`,
 * `customer` with the description "ID of the customer", or an object of `type` and `id`.
 */
export function readRelations(sources: RelationSources, shape: Shape, of: Resource): readonly Relation[] {
  const read = namedRelations(sources, shape, of);
  const { shapes, resolve } = sources;
  const linked = linkagesIn(shapes, shape).flatMap(({ pointer, schema, word, required }) => {
    const target = resolve(word, of);
    const isOther = target !== undefined && !read.some((each) => each.pointer === pointer);
    return isOther && fits(shapes, target, schema) ? [{ pointer, resource: target.name, required }] : [];
  });
  return [...read, ...linked];
}

function namedRelations(sources: RelationSources, shape: Shape, of: Resource): readonly Relation[] {
  return [...shape.properties].flatMap(([name, schema]) => {
    const found = readRelation({ ...sources, of }, name, schema);
    // The id of an item inside its envelope (`{ category: { id } }` of a customer category) is not
    // a reference, nor is a plain `id`, whatever its description says.
    if (found === undefined || found.pointer === of.id?.property) return [];
    if (name === of.id?.property && IDS.includes(plain(name))) return [];
    if (found.resource === of.name && name === of.parent?.property) return [];
    return [{ ...found, required: shape.required.has(name) }];
  });
}

/** A list below an item of another resource, and the property of its records that names that item. */
export interface ListBelow {
  readonly property: string;
  readonly owner: Resource;
}

/** Relations that only a path shows: where `/districts/{id}/schools` lists schools by their `district`, that is the id of a district. */
export function listedRelations(
  shapes: Shapes,
  of: Resource,
  lists: readonly ListBelow[],
  known: readonly Relation[],
): readonly Relation[] {
  const found = new Map<string, Relation>();
  for (const { property, owner } of lists) {
    const pointer = pointerTo(property);
    const schema = propertySchemaAt(shapes, shapes.of(of.schema), pointer);
    const isKnown = known.some((each) => each.pointer === pointer) || found.has(pointer);
    if (isKnown || schema === undefined || owner === of || !owner.enumerable || property === of.id?.property) continue;
    if (owner.id?.property !== undefined && fits(shapes, owner, schema))
      found.set(pointer, { pointer, resource: owner.name, required: false });
  }
  return [...found.values()];
}

type FoundRelation = Omit<Relation, 'required'>;

/** What every reader of a relation needs. `of` has the property. */
interface RelationReader extends RelationSources {
  readonly of: Resource;
}

function readRelation(reading: RelationReader, name: string, schema: Schema): FoundRelation | undefined {
  const { shapes, of, resolve, sent } = reading;
  const shape = shapes.of(schema);
  if (shape.kind === 'array' && shape.items !== undefined) {
    const inner = ofMany(reading, name, shape.items);
    return inner && { ...inner, pointer: child('', name) + inner.pointer };
  }
  if (shape.kind === 'object') {
    const isSent = sent.some(({ properties }) => properties.has(name));
    const found = ofObject(reading, name, shape) ?? ofNamed(reading, name, schema, isSent);
    return found ?? (isSent ? undefined : ofLastWords(reading, name, shape));
  }
  const words = wordsOf(name);
  if (words.length < 2 || !ID_ENDINGS.has(words.at(-1) ?? '')) {
    const keyed = words.length < 2 ? undefined : resolve(words.slice(0, -1).join('_'), of);
    if (keyed !== undefined && keyed !== of && isCalledAs(keyed, words.at(-1) ?? '') && fits(shapes, keyed, schema))
      return { pointer: child('', name), resource: keyed.name };
    const target = singular(name) === name ? resolve(name, of) : undefined;
    const meant = target && isKeyOf(shapes, target, { name, schema, of }) ? target : describedBy(reading, name, schema);
    const named = meant ?? ofSameKey(reading, name, schema);
    return named && { pointer: child('', name), resource: named.name };
  }
  const player = ofPlayer(reading, words.slice(0, -1));
  // A text that must be short, such as the name that a message shows as its sender, is not an id of users.
  const isShort = DOERS.has(words.slice(0, -1).join(' ')) && isShorter(shapes, schema, player);
  const target = isShort ? undefined : player;
  // `ticket_id` of a ticket is its own id.
  if (target === of && (of.id?.property === undefined || name === of.id.property)) return undefined;
  return target && fits(shapes, target, schema) ? { pointer: child('', name), resource: target.name } : undefined;
}

/** The resource whose items have an id of the very same name: products for `sku`, if they stand at `/products/{sku}`. */
function ofSameKey({ shapes, of, keyed }: RelationReader, name: string, schema: Schema): Resource | undefined {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean' || root.enum !== undefined || root.const !== undefined) return undefined;
  const target = namesOneKind(name, [...shapes.of(of.schema).properties.keys()]) ? keyed(name, of) : undefined;
  return target !== undefined && target !== of && fits(shapes, target, schema) ? target : undefined;
}

/** The resource that words mean, that plays the part they mention, or whose people do what they say. */
function ofPlayer(reading: RelationReader, words: readonly string[]): Resource | undefined {
  const { of, resolve } = reading;
  return (
    resolve(words.join('_'), of) ?? ofPart(reading, words) ?? ofPerson(reading, words) ?? ofAncestor(reading, words)
  );
}

/** The kind itself, where each of its records may be below another one: `parentId`, `parentFolderId` of folders. */
function ofAncestor({ of, shapes }: RelationReader, [first = '', ...words]: readonly string[]): Resource | undefined {
  if (first !== 'parent' || of.id?.property === undefined) return undefined;
  const isOwn = words.length === 0 || clusterKey(words.join('_')) === clusterKey(of.singular);
  // The kind of the parent beside it says that it may be any thing.
  const [kind] = [...shapes.of(of.schema).spelled('parenttype')];
  return isOwn && kind === undefined ? of : undefined;
}

/** The users of an API, where a word says what one of them does: `authorId`, `assignee_ids`, `created_by_id`. */
function ofPerson({ of, resolve }: RelationReader, words: readonly string[]): Resource | undefined {
  if (!DOERS.has(words.join(' '))) return undefined;
  // The owner of a pet is a pet owner, if there are such.
  const target = resolve([of.singular, ...words].join('_'), of) ?? resolve('user', of);
  return target === of ? undefined : target;
}

/** Whether texts of a schema must be shorter than ids of a resource may be. */
function isShorter(shapes: Shapes, schema: Schema, target: Resource | undefined): boolean {
  const own = target?.id?.property && shapes.of(target.schema).properties.get(target.id.property);
  const [most, theirs] = [schema, own || true].map((each) => {
    const { root } = shapes.of(each);
    return typeof root === 'object' && typeof root.maxLength === 'number' ? root.maxLength : Number.POSITIVE_INFINITY;
  });
  return target !== undefined && Number(most) < SHORTEST_OF_IDS && Number(most) < Number(theirs);
}

/** Characters of the shortest ids that are usual for users whose ids are texts without a limit. */
const SHORTEST_OF_IDS = 16;

/** What users are called by what they do. */
const DOERS = new Set(
  'approver|assigned by|assigned to|assigned user|assignee|author|commenter|created by|created by user|creator|editor|follower|invited by|inviter|invitee|last edited by|last modified by|modified by|moderator|organizer|owner|owner user|poster|recipient|reporter|requester|requested by|reviewer|sender|submitted by|submitter|updated by|uploaded by|uploader|watcher'.split(
    '|',
  ),
);

/** The other resource that plays a part in an entity: accounts for `from_account`, addresses for `billing_address`. */
function ofPart({ of, resolve }: RelationReader, [part = '', ...words]: readonly string[]): Resource | undefined {
  const target = words.length > 0 && PARTS.has(part) ? resolve(words.join('_'), of) : undefined;
  return target === of ? undefined : target;
}

/** Words for the part that one of several things of a kind plays. */
const PARTS = new Set(
  'from to source target destination origin sender recipient receiver payer payee debit credit billing shipping delivery pickup return default primary secondary main home away assigned first second previous next old new'.split(
    ' ',
  ),
);

/**
 * Whether a property repeats the id of a resource: `warehouseCode` if warehouses have the id `code`. A name
 * is often a copy (`productName`).
 */
function isCalledAs({ id }: Resource, word: string): boolean {
  return id?.property !== undefined && plain(id.property) === word && !['name', 'title', 'label'].includes(word);
}

const ID_OF =
  /\b(?:id|identifier|uuid) of (?:the |an? |its |this )?(?:existing |parent |owning |other )?([a-z]+)\b(?! (?:in|at|from|on) (?:your|the|an?) )/i;

/** The resource whose id a string is by its description: `customer`, "ID of an existing customer". */
function describedBy(
  { shapes, of, resolve, sent }: RelationReader,
  name: string,
  schema: Schema,
): Resource | undefined {
  for (const { root } of [schema, ...sent.map(({ properties }) => properties.get(name) ?? true)].map(shapes.of)) {
    if (typeof root === 'boolean' || root.enum !== undefined || root.const !== undefined) continue;
    const { description = '' } = root;
    const isNamed = ID_OF.test(description);
    const match = isNamed ? ID_OF.exec(aboutItself(description, name, shapes.of(of.schema))) : null;
    const target = match === null ? undefined : meantBy(match, (word) => resolve(word, of));
    if (target !== undefined && target !== of && fits(shapes, target, schema)) return target;
  }
  return undefined;
}

/** What a text calls with the most words: "identifier of the server type" is not that of a server. */
function meantBy(match: RegExpExecArray, resolve: (word: string) => Resource | undefined): Resource | undefined {
  const [, first = ''] = match;
  const [, more = ''] = /^((?: [a-z]+){1,2})/i.exec(match.input.slice(match.index + match[0].length)) ?? [];
  const words = [first, ...more.trim().split(' ')].filter((word) => word !== '');
  const ends = words.map((_, at) =>
    words
      .slice(0, words.length - at)
      .join('_')
      .toLowerCase(),
  );
  return ends.map((word) => resolve(word)).find((found) => found !== undefined);
}

/** A description without the sentences about other properties: "the group_id field contains the ID of the group". */
function aboutItself(description: string, name: string, { properties }: Shape): string {
  const others = [...properties.keys()].filter((each) => each !== name && wordsOf(each).length > 1);
  const sentences = description.split(/(?<=\.)\s+/);
  return sentences.filter((sentence) => !others.some((other) => sentence.includes(other))).join(' ');
}

const ID_ENDINGS = new Set(['id', 'uuid', 'guid']);

function ofMany(reading: RelationReader, name: string, items: Schema): FoundRelation | undefined {
  const { shapes, of, resolve } = reading;
  const words = wordsOf(name);
  const item = shapes.of(items);
  if (item.kind === 'object') {
    const found =
      ofObject(reading, singular(name), item) ??
      ofNamed(reading, singular(name), items, true) ??
      ofLastWords(reading, singular(name), item);
    return found && { resource: found.resource, pointer: `/*${found.pointer.slice(child('', singular(name)).length)}` };
  }
  if (words.length < 2 || !ID_ENDINGS.has(singular(words.at(-1) ?? ''))) {
    const target = singular(name) === name ? undefined : resolve(name, of);
    return target && isKeyOf(shapes, target, { name, schema: items, of })
      ? { pointer: '/*', resource: target.name }
      : undefined;
  }
  const target = ofPlayer(reading, [...words.slice(0, -2), singular(words.at(-2) ?? '')]);
  return target && fits(shapes, target, items) ? { pointer: '/*', resource: target.name } : undefined;
}

function ofObject({ shapes, of, resolve }: RelationReader, name: string, shape: Shape): FoundRelation | undefined {
  const target = resolve(name, of);
  const property = target?.id?.property;
  if (target === undefined || property === undefined || property.startsWith('/')) return undefined;
  const id = shape.properties.get(property);
  if (id === undefined || !fits(shapes, target, id)) return undefined;
  return { pointer: child(child('', name), property), resource: target.name };
}

/** A record of the kind that the last words of a name mean, in the very schema of that kind: `training_files` beside a collection `files`. */
function ofLastWords(
  { shapes, of, resolve }: RelationReader,
  name: string,
  { root, properties }: Shape,
): FoundRelation | undefined {
  for (const [from, words] of wordsOf(name).map((_, at, all) => [at, all.slice(at)] as const)) {
    const target = from === 0 ? undefined : resolve(words.join('_'), of);
    const property = target?.id?.property;
    if (target === undefined || target === of || property === undefined || property.startsWith('/')) continue;
    if (shapes.of(target.schema).root === root && properties.has(property))
      return { pointer: child(child('', name), property), resource: target.name };
  }
  return undefined;
}

/** Words in names of schemas that say how much of a thing is shown: `UserCompact`, `simple-user`, `AccountRef`. */
const HOW_MUCH = new Set(
  'abbreviated base basic compact embedded lite min mini minimal nested nullable partial preview public ref reference short simple slim stub summary tiny'.split(
    ' ',
  ),
);

/**
 * A thing of another kind by the name of its schema: `assignee` of the schema `UserCompact`, beside a collection `users`. One of
 * the schema `User` itself is meant, too, unless it may be a part of this thing (`isPart`): clients send it, or there are many.
 */
function ofNamed(reading: RelationReader, name: string, schema: Schema, isPart: boolean): FoundRelation | undefined {
  const { shapes, of, resolve } = reading;
  const words = wordsOf(schemaName(schema) ?? '');
  const thing = words.filter((word) => !HOW_MUCH.has(word)).join('_');
  const isWhole = thing.split('_').length === words.length;
  const target = thing === '' || (isWhole && isPart) ? undefined : resolve(thing, of);
  const property = target?.id?.property;
  if (target === undefined || property === undefined || property.startsWith('/')) return undefined;
  if (target === of && isWhole) return undefined;
  const shape = shapes.of(schema);
  const id = shape.properties.get(property);
  const whole = shapes.of(target.schema).properties;
  const isLess = [...shape.properties.keys()].every((each) => whole.has(each));
  if (id === undefined || !isLess || !fits(shapes, target, id)) return undefined;
  return { pointer: child(child('', name), property), resource: target.name };
}

/** The name of the schema that a schema refers to, alone or beside what says nothing of its form. */
function schemaName(schema: Schema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const named = [schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) =>
    typeof each === 'object' && each.$ref !== undefined ? [each.$ref] : [],
  );
  const [only] = named;
  return named.length === 1 ? only?.split('/').at(-1) : undefined;
}

/** A property that may hold the id of another resource. `of` has the property. */
interface PossibleKey {
  readonly name: string;
  readonly schema: Schema;
  readonly of: Resource;
}

/**
 * Whether a property without an id in its name is a reference: `author: 7` if authors have an integer id,
 * as some frameworks write it. Guard: an integer or a UUID like the id itself, without bounds, and not
 * named like a count.
 */
function isKeyOf(shapes: Shapes, target: Resource, { name, schema, of }: PossibleKey): boolean {
  if (target === of || target.id === undefined || COUNTED.has(plain(singular(name)))) return false;
  const kind = keyKind(shapes, schema);
  return kind !== undefined && kind === keyKind(shapes, target.id.schema);
}

function keyKind(shapes: Shapes, schema: Schema): 'integer' | 'uuid' | undefined {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean' || root.enum !== undefined || root.const !== undefined) return undefined;
  const types = scalarTypesOf(shapes, schema).filter((type) => type !== 'null');
  if (types.length !== 1) return undefined;
  if (types[0] === 'string') return root.format === 'uuid' ? 'uuid' : undefined;
  const most = Number(root.maximum ?? root.exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return types[0] === 'integer' && most >= LARGEST_COUNT ? 'integer' : undefined;
}

const LARGEST_COUNT = 2 ** 31 - 1;

/** Words that are numbers, even if an API has resources with these names. */
const COUNTED = new Set(
  'amount balance build channel count credit day depth discount distance duration fee floor height hour index length level likes line minute month number order page percent phase point position price priority quantity rank rate rating revision round score seat second sequence size slot stage stat step stock total unit version view vote week weight width year'.split(
    ' ',
  ),
);

function fits(shapes: Shapes, target: Resource, schema: Schema): boolean {
  return target.id !== undefined && isScalar(shapes, schema) && compatible(shapes, target.id.schema, schema);
}

/** The singular of the last word of a resource's name. */
function calledBy(resource: Resource): string {
  return plain(singular(resource.name.split('.').at(-1) ?? ''));
}

/** A resource that a word may mean, with its path. */
export interface MeantResource {
  readonly resource: Resource;
  readonly there: readonly Segment[];
}

/** All resources that a word may mean. Every property of every entity is looked up. */
export function calledSo(resources: readonly Resource[], word: string): readonly MeantResource[] {
  const key = plain(singular(word));
  return resources
    .filter((resource) => resource.id !== undefined && resource.enumerable && calledBy(resource) === key)
    .map((resource) => ({ resource, there: segmentsOf(pathOf(resource)) }));
}

/**
 * Without the lists below the items of `from`, where others hold the same entities: the labels of an issue are labels of its repository, which
 * `/issues/{id}/labels` lists as well.
 */
export function withoutOwnLists(
  shapes: Shapes,
  meant: readonly MeantResource[],
  { itemPath }: Resource,
): readonly MeantResource[] {
  if (itemPath === undefined || meant.length < 2) return meant;
  const item = segmentsOf(itemPath);
  const others = meant.filter(({ there }) => there.length <= item.length || commonLength(there, item) < item.length);
  if (others.length === meant.length) return meant;
  const isAlike = ({ resource }: MeantResource): boolean =>
    others.some((other) => isSame(shapes.of(other.resource.schema), shapes.of(resource.schema)));
  return meant.filter((each) => others.includes(each) || !isAlike(each));
}

/** The resource with the path nearest to `from`; undefined if two are equally near. */
export function nearest(meant: readonly MeantResource[], from: Resource): Resource | undefined {
  if (meant.length < 2) return meant[0]?.resource;
  const here = segmentsOf(pathOf(from));
  const near = meant.map(({ there }) => commonLength(there, here) * 100 - parametersOf(there).length);
  const most = Math.max(...near);
  const at = near.indexOf(most);
  return at === near.lastIndexOf(most) ? meant[at]?.resource : undefined;
}

function pathOf(resource: Resource): string {
  return resource.collectionPath ?? resource.itemPath ?? '';
}

function commonLength(x: readonly Segment[], y: readonly Segment[]): number {
  const differs = x.findIndex((segment, i) => pathKey([segment]) !== pathKey(y.slice(i, i + 1)));
  return differs < 0 ? x.length : differs;
}
