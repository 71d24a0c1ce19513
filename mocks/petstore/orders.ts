import type { Id, JsonObject } from 'standin';
import { setStatus } from './pets.ts';
import { idOf, numberOf, type Order, pick, type Refusal, type Shop, statusOf } from './records.ts';

/** More stock than this cannot be counted. */
const MOST_STOCK = 1_000_000;

/** An order as it is remembered: one that names a pet orders at least one, and one that does not say so is not complete. */
export function orderFrom(id: Id, body: JsonObject): Order {
  const given = pick(body, ['petId', 'quantity', 'shipDate']);
  const quantity = given['quantity'] ?? (given['petId'] === undefined ? undefined : 1);
  const order = { ...given, id, complete: body['complete'] === true };
  return quantity === undefined ? order : { ...order, quantity };
}

/** Takes the order's quantity from the stock of its pet; a pet of which nothing is left becomes pending. */
export function take(shop: Shop, order: Order): Refusal | undefined {
  const petId = idOf(order['petId']);
  if (petId === undefined) return undefined;
  const pet = shop.pets.get(petId);
  if (!pet) return { status: 422, code: 'unknown_reference', message: `petId ${petId} names no pet` };
  const status = statusOf(pet['status']);
  if (status !== 'available')
    return { status: 409, code: 'pet_not_available', message: `petId ${petId} names a pet that is ${status}` };
  const stock = stockOf(shop, petId);
  const quantity = numberOf(order['quantity'], 1);
  if (quantity > stock)
    return {
      status: 409,
      code: 'out_of_stock',
      message: `quantity ${quantity} is more than the stock of pet ${petId}, which is ${stock}`,
    };
  setStock(shop, petId, stock - quantity);
  if (stock === quantity) setStatus(shop, petId, 'pending');
  return undefined;
}

/** Puts the order's quantity back into the stock of its pet; a pending pet becomes available. */
export function giveBack(shop: Shop, order: Order): void {
  const petId = idOf(order['petId']);
  const pet = petId === undefined ? undefined : shop.pets.get(petId);
  if (petId === undefined || !pet) return;
  setStock(shop, petId, stockOf(shop, petId) + numberOf(order['quantity'], 1));
  if (pet['status'] === 'pending') setStatus(shop, petId, 'available');
}

/** The pet of an order that has been fulfilled is sold when nothing of it is left. */
export function fulfil(shop: Shop, order: Order): void {
  const petId = idOf(order['petId']);
  if (petId !== undefined && stockOf(shop, petId) === 0) setStatus(shop, petId, 'sold');
}

/** An order that names the pet and is not complete, if there is one. */
export function openOrderOf(shop: Shop, petId: Id): JsonObject | undefined {
  return shop.orders.find({ petId, complete: false }, { limit: 1 })[0];
}

export function setStock(shop: Shop, petId: Id, quantity: number): void {
  const entry = shop.inventory.get(petId);
  if (entry) shop.inventory.put(petId, { ...entry, quantity: Math.min(quantity, MOST_STOCK) });
}

function stockOf(shop: Shop, petId: Id): number {
  return numberOf(shop.inventory.get(petId)?.['quantity'], 0);
}
