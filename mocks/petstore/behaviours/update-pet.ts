import type { Behaviour } from 'standin';
import { followStatus, unknownCategory } from '../pets.ts';
import { bodyOf, pathId, shopOf, statusOf } from '../records.ts';

/** A patch as the document says; the inventory entry shows the new status. */
export const updatePet: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const id = pathId(call, 'petId');
  if (!shop.pets.get(id)) return call.inferred();
  const refusal = unknownCategory(shop, bodyOf(call));
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const answer = call.inferred();
  const pet = shop.pets.get(id);
  if (pet) followStatus(shop, id, statusOf(pet['status']));
  return answer;
};
