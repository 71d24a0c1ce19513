import { wordsOf } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import { isStateName } from '../model/state-words.ts';
import { plain } from '../model/words.ts';
import { createSpelling, type Shape, type Shapes } from './shape.ts';

/**
 * The object of an item that holds its properties: `attributes` of `{ type, id, attributes: { name, … }, links }`, `fields`
 * of `{ id, fields }`, `spec` of `{ kind, metadata, spec, status }`. Guard: everything beside it identifies the item,
 * links to others or describes it, and no other object could hold them. Undefined where the item has its properties itself.
 */
export function holderIn(shapes: Shapes, shape: Shape): string | undefined {
  if (shape.kind !== 'object' || shape.properties.size < 2) return undefined;
  const holders: string[] = [];
  for (const [name, schema] of shape.properties) {
    if (isBeside(name)) continue;
    const inner = shapes.of(schema);
    if (isKind(inner)) continue;
    if (inner.kind !== 'object' || inner.properties.size === 0 || inner === shape) return undefined;
    holders.push(name);
  }
  const those = holders.length > 1 ? holders.filter((name) => !isStateName(name)) : holders;
  const [only] = those;
  if (only === undefined || those.length > 1 || holders.length === shape.properties.size) return undefined;
  const values = [...shapes.of(shape.properties.get(only) ?? true).properties.values()];
  return values.some((each) => shapes.of(each).kind === 'other') ? only : undefined;
}

/** The shape of an item with the properties of its holder among its own. Of two with one name, the outer one stays. */
export function itemShape(shapes: Shapes, shape: Shape): Shape {
  const holder = holderIn(shapes, shape);
  const inner = holder === undefined ? undefined : shapes.of(shape.properties.get(holder) ?? true);
  if (holder === undefined || inner === undefined) return shape;
  const outer = [...shape.properties].filter(([name]) => name !== holder);
  const properties = new Map([...inner.properties, ...outer]);
  const required = new Set([...shape.required, ...(shape.required.has(holder) ? inner.required : [])]);
  return { ...shape, properties, required, spelled: createSpelling(properties) };
}

/** The pointer of a property in an item or in its holder. */
export function pointerInItem(shapes: Shapes, shape: Shape, name: string): string {
  const holder = shape.properties.has(name) ? undefined : holderIn(shapes, shape);
  return holder === undefined ? child('', name) : child(child('', holder), name);
}

/** Names of what stands beside the properties of an item. */
const BESIDE =
  /^_?(?:id|lid|uid|uuid|guid|key|type|kind|object|apiversion|schema|links?|self|href|url|uri|meta|metadata|relationships|relations|etag|version|revision|rev|resourceversion)$/;

function isBeside(name: string): boolean {
  const words = wordsOf(name);
  const isTime = /^(?:created|updated|modified|changed|deleted)$/.test(words[0] ?? '') && words.length < 3;
  return BESIDE.test(plain(name)) || isTime;
}

/** Whether a schema allows one value only, which says what kind of item it is. */
function isKind({ root }: Shape): boolean {
  return typeof root === 'object' && (root.const !== undefined || root.enum?.length === 1);
}
