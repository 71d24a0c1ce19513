import type { Behaviour } from 'standin';
import { unknownCategory } from '../pets.ts';
import { bodyOf, pick, shopOf, statusOf } from '../records.ts';

/** A new pet brings its inventory entry with it: one in stock when it is available, else none. */
export const createPet: Behaviour = async (call, records) => {
  const shop = shopOf(records);
  const body = bodyOf(call);
  const refusal = await unknownCategory(shop, body);
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const id = await shop.pets.nextId();
  const status = statusOf(body['status']);
  const pet = { id, ...pick(body, ['name', 'categoryId']), status };
  await shop.pets.put(id, pet);
  await shop.inventory.put(id, { petId: id, quantity: status === 'available' ? 1 : 0, status });
  return call.reply(201, pet, { Location: `/pets/${id}` });
};
