import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import { isArray, valueAt } from '../wire/index.ts';
import { idIn } from './created.ts';
import { withDemands } from './demands.ts';
import { requestAt } from './locations.ts';
import type { ModelIndex } from './model-index.ts';
import type { Purpose } from './purpose.ts';
import { isSuccess, jsonOf, type Stage } from './stage.ts';
import { fillPath } from './substitute.ts';

/** Values of places that name records of which the document does not say where they are. */
export interface Lender {
  /** A value that an item of the same kind already has at a place: it names something that is there. */
  lend(stage: Stage, resource: Resource, pointer: string): Promise<Json | undefined>;
  /** Nothing more is lent for a resource: what others have may be theirs alone. */
  keep(resource: Resource): void;
}

/** Items that are read where their list does not show what they name; the last ones, which are rarely those of our own. */
const MOST_READ = 3;

function isName(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

const LOOKING: Purpose = { expect: 'valid', proven: true, relational: false, story: { kind: 'plain' } };

/** Looks once for each resource and place. */
export function createLender(index: ModelIndex): Lender {
  const lent = new Map<string, Promise<Json | undefined>>();
  const kept = new Set<Resource>();

  async function look(stage: Stage, resource: Resource, pointer: string): Promise<Json | undefined> {
    const operation = index.operation(resource, 'list');
    const list = operation === undefined ? undefined : stage.model.roleOf(operation).list;
    if (operation === undefined || list === undefined || operation.path.includes('{')) return undefined;
    const where = { seed: stage.seed, at: `fixture/${resource.name}/lend` };
    const drawn = stage.generator.request(operation, { kind: 'valid', optional: 'required' }, where);
    if (!drawn.ok) return undefined;
    const answer = await stage.exchange(drawn.value, { operation, purpose: LOOKING, quiet: true });
    const items = isSuccess(answer) ? valueAt(jsonOf(answer.seen) ?? null, list.items) : undefined;
    const shown = isArray(items) ? items : [];
    return shown.map((each) => valueAt(each, pointer)).find(isName) ?? (await readOne(stage, resource, shown, pointer));
  }

  /** A list may show less of its items than reading them does. */
  async function readOne(
    stage: Stage,
    resource: Resource,
    items: readonly Json[],
    pointer: string,
  ): Promise<Json | undefined> {
    const operation = index.operation(resource, 'read');
    const { parameter } = resource.id ?? {};
    const place = operation === undefined ? undefined : stage.model.roleOf(operation).responseEntity;
    if (operation === undefined || parameter === undefined || place === undefined) return undefined;
    for (const item of items.slice(-MOST_READ)) {
      const id = idIn(resource, item);
      const path = fillPath(operation, id === undefined ? {} : { [parameter]: id });
      if (path.includes('{')) return undefined;
      const request = withDemands(stage, operation, requestAt({ path }));
      const answer = await stage.exchange(request, { operation, purpose: LOOKING, quiet: true });
      const value = isSuccess(answer) ? valueAt(jsonOf(answer.seen) ?? null, `${place}${pointer}`) : undefined;
      if (isName(value)) return value;
    }
    return undefined;
  }

  return {
    keep: (resource) => void kept.add(resource),
    lend(stage, resource, pointer) {
      if (kept.has(resource)) return Promise.resolve(undefined);
      const key = `${resource.name} ${pointer}`;
      const value = lent.get(key) ?? look(stage, resource, pointer);
      lent.set(key, value);
      return value;
    },
  };
}
