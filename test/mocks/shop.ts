import { en, Faker } from '@faker-js/faker';
import mocks from '../../mocks/petstore/index.ts';
import type { HttpResponse, Json, JsonObject } from '../../src/core/index.ts';
import type { Call, Id, Records, Seeding } from '../../src/mock/model/mocks.ts';

type Tables = Map<string, { next: number; entities: Map<string, JsonObject> }>;

const ITEMS: Readonly<
  Record<string, { resource: string; parameter: string; kind: 'read' | 'replace' | 'patch' | 'delete' }>
> = {
  getPet: { resource: 'pets', parameter: 'petId', kind: 'read' },
  replacePet: { resource: 'pets', parameter: 'petId', kind: 'replace' },
  updatePet: { resource: 'pets', parameter: 'petId', kind: 'patch' },
  deletePet: { resource: 'pets', parameter: 'petId', kind: 'delete' },
  getCategory: { resource: 'categories', parameter: 'categoryId', kind: 'read' },
  deleteCategory: { resource: 'categories', parameter: 'categoryId', kind: 'delete' },
  getOrder: { resource: 'orders', parameter: 'orderId', kind: 'read' },
  replaceOrder: { resource: 'orders', parameter: 'orderId', kind: 'replace' },
  cancelOrder: { resource: 'orders', parameter: 'orderId', kind: 'delete' },
  getInventoryItem: { resource: 'inventory', parameter: 'petId', kind: 'read' },
  setInventory: { resource: 'inventory', parameter: 'petId', kind: 'replace' },
};

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is asserted on, field by field
  readonly body: any;
  readonly location: string | undefined;
}

export interface TestShop {
  /** Carries out one operation as one atomic step: a refusal changes nothing. */
  act(operationId: string, path?: Record<string, Id>, body?: JsonObject): Promise<Answer>;
  seed(start: string, seed?: number): Promise<void>;
  all(resource: string): JsonObject[];
  /** Lays in an entity by its `id`. */
  put(resource: string, entity: JsonObject): void;
}

/** The least that behaviours need to run in: records in maps, and an inferred answer for each item operation. */
export function openShop(): TestShop {
  let tables: Tables = new Map();
  const table = (name: string) => {
    const found = tables.get(name) ?? { next: 1, entities: new Map() };
    tables.set(name, found);
    return found;
  };
  const records = (name: string): Records => {
    const matching = (match: JsonObject = {}) =>
      [...table(name).entities.values()].filter((one) =>
        Object.entries(match).every(([field, value]) => one[field] === value),
      );
    return {
      get: (id) => table(name).entities.get(String(id)),
      put: (id, value) => {
        // An id from elsewhere is not given again.
        table(name).next = Math.max(table(name).next, Number(id) + 1);
        table(name).entities.set(String(id), value);
      },
      delete: (id) => table(name).entities.delete(String(id)),
      find: (match, { limit = Number.POSITIVE_INFINITY } = {}) => matching(match).slice(0, limit),
      count: (match) => matching(match).length,
      nextId: () => table(name).next++,
    };
  };

  const reply = (status: number, value?: Json, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
    status,
    headers: Object.entries(headers),
    body: value === undefined ? { kind: 'none' } : { kind: 'parsed', mediaType: 'application/json', value, text: '' },
  });
  const refuse = (status: number, code: string, message: string) => reply(status, { code, message, status });

  const inferred = (operationId: string, path: Record<string, Id>, body: JsonObject): HttpResponse => {
    const item = ITEMS[operationId];
    if (!item) throw new Error(`no inferred ${operationId} in this test`);
    const id = path[item.parameter] ?? 0;
    const known = records(item.resource);
    const old = known.get(id);
    if (!old) return refuse(404, 'not_found', `${item.parameter} ${id} names nothing`);
    if (item.kind === 'patch') known.put(id, { ...old, ...body });
    if (item.kind === 'delete') known.delete(id);
    return item.kind === 'delete' ? reply(204) : reply(200, known.get(id));
  };

  return {
    async act(operationId, path = {}, body) {
      const before: Tables = new Map(
        [...tables].map(([name, one]) => [name, { next: one.next, entities: new Map(one.entities) }]),
      );
      const call = {
        operation: { id: operationId },
        parameters: { path, query: {}, header: {}, cookie: {}, violations: [] },
        body,
        reply,
        refuse,
        inferred: () => inferred(operationId, path, body ?? {}),
      };
      // Behaviours look at nothing of a call but what stands above.
      const behaviour = mocks.behaviours?.[operationId];
      const response = (await behaviour?.(call as unknown as Call, records)) ?? call.inferred();
      if (response.status >= 400) tables = before;
      return {
        status: response.status,
        body: response.body.kind === 'parsed' ? response.body.value : undefined,
        location: response.headers.find(([name]) => name === 'Location')?.[1],
      };
    },
    async seed(start, seed = 1) {
      const fake = (place: string) => {
        const one = new Faker({ locale: en });
        one.seed([seed, ...Buffer.from(place)]);
        one.setDefaultRefDate('2026-01-01T00:00:00Z');
        return one;
      };
      const seeding: Seeding = {
        seed,
        reference: Date.parse('2026-01-01T00:00:00Z'),
        records,
        fake,
        entity: (_resource, id, known) => ({ id, ...known }),
      };
      await mocks.startingStates?.[start]?.seed(seeding);
    },
    all: (resource) => [...table(resource).entities.values()],
    put: (resource, entity) => void table(resource).entities.set(String(entity['id']), entity),
  };
}
