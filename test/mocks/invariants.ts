import type { JsonObject } from '../../src/core/index.ts';
import type { TestShop } from './shop.ts';

/** What no sequence of requests may break, as sentences; empty when all of it holds. */
export function brokenRules(shop: Pick<TestShop, 'all'>): string[] {
  const by = (resource: string, field = 'id') =>
    new Map<unknown, JsonObject>(shop.all(resource).map((one) => [one[field], one]));
  const [pets, categories, inventory] = [by('pets'), by('categories'), by('inventory', 'petId')];
  const broken: string[] = [];
  const hold = (holds: boolean, rule: string) => {
    if (!holds) broken.push(rule);
  };
  hold(inventory.size === pets.size, `${pets.size} pets have ${inventory.size} inventory entries`);
  for (const [id, pet] of pets) {
    const entry = inventory.get(id);
    hold(entry?.['status'] === pet['status'], `pet ${id} is ${pet['status']}, its entry says ${entry?.['status']}`);
    hold(categories.has(pet['categoryId']), `pet ${id} is of category ${pet['categoryId']}, which does not exist`);
    const stock = Number(entry?.['quantity']);
    hold(Number.isInteger(stock) && stock >= 0 && stock <= 1_000_000, `pet ${id} has a stock of ${stock}`);
  }
  for (const order of shop.all('orders')) {
    const id = order['id'];
    hold(typeof order['complete'] === 'boolean', `order ${id} does not say whether it is complete`);
    const petId = order['petId'];
    if (petId === undefined) continue;
    hold(Number(order['quantity']) >= 1, `order ${id} orders ${order['quantity']} of pet ${petId}`);
    hold(order['complete'] === true || pets.has(petId), `order ${id} waits for pet ${petId}, which does not exist`);
  }
  return broken;
}
