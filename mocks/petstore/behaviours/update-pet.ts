import type { Behaviour } from 'standin';
import { followStatus, unknownCategory } from '../pets.ts';
import { bodyOf, pathId, shopOf, statusOf } from '../records.ts';

/** A patch as the document says; the inventory entry shows the new status. */
export const updatePet: Behaviour = async (call, records) => {
  const shop = shopOf(records);
  const id = pathId(call, 'petId');
  if (!(await shop.pets.get(id))) return call.inferred();
  const refusal = await unknownCategory(shop, bodyOf(call));
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const answer = await call.inferred();
  const pet = await shop.pets.get(id);
  if (pet) await followStatus(shop, id, statusOf(pet['status']));
  return answer;
};
