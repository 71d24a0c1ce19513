import { pointerTo, type Resource, type ResourceModel } from '../../resources/index.ts';
import {
  type Api,
  lastLiteral,
  type Operation,
  once,
  onceForEach,
  propertiesOf,
  type Schema,
  unnamedTemplate,
} from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';

/**
 * The integer schema that ids must also fit, if one path to a resource has string ids, and another path or an item
 * below has numbers.
 */
export type CountedIdOf = (resource: Resource) => Schema | undefined;

/**
 * `/dashboards/{id}` accepts any string, and `/dashboards/{dashboardId}/gadgets` only a number: an id for
 * both is a number. The same holds if an item shows its id as a string and its own path accepts a number, or the
 * items below it do: `resourceId` of `/resources/{id}/blocks`, or if the answer to its create shows a number. Computed once for each resource from its own paths, those directly below and those of its name, because a large document has
 * hundreds below one item.
 */
export function createCountedIds(api: Api, model: ResourceModel): CountedIdOf {
  const paths = once(() => api.operations.map((operation) => ({ operation, shape: unnamedTemplate(operation.path) })));
  return onceForEach((resource) => countedSchema({ api, model }, resource, paths));
}

interface Document {
  readonly api: Api;
  readonly model: ResourceModel;
}

function countedSchema(
  document: Document,
  resource: Resource,
  paths: () => readonly UnnamedPath[],
): Schema | undefined {
  const { api } = document;
  const { itemPath, id } = resource;
  if (itemPath === undefined || id === undefined || !isOf(api, id.schema, 'string')) return undefined;
  const start = unnamedTemplate(itemPath);
  for (const { operation, shape } of paths()) {
    const { path } = operation;
    if (shape !== start && !isRightBelow(shape, start)) continue;
    const name = path.match(/\{[^{}]*\}/g)?.[start.split('{}').length - 2]?.slice(1, -1);
    const schema = operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
    if (schema !== undefined && isOf(api, schema, 'integer')) return schema;
    // Ids have no fractions.
    if (schema !== undefined && isOf(api, schema, 'number'))
      return { allOf: [schema, { type: 'integer', minimum: 1 }] };
    const reference = shape === start ? undefined : referenceTo(document, resource, operation);
    if (reference !== undefined && isOf(api, reference, 'integer')) return reference;
  }
  const shown = paths()
    .filter(({ operation }) => operation.method === 'POST' && isCalledAs(resource, operation.path))
    .flatMap(({ operation }) => shownByCreate(document, resource, operation) ?? [])
    .find((schema) => isOf(api, schema, 'integer'));
  return shown && { allOf: [shown, { minimum: 1, maximum: LARGEST_SHOWN }] };
}

/** A number of more digits may be shown as another one. */
const LARGEST_SHOWN = 999_999_999;

/** Whether the last word of a path has the name of a resource, so that only such operations are looked at. */
function isCalledAs({ singular }: Resource, path: string): boolean {
  return withoutSeparators(lastLiteral(path)).startsWith(withoutSeparators(singular));
}

/** The id in the answer of a create. */
function shownByCreate({ api, model }: Document, resource: Resource, operation: Operation): Schema | undefined {
  const { kind, resource: made, responseEntity } = model.roleOf(operation);
  const { property } = resource.id ?? {};
  if (kind !== 'create' || made?.name !== resource.name || responseEntity === undefined || property === undefined)
    return undefined;
  const schema = operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.flatMap((media) => media.schema ?? []))[0];
  const steps = [...responseEntity.split('/').slice(1), ...pointerTo(property).split('/').slice(1)];
  return steps.reduce<Schema | undefined>(
    (at, name) => (at === undefined ? undefined : propertiesOf(api, at)[name]?.schema),
    schema,
  );
}

/** The property of an item below that repeats the id of the item above. */
function referenceTo({ api, model }: Document, above: Resource, operation: Operation): Schema | undefined {
  const { resource } = model.roleOf(operation);
  if (resource === undefined || resource === above) return undefined;
  const wanted = withoutSeparators(`${above.singular}id`);
  const found = Object.entries(propertiesOf(api, resource.schema)).find(([name]) => withoutSeparators(name) === wanted);
  return found?.[1].schema;
}

const isRightBelow = (shape: string, start: string): boolean =>
  shape.startsWith(`${start}/`) && !shape.slice(start.length + 1).includes('/');

/** The path of an operation without the names of its parameters. */
interface UnnamedPath {
  readonly operation: Operation;
  readonly shape: string;
}

function isOf(api: Api, schema: Schema, type: string): boolean {
  const target = api.deref(schema);
  const types = typeof target === 'object' ? [target.type].flat().filter((each) => each !== 'null') : [];
  return types.length === 1 && types[0] === type;
}
