import { type Api, moreTelling, type Schema, type SchemaObject } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import { plain } from '../model/words.ts';

/** The structure of a schema, with `$ref`, `allOf` and `null` alternatives resolved. */
export interface Shape {
  readonly kind: 'object' | 'array' | 'other';
  /** The schema behind its references: one place in the document is always the same object. */
  readonly root: Schema;
  /** The alternatives of a composed schema, including nested ones. */
  readonly alternatives: readonly Schema[];
  /** Properties of an object and of its alternatives. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** The properties with this name in the spelling of `plain`. */
  spelled(name: string): readonly ShapeProperty[];
  /** Of an array. */
  readonly items?: Schema;
}

export type ShapeProperty = readonly [name: string, schema: Schema];

/** Computes shapes, once for each schema. */
export interface Shapes {
  of(schema: Schema): Shape;
  maybe(schema: Schema | undefined): Shape | undefined;
  /**
   * Names, in the spelling of `plain`, of properties beside lists in this document. Computed on first use.
   */
  companions(): ReadonlySet<string>;
}

const LIMIT = 12;

export function createShapes(api: Pick<Api, 'deref'>, learn: (shapes: Shapes) => ReadonlySet<string>): Shapes {
  let companions: ReadonlySet<string> | undefined;
  const known = new WeakMap<object, Shape>();
  function of(schema: Schema): Shape {
    const root = unwrap(api, schema);
    if (typeof root === 'boolean') return { ...EMPTY, root };
    const before = known.get(root);
    if (before !== undefined) return before;
    const shape = readShape(api, root);
    known.set(root, shape);
    return shape;
  }
  const shapes: Shapes = {
    of,
    maybe: (schema) => (schema === undefined ? undefined : of(schema)),
    companions: () => {
      companions ??= learn(shapes);
      return companions;
    },
  };
  return shapes;
}

const EMPTY: Shape = {
  kind: 'other',
  root: true,
  alternatives: [],
  properties: new Map(),
  required: new Set(),
  spelled: () => [],
};

/**
 * Follows references, and the only real alternative of `anyOf: [X, null]` and `allOf: [X, {description}]`.
 */
function unwrap(api: Pick<Api, 'deref'>, schema: Schema): Schema {
  let at = api.deref(schema);
  for (let n = 0; n < LIMIT && typeof at === 'object'; n++) {
    const only = onlyBranch(api, at);
    if (only === undefined) return at;
    at = api.deref(only);
  }
  return at;
}

function onlyBranch(api: Pick<Api, 'deref'>, schema: SchemaObject): Schema | undefined {
  if (schema.properties !== undefined || schema.items !== undefined || schema.required !== undefined) return undefined;
  const branches = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  const telling = branches?.filter((branch) => !saysNothing(api.deref(branch)));
  if (telling === undefined || schema.allOf === undefined || telling.length < 2)
    return telling?.length === 1 ? telling[0] : undefined;
  // `allOf: [X, {type: object, description}]` is X.
  const more = telling.filter((branch) => !saysOnlyObject(api.deref(branch)));
  return more.length === 1 ? more[0] : undefined;
}

function saysOnlyObject(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const { type, ...rest } = schema;
  return [type ?? []].flat().every((each) => each === 'object' || each === 'null') && saysNothing(rest);
}

const ANNOTATIONS = new Set(['description', 'title', 'example', 'examples', 'default', 'deprecated', 'readOnly']);

function saysNothing(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  if (schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null))
    return true;
  return Object.keys(schema).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'));
}

function readShape(api: Pick<Api, 'deref'>, root: SchemaObject): Shape {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  const alternatives = new Set<Schema>();
  const seen = new Set<Schema>();
  const types = new Set<string>();
  let items: Schema | undefined;
  const walk = (at: Schema, depth: number, chosen: boolean): void => {
    const schema = api.deref(at);
    if (typeof schema === 'boolean' || seen.has(schema) || depth > LIMIT) return;
    seen.add(schema);
    for (const type of [schema.type ?? []].flat()) types.add(type);
    for (const [name, value] of Object.entries(schema.properties ?? {}))
      properties.set(name, moreTelling(api, properties.get(name), value));
    if (!chosen) for (const name of schema.required ?? []) required.add(name);
    if (schema.items !== undefined) items = moreTelling(api, items, schema.items);
    for (const part of schema.allOf ?? []) walk(part, depth + 1, chosen);
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      const branch = unwrap(api, part);
      if (!saysNothing(branch)) alternatives.add(branch);
      walk(part, depth + 1, true);
    }
  };
  walk(root, 0, false);
  // A choice of several lists is not one list.
  const lists = [...alternatives].filter((each) => typeof each === 'object' && each.items !== undefined).length;
  return {
    kind: lists > 1 ? 'other' : kindOf(types, properties.size > 0 || isOpen(root), items),
    root,
    alternatives: [...alternatives],
    properties,
    required,
    spelled: createSpelling(properties),
    ...(items === undefined ? {} : { items }),
  };
}

/** A large document has tens of thousands of names, each looked up often, so each is normalised once. */
export function createSpelling(properties: ReadonlyMap<string, Schema>): Shape['spelled'] {
  let known: Map<string, ShapeProperty[]> | undefined;
  return (name) => {
    known ??= groupBySpelling(properties);
    return known.get(name) ?? NONE;
  };
}

function groupBySpelling(properties: ReadonlyMap<string, Schema>): Map<string, ShapeProperty[]> {
  const groups = new Map<string, ShapeProperty[]>();
  for (const property of properties) {
    const name = plain(property[0]);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [property]);
    // A name with a sign in front of it says something about the object: `@id` is its address beside an `id`.
    else if (/^[@$]/.test(group[0]?.[0] ?? '')) group.unshift(property);
    else group.push(property);
  }
  return groups;
}

const NONE: readonly ShapeProperty[] = [];

function isOpen(schema: SchemaObject): boolean {
  return schema.additionalProperties !== undefined || schema.patternProperties !== undefined;
}

function kindOf(types: ReadonlySet<string>, hasProperties: boolean, items: Schema | undefined): Shape['kind'] {
  if (types.has('array') || (types.size === 0 && items !== undefined)) return types.has('object') ? 'other' : 'array';
  if (types.has('object') || (types.size === 0 && hasProperties)) return 'object';
  return 'other';
}

/**
 * Whether two shapes are the same schema, also beside a placeholder for deleted items (`customer |
 * deleted_customer`).
 */
export function isSame(a: Shape, b: Shape): boolean {
  if (a.root === b.root) return typeof a.root === 'object';
  if (isChoiceOf(a, b) || isChoiceOf(b, a)) return true;
  if (a.alternatives.length > 0 && sameSet(a.alternatives, b.alternatives)) return true;
  return a.properties.size > 2 && sameSet([...a.properties.keys()], [...b.properties.keys()]);
}

/** Whether a choice is one schema beside placeholders, which add few properties of their own. */
export function isChoiceOf(choice: Shape, one: Shape): boolean {
  return choice.alternatives.includes(one.root) && choice.properties.size - one.properties.size <= 2;
}

function sameSet<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** A shape and its alternatives: `anyOf` and `oneOf`. */
export const withAlternatives = (shapes: Shapes, shape: Shape): readonly Shape[] => [
  shape,
  ...shape.alternatives.map((each) => shapes.of(each)),
];

/** The share of `part`'s properties that `whole` has, from 0 to 1. */
export function share(part: Shape, whole: Shape): number {
  if (part.properties.size === 0) return 0;
  const shared = [...part.properties.keys()].filter((name) => whole.spelled(plain(name)).length > 0);
  return shared.length / part.properties.size;
}

/**
 * Whether two shapes are the same entity in more or less detail: the same schema, or most properties of the
 * smaller one are in the larger.
 */
export function isClose(a: Shape, b: Shape): boolean {
  if (isSame(a, b) || a.alternatives.includes(b.root) || b.alternatives.includes(a.root)) return true;
  if (a.kind !== 'object' || b.kind !== 'object') return false;
  const [small, large] = a.properties.size <= b.properties.size ? [a, b] : [b, a];
  return small.properties.size > 1 && share(small, large) >= 0.6;
}

/** Whether any object fits a shape: records whose properties the client chooses. */
export function isAnyObject({ kind, properties, alternatives }: Shape): boolean {
  return kind === 'object' && properties.size === 0 && alternatives.length === 0;
}

/**
 * The pointer of the only part of the entity that shows what is sent, where the entity itself hardly does:
 * `/attributes` of `{ id, type, attributes: { name, … } }` for a body `{ name }`.
 */
export function holderOf(shapes: Shapes, sent: Shape, entity: Shape): string | undefined {
  if (sent.kind !== 'object' || share(sent, entity) > MOST_BESIDE_PART) return undefined;
  const holders = [...entity.properties].filter(([, schema]) => {
    const part = shapes.of(schema);
    return part.kind === 'object' && share(sent, part) > 0.5;
  });
  const [name] = holders[0] ?? [];
  return name === undefined || holders.length > 1 ? undefined : child('', name);
}

/** The share of what is sent that the entity may show beside such a part (`type`). */
const MOST_BESIDE_PART = 0.25;

/** The schema of a property at a pointer inside an object; `undefined` at its root, and where there is none. */
export function propertySchemaAt(shapes: Shapes, shape: Shape, pointer: string): Schema | undefined {
  let at: Shape | undefined = shape;
  let schema: Schema | undefined;
  for (const token of pointer.split('/').slice(1)) {
    schema = at?.properties.get(token.replaceAll('~1', '/').replaceAll('~0', '~'));
    at = schema === undefined ? undefined : shapes.of(schema);
  }
  return schema;
}
