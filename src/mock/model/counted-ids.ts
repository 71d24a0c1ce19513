import type { Resource } from '../../resources/index.ts';
import { type Api, type Operation, type Schema, unnamedTemplate } from '../../spec/index.ts';

/**
 * The integer schema that ids must also fit, if one path to a resource has string ids and another one has
 * numbers.
 */
export type CountedIdOf = (resource: Resource) => Schema | undefined;

/**
 * `/dashboards/{id}` accepts any string, and `/dashboards/{dashboardId}/gadgets` only a number: an id for
 * both is a number. The same holds if an item shows its id as a string and its own path accepts a number.
 * Computed once for each resource from its own paths and those directly below, because a large document has
 * hundreds below one item.
 */
export function createCountedIds(api: Api): CountedIdOf {
  const known = new WeakMap<Resource, { readonly schema: Schema | undefined }>();
  let paths: readonly UnnamedPath[] | undefined;
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

function counted(api: Api, { itemPath, id }: Resource, paths: () => readonly UnnamedPath[]): Schema | undefined {
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
  }
  return undefined;
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
  return typeof target === 'object' && target.type === type;
}
