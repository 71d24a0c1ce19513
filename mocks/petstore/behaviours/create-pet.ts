import type { Behaviour } from 'standin';
import { PET_FIELDS, unknownCategory } from '../pets.ts';
import { bodyOf, pick, shopOf, statusOf } from '../records.ts';

/** A new pet brings its inventory entry with it: one in stock when it is available, else none. */
export const createPet: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const body = bodyOf(call);
  const refusal = unknownCategory(shop, body);
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const id = shop.pets.nextId();
  const status = statusOf(body['status']);
  const pet = pick({ ...body, status }, PET_FIELDS, id);
  shop.pets.put(id, pet);
  shop.inventory.put(id, { petId: id, quantity: status === 'available' ? 1 : 0, status });
  return call.reply(201, pet, { Location: `/pets/${id}` });
};
