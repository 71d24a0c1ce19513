import type { Json, JsonObject } from '../core/index.ts';
import { pointerTo, type Resource, type ResourceModel } from '../resources/index.ts';
import { type Api, type Operation, propertiesOf, typesOf, wordsOf } from '../spec/index.ts';
import type { Transaction } from '../state/index.ts';
import { valueAt } from '../wire/index.ts';
import { asObject, merged } from './object.ts';
import { innermostParent } from './parents.ts';
import type { Asked, Parts } from './parts.ts';
import { keyOf } from './place.ts';
import { type Steps, wait } from './steps.ts';

/** Where an item shows what is nested in it: `items` of a cart that has `/carts/{cartId}/items`, or how many there are (`itemCount`). */
export interface ShownIn {
  readonly parent: Resource;
  readonly property?: string;
  readonly count?: string;
}

const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'delete']);

/** The list of the parent's own that has the name and the schema of what an operation writes, and the count of it. */
export function shownInOf(operation: Operation, model: ResourceModel, api: Api): ShownIn | undefined {
  const { kind, resource } = model.roleOf(operation);
  if (resource?.parent === undefined || resource.id?.property === undefined || !WRITES.has(kind)) return undefined;
  const parent = model.resource(resource.parent.resource);
  if (parent === undefined || parent.singleton) return undefined;
  const own = spelt(resource.name.split('.').at(-1) ?? '');
  const property = listOf(api, resource, parent, own);
  const counts = [`${spelt(resource.singular)}count`, `${own}count`, `numberof${own}`, `num${own}`];
  const count = Object.keys(propertiesOf(api, parent.schema)).find((name) => counts.includes(spelt(name)));
  if (property === undefined && count === undefined) return undefined;
  return { parent, ...(property === undefined ? {} : { property }), ...(count === undefined ? {} : { count }) };
}

function listOf(api: Api, resource: Resource, parent: Resource, own: string): string | undefined {
  for (const [property, { schema }] of Object.entries(propertiesOf(api, parent.schema))) {
    const list = api.deref(schema);
    if (spelt(property) !== own || typeof list === 'boolean' || list.items === undefined) continue;
    if (typesOf(api, schema).includes('array') && api.deref(list.items) === api.deref(resource.schema)) return property;
  }
  return undefined;
}

/** The ids of those nested in an entity that it lists itself. */
export function idsListed(api: Api, resource: Resource, parent: Resource, value: Json): readonly Json[] {
  const property = listOf(api, resource, parent, spelt(resource.name.split('.').at(-1) ?? ''));
  const list = property === undefined ? undefined : asObject(value)[property];
  const pointer = pointerTo(resource.id?.property ?? 'id');
  return Array.isArray(list) ? list.flatMap((each: Json) => valueAt(each, pointer) ?? []) : [];
}

const spelt = (name: string): string => wordsOf(name).join('');

/** Shows in the parent what has become of something nested in it; `undefined`: it is gone. */
export function* showInParent(
  parts: Parts,
  asked: Asked,
  key: string,
  value: Json | undefined,
  tx: Transaction,
): Steps<void> {
  const { shownIn } = asked.plan;
  const found = shownIn === undefined ? undefined : innermostParent(parts, asked);
  if (shownIn === undefined || found?.resource !== shownIn.parent || found.place.prefix === undefined) return;
  const collection = tx.collection(found.place.collection);
  const entity = yield* wait(collection.get(found.place.prefix + keyOf(found.id)));
  if (entity === undefined) return;
  const before = asObject(entity.value);
  const { property, count } = shownIn;
  const after = merged(before, {
    ...(property === undefined ? {} : { [property]: listWith(asked, before, property, key, value) }),
    ...counted(asked, before, count),
  });
  if (parts.validator.accepts(shownIn.parent.schema, after, 'response')) yield* wait(collection.put(entity.key, after));
}

function counted({ role: { kind } }: Asked, parent: JsonObject, name: string | undefined): JsonObject {
  const step = kind === 'create' ? 1 : kind === 'delete' ? -1 : 0;
  const value = name !== undefined && Object.hasOwn(parent, name) ? parent[name] : undefined;
  return name === undefined || step === 0 || typeof value !== 'number' || value + step < 0
    ? {}
    : { [name]: value + step };
}

function listWith(
  { role }: Asked,
  parent: JsonObject,
  property: string,
  key: string,
  value: Json | undefined,
): readonly Json[] {
  const list = Object.hasOwn(parent, property) ? parent[property] : undefined;
  const shown = Array.isArray(list) ? (list as readonly Json[]) : [];
  const pointer = pointerTo(role.resource?.id?.property ?? 'id');
  const idOf = (each: Json): string => {
    const id = valueAt(each, pointer);
    return id === undefined || id === null || typeof id === 'object' ? '' : keyOf(id);
  };
  const id = value === undefined ? key : idOf(value);
  const isShown = shown.some((each) => idOf(each) === id);
  if (value === undefined) return shown.filter((each) => idOf(each) !== id);
  return isShown ? shown.map((each) => (idOf(each) === id ? value : each)) : [...shown, value];
}
