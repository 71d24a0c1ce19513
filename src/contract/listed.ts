import type { ListDetails, Resource } from '../resources/index.ts';
import type { Operation } from '../spec/index.ts';
import { isArray, valueAt } from '../wire/index.ts';
import { idIn, toldByEntity } from './created.ts';
import { below, type Found, type From, isTooDeep, NOTHING, type Use } from './found.ts';
import type { ModelIndex } from './model-index.ts';
import { renamed } from './paths.ts';
import { PLAIN } from './purpose.ts';
import { isSuccess, jsonOf, type Stage } from './stage.ts';
import { substitute } from './substitute.ts';

/** Records that lists of the target show. */
export interface Listed {
  find(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found | undefined>;
  /** Whether there are so few of them that what was given to one alone is everybody's. */
  isWorn(resource: Resource | undefined): boolean;
}

interface ListedParts {
  readonly index: ModelIndex;
  /** An item of what a list stands under. */
  item(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found>;
  /** Where in a list nobody has taken anything for himself yet. */
  nextPlace(resource: Resource, use: Use): number;
}

interface ListUnder {
  readonly operation: Operation;
  readonly list: ListDetails;
  /** Whose items the list is one of the parts of. */
  readonly parent: Resource | undefined;
  readonly above: Found;
}

/** Of several parents the first may have nothing below it. */
const TRIES = 3;

export function createListed({ index, item, nextPlace }: ListedParts): Listed {
  const worn = new Set<string>();

  async function find(stage: Stage, resource: Resource, use: Use, from: From): Promise<Found | undefined> {
    const operation = index.operation(resource, 'list');
    const role = operation === undefined ? undefined : stage.model.roleOf(operation);
    if (operation === undefined || role?.list === undefined || resource.id?.property === undefined) return undefined;
    const parent = index.ownerOf(operation.path, resource);
    for (let tried = 0; tried < (parent === undefined ? 1 : TRIES); tried += 1) {
      const above = parent === undefined ? NOTHING : await aboveList(stage, parent, use, below(from), tried);
      const found = await fromListOf(stage, resource, use, { operation, list: role.list, parent, above });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What we made ourselves has nothing below it where we can make nothing there: then it is one of those that are there. */
  async function aboveList(stage: Stage, parent: Resource, use: Use, from: From, tried: number): Promise<Found> {
    if (tried === 0) return item(stage, parent, use, from);
    return (isTooDeep(from) ? undefined : await find(stage, parent, 'fresh', from)) ?? NOTHING;
  }

  /** An item of one list: that of a whole collection, or of what belongs to one item above. */
  async function fromListOf(
    stage: Stage,
    resource: Resource,
    use: Use,
    { operation, list: details, parent, above }: ListUnder,
  ): Promise<Found | undefined> {
    const drawn = stage.generator.request(
      operation,
      { kind: 'valid', optional: 'required' },
      { seed: stage.seed, at: `fixture/${resource.name}/list` },
    );
    if (!drawn.ok) return undefined;
    const path = renamed(above.path, parent?.itemPath, operation.path);
    const request = substitute(operation, drawn.value, { path, body: {} });
    const answer = await stage.exchange(request, { operation, purpose: PLAIN, quiet: true });
    const items = isSuccess(answer) ? valueAt(jsonOf(answer.seen) ?? null, details.items) : undefined;
    const place = nextPlace(resource, use);
    const list = isArray(items) ? items : [];
    const entity = list[place] ?? list[0];
    if (use === 'fresh' && place >= list.length) worn.add(resource.name);
    const id = idIn(resource, entity);
    if (id === undefined || entity === undefined || resource.id === undefined) return undefined;
    // Nobody else has been given this one; but what we could not create we must not count on.
    const alone = use !== 'fresh' || (place < list.length && index.operation(resource, 'create') === undefined);
    const around = {
      ...renamed(above.path, parent?.itemPath, resource.itemPath ?? ''),
      ...toldByEntity(index, resource, stage, entity),
    };
    return { path: { ...around, [resource.id.parameter]: id }, id, entity, proven: alone, ours: false };
  }

  return { find, isWorn: (resource) => worn.has(resource?.name ?? '') };
}
