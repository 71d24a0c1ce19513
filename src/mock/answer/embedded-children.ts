import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { valueAt } from '../../wire/index.ts';
import { withTotals } from '../entity/totals.ts';
import { shownOf } from '../facts/shown-children.ts';
import type { RequestContext, RoleCall } from '../model/context.ts';
import { asObject, mergeObjects } from '../model/object.ts';
import { keyOf } from '../model/place.ts';
import type { ShownIn } from '../model/shown-child.ts';
import { innermostParent } from '../seed/parents.ts';

const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'delete']);

/** The parent's list with the name and schema of the items that an operation writes, and its count. */
export function shownInOf(operation: Operation, model: ResourceModel, api: Api): ShownIn | undefined {
  const { kind, resource } = model.roleOf(operation);
  const parent = resource?.parent && WRITES.has(kind) ? model.resource(resource.parent.resource) : undefined;
  return resource === undefined || parent === undefined ? undefined : shownOf(api, resource, parent);
}

/** Updates a nested item in its parent's list; `undefined` removes it. */
export function showInParent({ mock, context, tx }: RoleCall, key: string, value: Json | undefined): void {
  const { shownIn } = context.plan;
  const found = shownIn === undefined ? undefined : innermostParent(mock, context);
  if (shownIn === undefined || found?.resource !== shownIn.parent || found.place.prefix === undefined) return;
  const collection = tx.collection(found.place.collection);
  const entity = collection.get(found.place.prefix + keyOf(found.id));
  if (entity === undefined) return;
  const before = asObject(entity.value);
  const { property, count } = shownIn;
  const list = property !== undefined && Object.hasOwn(before, property) ? before[property] : undefined;
  const changed = mergeObjects(before, {
    ...(property === undefined ? {} : { [property]: listWith(context, list, key, value) }),
    ...counted(context, before, count),
  });
  const after = property === undefined ? changed : withTotals(mock, shownIn.parent.schema, changed, () => false);
  if (mock.validator.accepts(shownIn.parent.schema, after, 'response')) collection.put(entity.key, after);
}

function counted({ role: { kind } }: RequestContext, parent: JsonObject, name: string | undefined): JsonObject {
  const step = kind === 'create' ? 1 : kind === 'delete' ? -1 : 0;
  const value = name !== undefined && Object.hasOwn(parent, name) ? parent[name] : undefined;
  return name === undefined || step === 0 || typeof value !== 'number' || value + step < 0
    ? {}
    : { [name]: value + step };
}

function listWith(
  { role }: RequestContext,
  list: Json | undefined,
  key: string,
  value: Json | undefined,
): readonly Json[] {
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
