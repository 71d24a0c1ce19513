import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, listOf, member } from '../model/raw.ts';
import { soleTarget } from './overlap.ts';
import type { Resolver } from './resolve.ts';

/** A property that one part of a schema excludes although it stands beside it. */
export interface ExcludedProperty {
  readonly name: string;
  /** `closed`: by `additionalProperties: false`. `type`: by the type of all other properties. */
  readonly by: 'closed' | 'type';
}

/**
 * The first property that the parts of a schema exclude from each other. `additionalProperties` applies only to its own
 * `properties` (JSON Schema 2020-12 Core §10.3.2.3), although authors often mean all parts.
 */
export function excludedProperty(resolver: Resolver, place: NodeLocation): ExcludedProperty | undefined {
  if (member(place.node, 'allOf') === undefined && !isClosed(place)) return undefined;
  const parts = partsOf(resolver, place);
  if (parts === undefined) return undefined;
  const [closed] = excludedByClosedParts(resolver, parts);
  if (closed !== undefined) return { name: closed, by: 'closed' };
  const [typed] = excludedByType(resolver, parts);
  return typed === undefined ? undefined : { name: typed, by: 'type' };
}

/**
 * Names that a closed part (`additionalProperties: false`) excludes although another part requires them, or, if it
 * allows no name at all, documents them.
 */
function excludedByClosedParts(resolver: Resolver, parts: readonly NodeLocation[]): readonly string[] {
  const closed = parts.filter(isClosed);
  if (closed.length === 0) return [];
  const isAllowed = (name: string): boolean => closed.every((part) => Object.hasOwn(propertiesOf(part), name));
  const named = new Set(parts.flatMap((part) => Object.keys(propertiesOf(part))));
  const required = new Set(parts.flatMap((part) => listOf(member(part.node, 'required'))));
  const excluded = [
    ...[...required].filter((name) => typeof name === 'string').filter((name) => !isAllowed(name)),
    ...parts.flatMap((part) => ['oneOf', 'anyOf'].flatMap((key) => ofChoice(resolver, childOf(part, key), isAllowed))),
  ];
  return excluded.length > 0 || [...named].some(isAllowed) ? excluded : [...named];
}

/**
 * Names that `additionalProperties: {type: …}` of one part excludes by their type, although another part documents
 * them. Generators write `{type: object}` there for any value.
 */
function excludedByType(resolver: Resolver, parts: readonly NodeLocation[]): readonly string[] {
  return parts.flatMap((part) => {
    const type = othersType(part);
    if (type === undefined) return [];
    const named = parts.flatMap((each) => childrenOf(childOf(each, 'properties')));
    const others = named.filter(([name]) => !Object.hasOwn(propertiesOf(part), name));
    return others.filter(([, schema]) => isOfOtherType(resolver, schema, type)).map(([name]) => name);
  });
}

/** The type of all properties that a part does not name. */
function othersType({ node }: NodeLocation): string | undefined {
  const others = member(node, 'additionalProperties');
  const type = isRaw(others) ? member(others, 'type') : undefined;
  return typeof type === 'string' && member(node, 'patternProperties') === undefined ? type : undefined;
}

function isOfOtherType(resolver: Resolver, place: NodeLocation, type: string): boolean {
  const own = member(soleTarget(resolver, place)?.node, 'type');
  return typeof own === 'string' && own !== type && !(own === 'integer' && type === 'number');
}

/** If every alternative requires an excluded name, those of the first one. */
function ofChoice(resolver: Resolver, choice: NodeLocation, isAllowed: (name: string) => boolean): readonly string[] {
  const excluded = childrenOf(choice).map(([, form]) =>
    (partsOf(resolver, form) ?? [])
      .flatMap((part) => listOf(member(part.node, 'required')))
      .find((name) => typeof name === 'string' && !isAllowed(name)),
  );
  const [first] = excluded;
  return typeof first === 'string' && !excluded.includes(undefined) ? [first] : [];
}

/** A part that excludes properties, or contains one that may. */
export function closedPart(resolver: Resolver, place: NodeLocation): NodeLocation | undefined {
  const part = soleTarget(resolver, place);
  const isPlain = part !== undefined && isRaw(part.node) && member(part.node, '$id') === undefined;
  return isPlain && partsOf(resolver, part)?.some((each) => isClosed(each) || othersType(each) !== undefined) === true
    ? part
    : undefined;
}

const DEEPEST = 8;

/** The schema and all that apply together with it; `undefined` if that cannot be decided. */
function partsOf(resolver: Resolver, place: NodeLocation, depth = 0): readonly NodeLocation[] | undefined {
  const part = soleTarget(resolver, place);
  if (part === undefined) return depth === 0 ? partsBesideReference(resolver, place) : undefined;
  if (depth > DEEPEST) return undefined;
  const below = childrenOf(childOf(part, 'allOf')).map(([, each]) => partsOf(resolver, each, depth + 1));
  return below.every((each) => each !== undefined) ? [part, ...below.flat()] : undefined;
}

/** A schema with rules beside its reference, and what the reference leads to. Both apply since JSON Schema 2019-09. */
function partsBesideReference(resolver: Resolver, place: NodeLocation): readonly NodeLocation[] | undefined {
  const followed = resolver.follow(place);
  const beyond = followed.kind === 'found' ? partsOf(resolver, followed.place, 1) : undefined;
  return beyond === undefined ? undefined : [place, ...beyond];
}

function isClosed({ node }: NodeLocation): boolean {
  return member(node, 'additionalProperties') === false && member(node, 'patternProperties') === undefined;
}

function propertiesOf({ node }: NodeLocation): object {
  const properties = member(node, 'properties');
  return isRaw(properties) ? properties : {};
}
