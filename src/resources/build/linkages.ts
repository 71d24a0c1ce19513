import type { Schema } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/** A place of an object that identifies a record by its kind and id. */
export interface Linkage {
  /** The place of the id, such as `/relationships/course/data/id`. A segment `*` stands for each item of a list. */
  readonly pointer: string;
  readonly schema: Schema;
  /** What the record is called: the only value of `type`, else the name of the relationship. */
  readonly word: string;
  readonly required: boolean;
}

/**
 * The places that identify records as JSON:API does, by an object of `type` and `id`. Guard: the schema allows one
 * `type` only, or the object is the `data` of a relationship.
 */
export function linkagesIn(shapes: Shapes, shape: Shape): readonly Linkage[] {
  return linkagesBelow({ shapes, left: MOST }, shape, { pointer: '', names: [], required: true, around: [] });
}

/** How many places of an entity are looked at. */
const MOST = 2_000;

interface Search {
  readonly shapes: Shapes;
  /** How many places may still be looked at. */
  left: number;
}

/** A place inside an object, with the names on the way to it. */
interface Place {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly required: boolean;
  /** The schemas of the objects around it: an object inside itself shows nothing new. */
  readonly around: readonly Schema[];
}

const DEEPEST = 4;

function linkagesAt(search: Search, schema: Schema, place: Place): readonly Linkage[] {
  const { shapes } = search;
  search.left -= 1;
  if (search.left < 0 || place.names.length > DEEPEST) return [];
  const shape = shapes.of(schema);
  if (place.around.includes(shape.root)) return [];
  if (shape.kind === 'array' && shape.items !== undefined)
    return linkagesAt(search, shape.items, { ...place, pointer: `${place.pointer}/*` });
  const { type, id } = Object.fromEntries(shape.properties);
  if (type !== undefined && id !== undefined && [...shape.properties.keys()].every((name) => OF_IDENTIFIER.has(name))) {
    const word = onlyValue(shapes, type) ?? relationshipName(place.names);
    const required = place.required && shape.required.has('id') && !isNullable(schema, shape);
    return word === undefined ? [] : [{ pointer: child(place.pointer, 'id'), schema: id, word, required }];
  }
  return linkagesBelow(search, shape, place);
}

function linkagesBelow(search: Search, shape: Shape, place: Place): readonly Linkage[] {
  return [...shape.properties].flatMap(([name, inner]) =>
    linkagesAt(search, inner, {
      pointer: child(place.pointer, name),
      names: [...place.names, name],
      required: place.required && shape.required.has(name),
      around: [...place.around, shape.root],
    }),
  );
}

const OF_IDENTIFIER = new Set(['type', 'id', 'meta', 'links']);

/** The only string that a schema allows. */
function onlyValue(shapes: Shapes, schema: Schema): string | undefined {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean') return undefined;
  const values = root.const === undefined ? (root.enum ?? []) : [root.const];
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : undefined;
}

/** `teacher` of `relationships`, `teacher`, `data`. */
function relationshipName(names: readonly string[]): string | undefined {
  return names.at(-3) === 'relationships' && names.at(-1) === 'data' ? names.at(-2) : undefined;
}

function isNullable(schema: Schema, { root }: Shape): boolean {
  return [schema, root].some((each) => typeof each === 'object' && [each.type ?? []].flat().includes('null'));
}
