import type { Resource } from '../../resources/index.ts';
import { type Api, type Operation, type Schema, unnamedTemplate } from '../../spec/index.ts';

/** The schema of whole numbers that the ids of a resource keep to as well, where one path calls them text and another one does not. */
export type CountedIdOf = (resource: Resource) => Schema | undefined;

/**
 * `/dashboards/{id}` takes any text, and `/dashboards/{dashboardId}/gadgets` only a number: an id that fits both is a number. So it is where an item shows its
 * id as text, and its own path takes a number. Each resource is looked at once: at its own paths and those right below, since a large document has
 * hundreds below one item.
 */
export function createCountedIds(api: Api): CountedIdOf {
  const known = new WeakMap<Resource, { readonly schema: Schema | undefined }>();
  let paths: readonly Unnamed[] | undefined;
  return (resource) => {
    const found = known.get(resource) ?? {
      schema: counted(
        api,
        resource,
        () => (paths ??= api.operations.map((operation) => ({ operation, shape: unnamedTemplate(operation.path) }))),
      ),
    };
    known.set(resource, found);
    return found.schema;
  };
}

function counted(api: Api, { itemPath, id }: Resource, paths: () => readonly Unnamed[]): Schema | undefined {
  if (itemPath === undefined || id === undefined || !isOf(api, id.schema, 'string')) return undefined;
  const start = unnamedTemplate(itemPath);
  for (const { operation, shape } of paths()) {
    const { path } = operation;
    if (shape !== start && !isRightBelow(shape, start)) continue;
    const name = path.match(/\{[^{}]*\}/g)?.[start.split('{}').length - 2]?.slice(1, -1);
    const schema = operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
    if (schema !== undefined && isOf(api, schema, 'integer')) return schema;
  }
  return undefined;
}

const isRightBelow = (shape: string, start: string): boolean =>
  shape.startsWith(`${start}/`) && !shape.slice(start.length + 1).includes('/');

/** How the path of an operation looks, whatever its parameters are called. */
interface Unnamed {
  readonly operation: Operation;
  readonly shape: string;
}

function isOf(api: Api, schema: Schema, type: string): boolean {
  const target = api.deref(schema);
  return typeof target === 'object' && target.type === type;
}
