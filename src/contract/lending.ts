import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import { isArray, valueAt } from '../wire/index.ts';
import type { ModelIndex } from './model-index.ts';
import type { Purpose } from './purpose.ts';
import { isSuccess, jsonOf, type Stage } from './stage.ts';

/** Values of places that name records of which the document does not say where they are. */
export interface Lender {
  /** A value that an item of the same kind already has at a place: it names something that is there. */
  lend(stage: Stage, resource: Resource, pointer: string): Promise<Json | undefined>;
  /** Nothing more is lent for a resource: what others have may be theirs alone. */
  keep(resource: Resource): void;
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
    const values = isArray(items) ? items.map((each) => valueAt(each, pointer)) : [];
    return values.find((value) => typeof value === 'string' || typeof value === 'number');
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
