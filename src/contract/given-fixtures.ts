import { type Json, StandinError } from '../core/index.ts';
import type { Resource, ResourceModel } from '../resources/index.ts';
import { templateNames } from '../spec/index.ts';
import { suggestion } from './nearest-name.ts';
import type { ContractOptions } from './options.ts';

/** Path parameters of records that exist, as the user says; by resource. */
export type GivenFixtures = ReadonlyMap<Resource, readonly Readonly<Record<string, Json>>[]>;

/** Throws `config.invalid` for a resource or a path parameter that the document does not have. */
export function givenFixtures(model: ResourceModel, given: ContractOptions['fixtures'] = {}): GivenFixtures {
  return new Map(
    Object.entries(given).map(([name, ids]) => {
      const resource = model.resource(name);
      if (resource === undefined)
        throw new StandinError(
          'config.invalid',
          `The fixtures name a resource \`${name}\`, and the document has none such.`,
          {
            hint: suggestion(
              name,
              model.resources.map((each) => each.name),
            ),
          },
        );
      return [resource, ids.map((id) => pathOf(resource, id))];
    }),
  );
}

function pathOf(
  resource: Resource,
  id: string | number | Readonly<Record<string, string | number>>,
): Readonly<Record<string, Json>> {
  const names = templateNames(resource.itemPath ?? '');
  const own = resource.id?.parameter;
  const path: Record<string, Json> = Object.create(null);
  if (typeof id === 'object') Object.assign(path, id);
  else if (own !== undefined) path[own] = id;
  const unknown = Object.keys(path).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new StandinError(
      'config.invalid',
      `The path of a ${resource.name} fixture has no parameter \`${unknown}\`.`,
      {
        hint: suggestion(unknown, names),
      },
    );
  const missing = names.find((name) => path[name] === undefined);
  if (missing !== undefined)
    throw new StandinError('config.invalid', `A ${resource.name} fixture needs \`${missing}\` too.`, {
      hint: `Write every parameter of ${resource.itemPath ?? 'its path'}: { ${names.map((name) => `${name}: …`).join(', ')} }.`,
    });
  return path;
}
