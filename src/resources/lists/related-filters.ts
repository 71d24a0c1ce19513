import type { Filter, ListDetails, Resource } from '../model/model.ts';
import { pointerTo } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { compatible } from '../schema/identity.ts';
import type { Shapes } from '../schema/shape.ts';
import type { ParameterDescription } from './filters.ts';

/**
 * Filters that name another record by its id: `?project=7` for items with `projects: [{ id, name }]`, if projects are a collection.
 * A description that speaks of a name wins.
 */
export function withRelatedFilters(
  shapes: Shapes,
  details: ListDetails,
  parameters: readonly ParameterDescription[],
  resource: Resource,
): ListDetails {
  const { schema } = resource;
  const lists = [...shapes.of(schema).properties].filter(([, held]) => {
    const { items } = shapes.of(held);
    return items !== undefined && shapes.of(items).kind === 'object';
  });
  const paged = Object.values(details.page);
  const asking = parameters.filter(
    ({ in: at, name, description = '' }) =>
      at === 'query' &&
      !paged.includes(name) &&
      singular(name) === name &&
      !/\b(?:name|title|slug)s?\b/i.test(description) &&
      lists.some(([list]) => clusterKey(list) === plain(name)),
  );
  const own = idsOf(shapes, details, parameters, resource);
  // Relations of a resource are read on first use.
  const found = asking.flatMap(({ name }): readonly Filter[] => {
    const relation = resource.relations.find(({ pointer }) => {
      const [, list] = /^\/([^/]+)\/\*\/[^/]+$/.exec(pointer) ?? [];
      return list !== undefined && clusterKey(list) === plain(name);
    });
    const known = details.filters.find(({ parameter }) => parameter === name);
    const isOpen = known === undefined || /\/\*\/name$/.test(known.pointer);
    return relation === undefined || !isOpen ? [] : [{ parameter: name, pointer: relation.pointer, op: 'contains' }];
  });
  if (found.length === 0 && own.length === 0) return details;
  const others = details.filters.filter(({ parameter }) => !found.some((each) => each.parameter === parameter));
  return { ...details, filters: [...others, ...found, ...own] };
}

/** `?ids=` for items that have their id under another name: `contactId`. */
function idsOf(
  shapes: Shapes,
  { filters }: ListDetails,
  parameters: readonly ParameterDescription[],
  { schema, id }: Pick<Resource, 'schema' | 'id'>,
): readonly Filter[] {
  const property = id?.property;
  const shown = property === undefined ? undefined : shapes.of(schema).properties.get(property);
  const [asking] = parameters.filter(({ in: at, name }) => at === 'query' && plain(name) === 'ids');
  if (property === undefined || shown === undefined || asking?.schema === undefined) return [];
  const isKnown = filters.some(({ parameter }) => parameter === asking.name);
  const { kind, items } = shapes.of(asking.schema);
  const isList = kind === 'array' && items !== undefined;
  if (isKnown || !compatible(shapes, shown, isList ? items : asking.schema)) return [];
  const filter = { parameter: asking.name, pointer: pointerTo(property), op: 'in' } as const;
  return [isList ? filter : { ...filter, separator: ',' }];
}
