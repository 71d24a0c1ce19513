import type { Json } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { onceForEach } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import { documentedRecords } from '../fields/documented-records.ts';
import type { MockContext } from '../model/context.ts';

/** Names of the id of the account, organisation or workspace whose credential a request has. */
const TENANT = /^(?:account|organi[sz]ation|org|workspace|tenant)(?:sid|id|uuid|guid)$/;

/**
 * The id of the account to which all records of a resource belong, by the name of its property: where no path leads to accounts and clients neither
 * send nor ask for one, the credential decides it, so it is the same in every record.
 */
export function tenantIds(mock: MockContext, resource: Resource): ReadonlyMap<string, Json> {
  return idsIn(mock)(resource);
}

const idsIn = onceForEach((mock: MockContext) =>
  onceForEach((resource: Resource): ReadonlyMap<string, Json> => {
    const names = [...mock.fieldsOf(resource.schema).properties.keys()].filter((name) =>
      isTenant(mock, resource, name),
    );
    return new Map(names.flatMap((name) => idOf(mock, resource, name)));
  }),
);

function isTenant(mock: MockContext, { id, singular, relations, ...resource }: Resource, name: string): boolean {
  const plain = withoutSeparators(name);
  if (!TENANT.test(plain) || plain.startsWith(withoutSeparators(singular))) return false;
  if (name === id?.property || relations.some(({ pointer }) => pointer === pointerTo(name))) return false;
  return [resource.collectionPath, resource.itemPath]
    .flatMap((path) => mock.operationsAt(path))
    .every(({ parameters, body }) => {
      const sent = body?.content.flatMap(({ schema }) => [...mock.fieldsOf(schema ?? true).properties.keys()]) ?? [];
      return ![...parameters.map((each) => each.name), ...sent].some((each) => withoutSeparators(each) === plain);
    });
}

function idOf(mock: MockContext, resource: Resource, name: string): readonly (readonly [string, Json])[] {
  const property = mock.fieldsOf(resource.schema).properties.get(name) ?? true;
  const isId = (value: Json | undefined): value is string | number =>
    (typeof value === 'string' || typeof value === 'number') && mock.validator.accepts(property, value, 'response');
  const shown = documentedRecords(mock, resource)
    .map((record) => record[name])
    .find(isId);
  if (shown !== undefined) return [[name, shown]];
  const at = { seed: mock.options.seed, at: `tenant/${withoutSeparators(name)}` };
  const drawn = mock.generator.value(property, at, { name, examples: true });
  return drawn.ok && isId(drawn.value) ? [[name, drawn.value]] : [];
}
