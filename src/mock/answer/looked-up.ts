import type { ListDetails, Resource } from '../../resources/index.ts';
import type { Entity } from '../../state/index.ts';
import { withValueAt } from '../../wire/index.ts';
import { filters } from '../facts/list-filter.ts';
import type { MockContext, RequestContext } from '../model/context.ts';

/** Records that a search finds. */
const MOST_FOUND = 2;

/**
 * What a search that must name a value finds, where records are only ever searched: some of them, with that value
 * (`GET /addresses/lookup?postCode=N1`). `undefined` for other lists, in which what no record has is not found.
 */
export function lookedUp(
  mock: MockContext,
  context: RequestContext,
  details: ListDetails,
  all: () => readonly Entity[],
): readonly Entity[] | undefined {
  const { operation, role } = context;
  const isRequired = (name: string): boolean =>
    operation.parameters.some((each) => each.in === 'query' && each.required && each.name === name);
  const { resource } = role;
  if (resource === undefined || !details.filters.some(({ parameter }) => isRequired(parameter))) return undefined;
  if (resource.itemPath !== undefined || !isOnlySearched(mock, resource)) return undefined;
  const conditions = filters(mock, context, resource, details);
  if (conditions.some(({ op }) => op !== 'equals')) return undefined;
  const found = all().flatMap((entity): readonly Entity[] => {
    const value = conditions.reduce((whole, each) => withValueAt(whole, each.pointer, each.value), entity.value);
    return mock.validator.accepts(resource.schema, value, 'response') ? [{ ...entity, value }] : [];
  });
  return found.slice(0, MOST_FOUND);
}

/** Whether every list of a resource must be filtered, and nothing else shows or changes its records. */
function isOnlySearched({ api, model }: MockContext, resource: Resource): boolean {
  return api.operations.every((operation) => {
    const { kind, list, resource: of } = model.roleOf(operation);
    const isFiltered = list?.filters.some(({ parameter }) =>
      operation.parameters.some((each) => each.in === 'query' && each.required && each.name === parameter),
    );
    return of !== resource || (kind === 'list' && isFiltered === true);
  });
}
