import type { Json } from '../../core/index.ts';
import { jsonEquals } from '../../wire/index.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, type Raw } from '../model/raw.ts';
import type { Resolver } from './resolve.ts';

/** An alternative of a `oneOf` that can never be the only one: every value that fits it also fits another. */
export interface TakenIn {
  readonly special: number;
  readonly general: number;
}

/**
 * Alternatives of a `oneOf` that another one contains, such as forms that differ only in optional
 * properties: no client sends the properties of one form with other types to mean the other form.
 */
export function takenIn(resolver: Resolver, oneOf: NodeLocation): readonly TakenIn[] {
  const forms = childrenOf(oneOf).map(([, place]) => soleTarget(resolver, place));
  if (forms.length > MOST_FORMS) return [];
  return forms.flatMap((one, special) => {
    const general = forms.findIndex((other, index) => index !== special && takesIn(resolver, other, one, 0));
    return general < 0 ? [] : [{ special, general }];
  });
}

const MOST_FORMS = 30;
const DEEPEST = 4;

/** A schema behind its references, if it is an object and no reference has relevant siblings. */
export function soleTarget(resolver: Resolver, place: NodeLocation): NodeLocation | undefined {
  const { node } = place;
  if (!isRaw(node)) return undefined;
  if (!Object.hasOwn(node, '$ref')) return place;
  if (Object.keys(node).some((key) => key !== '$ref' && isRule(key))) return undefined;
  const followed = resolver.follow(place);
  return followed.kind === 'found' && isRaw(followed.place.node) ? followed.place : undefined;
}

/** Whether every value of the special form fits the general one. False if uncertain. */
function takesIn(
  resolver: Resolver,
  general: NodeLocation | undefined,
  special: NodeLocation | undefined,
  depth: number,
): boolean {
  if (general === undefined || special === undefined || depth > DEEPEST) return false;
  const [wide, narrow] = [general.node, special.node];
  if (!isRaw(wide) || !isRaw(narrow)) return false;
  if (wide === narrow || isExtended(resolver, general, special, depth)) return true;
  // A form without a type and without properties is meant to allow everything.
  if (depth === 0 && wide['type'] === undefined && wide['properties'] === undefined) return false;
  return Object.keys(wide).every((key) => {
    if (!isRule(key)) return true;
    if (key === 'type' || key === 'nullable' || key === 'x-nullable') return typesIn(wide, narrow);
    if (key === 'required') return namesOf(wide).every((name) => namesOf(narrow).includes(name));
    if (key === 'enum') return includesAll(wide['enum'], narrow['enum']);
    if (key === 'properties') return propertiesIn(resolver, general, special, depth);
    if (key === 'items') return isWithin(resolver, childOf(general, key), childOf(special, key), depth);
    if (
      key === 'additionalProperties' &&
      (wide[key] === true || (isRaw(wide[key]) && Object.keys(wide[key]).length === 0))
    )
      return true;
    return jsonEquals((wide[key] ?? null) as Json, (narrow[key] ?? null) as Json);
  });
}

function isWithin(resolver: Resolver, general: NodeLocation, special: NodeLocation, depth: number): boolean {
  const [wide, narrow] = [soleTarget(resolver, general), soleTarget(resolver, special)];
  return takesIn(resolver, wide, narrow, depth + 1);
}

function propertiesIn(resolver: Resolver, general: NodeLocation, special: NodeLocation, depth: number): boolean {
  const there = new Map(childrenOf(childOf(special, 'properties')));
  return childrenOf(childOf(general, 'properties')).every(([name, wide]) => {
    const narrow = there.get(name);
    // A form rarely means properties that it does not name.
    return narrow === undefined || isWithin(resolver, wide, narrow, depth);
  });
}

/** Whether the special form is the general one and more: `allOf` holds a reference to it. */
function isExtended(resolver: Resolver, general: NodeLocation, special: NodeLocation, depth: number): boolean {
  return childrenOf(childOf(special, 'allOf')).some(([, part]) => {
    const form = soleTarget(resolver, part);
    if (form === undefined) return false;
    return form.node === general.node || (depth < DEEPEST && isExtended(resolver, general, form, depth + 1));
  });
}

/** Annotations. */
const REMARKS = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'xml',
  '$comment',
  '$id',
  '$anchor',
]);

const isRule = (key: string): boolean => !REMARKS.has(key) && !(key.startsWith('x-') && key !== 'x-nullable');

function typesIn(wide: Raw, narrow: Raw): boolean {
  const [all, some] = [typesOf(wide), typesOf(narrow)];
  if (all.length === 0) return true;
  return some.length > 0 && some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')));
}

function typesOf(schema: Raw): readonly unknown[] {
  const types = [schema['type'] ?? []].flat();
  const isNullable = schema['nullable'] === true || schema['x-nullable'] === true;
  return types.length > 0 && isNullable ? [...types, 'null'] : types;
}

function namesOf(schema: Raw): readonly unknown[] {
  return Array.isArray(schema['required']) ? schema['required'] : [];
}

function includesAll(all: unknown, some: unknown): boolean {
  if (!Array.isArray(all) || !Array.isArray(some)) return false;
  return some.every((value: Json) => all.some((other: Json) => jsonEquals(value, other)));
}
