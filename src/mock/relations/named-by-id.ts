import type { HttpRequest, Violation } from '../../core/index.ts';
import { isWriting, type Resource, type ResourceModel } from '../../resources/index.ts';
import { isJsonContent, type Operation } from '../../spec/index.ts';
import { valueAt } from '../../wire/index.ts';
import { type FieldsOf, schemaAt } from '../model/fields.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Places in the body where the id of a record may stand instead of the object that the document has: `workspace: "7"` for `workspace: { id, name }`.
 * Only if a client may not send the id in the object, because it is read-only: then the object cannot name a record. A record below an item of another kind has no name of its own. `*` is each item of a list.
 */
export function namedByIds(operation: Operation, model: ResourceModel, fieldsOf: FieldsOf): ReadonlySet<string> {
  const media = operation.body?.content.find(isJsonContent);
  if (media?.schema === undefined) return NONE;
  const { kind, resource, requestEntity } = model.roleOf(operation);
  const schema = requestEntity === undefined ? undefined : schemaAt(fieldsOf, media.schema, requestEntity);
  if (resource === undefined || schema === undefined || !isWriting(kind)) return NONE;
  const places = resource.relations.flatMap(({ pointer, resource: named }) => {
    if (!isWithin(model, resource, model.resource(named)?.parent?.resource)) return [];
    const [, name = '', each = '', id = ''] = /^\/([^/]+)(\/\*)?\/([^/]+)$/.exec(pointer) ?? [];
    const property = fieldsOf(schema).properties.get(name);
    const holder = property === undefined || each === '' ? property : fieldsOf(property).items;
    const isReadOnly = holder !== undefined && fieldsOf(holder).readOnly.has(id);
    return isReadOnly ? [`/body${requestEntity ?? ''}/${name}${each}`] : [];
  });
  return places.length === 0 ? NONE : new Set(places);
}

/** Whether a resource is below the parent of another one: its id alone names no record of another parent. */
function isWithin(model: ResourceModel, resource: Resource, parent: string | undefined): boolean {
  if (parent === undefined) return true;
  for (let above = resource.parent?.resource, depth = 0; above !== undefined && depth < DEEPEST; depth += 1) {
    if (above === parent) return true;
    above = model.resource(above)?.parent?.resource;
  }
  return false;
}

const DEEPEST = 8;

/** The violations that remain if ids may stand in those places. */
export function withoutIds(
  violations: readonly Violation[],
  places: ReadonlySet<string>,
  { body }: HttpRequest,
): readonly Violation[] {
  if (places.size === 0 || violations.length === 0 || body.kind !== 'parsed') return violations;
  return violations.filter(({ pointer }) => {
    if (!places.has(pointer) && !places.has(pointer.replace(/\/\d+$/, '/*'))) return true;
    const value = valueAt(body.value, pointer.slice('/body'.length));
    return !(typeof value === 'number' || (typeof value === 'string' && value !== ''));
  });
}
