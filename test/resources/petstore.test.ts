import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeModel, inferResources } from '../../src/resources/index.ts';
import { loadApi } from '../../src/spec/index.ts';

const document = fileURLToPath(new URL('../../spec/petstore.openapi.yaml', import.meta.url));
const api = await loadApi(document);
const model = inferResources(api);
const described = describeModel(model, api);
const roles = Object.fromEntries(described.operations.map((o) => [o.id, `${o.role} ${o.resource}`]));
const list = (id: string) => described.operations.find((o) => o.id === id);

describe('The petstore of the document', () => {
  it('has four collections, each with its id', () => {
    expect(described.resources.map((r) => [r.name, r.singular, r.id])).toEqual([
      ['pets', 'pet', 'petId ↔ /id'],
      ['categories', 'category', 'categoryId ↔ /id'],
      ['orders', 'order', 'orderId ↔ /id'],
      ['inventory', 'inventory', 'petId ↔ /petId'],
    ]);
  });

  it('gives every operation its role', () => {
    expect(roles).toEqual({
      listPets: 'list pets',
      createPet: 'create pets',
      getPet: 'read pets',
      replacePet: 'replace pets',
      updatePet: 'patch pets',
      deletePet: 'delete pets',
      listCategories: 'list categories',
      createCategory: 'create categories',
      getCategory: 'read categories',
      replaceCategory: 'replace categories',
      deleteCategory: 'delete categories',
      listOrders: 'list orders',
      placeOrder: 'create orders',
      getOrder: 'read orders',
      replaceOrder: 'replace orders',
      cancelOrder: 'delete orders',
      listInventory: 'list inventory',
      getInventoryItem: 'read inventory',
      setInventory: 'replace inventory',
    });
  });

  it('filters, sorts and pages pets by the parameters of the document', () => {
    const { filters, page, sort } = list('listPets') ?? {};
    expect(filters).toContainEqual({ parameter: 'id', pointer: '/id', op: 'in' });
    expect(filters).toContainEqual({ parameter: 'status', pointer: '/status', op: 'equals' });
    expect(filters).toContainEqual({ parameter: 'categoryId', pointer: '/categoryId', op: 'equals' });
    expect(filters).toContainEqual({ parameter: 'name', pointer: '/name', op: 'contains' });
    expect(filters).toHaveLength(4);
    expect(page).toEqual({ limit: 'limit', offset: 'offset', defaultLimit: 20, maxLimit: 100 });
    expect(sort).toEqual({ parameter: 'sort', descending: '-' });
  });

  it('filters orders by pet and by completion', () => {
    expect(list('listOrders')?.filters).toEqual([
      { parameter: 'petId', pointer: '/petId', op: 'equals' },
      { parameter: 'complete', pointer: '/complete', op: 'equals' },
    ]);
  });

  it('knows which records name which', () => {
    const relations = Object.fromEntries(described.resources.map((r) => [r.name, r.relations]));
    expect(relations).toEqual({
      pets: [{ pointer: '/categoryId', resource: 'categories', required: true }],
      categories: [],
      orders: [{ pointer: '/petId', resource: 'pets', required: false }],
      inventory: [{ pointer: '/petId', resource: 'pets', required: true }],
    });
  });

  it('keeps the status of an inventory entry when its stock is set', () => {
    const operation = api.operation('setInventory');
    expect(operation && model.roleOf(operation).keeps).toEqual(['status']);
  });
});
