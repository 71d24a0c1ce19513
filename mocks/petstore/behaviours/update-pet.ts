import { type Behaviour, wait } from 'standin';
import { followStatus, unknownCategory } from '../pets.ts';
import { bodyOf, pathId, shopOf, statusOf } from '../records.ts';

/** A patch as the document says; the inventory entry shows the new status. */
export const updatePet: Behaviour = function* (call, records) {
  const shop = shopOf(records);
  const id = pathId(call, 'petId');
  if (!(yield* wait(shop.pets.get(id)))) return yield* wait(call.inferred());
  const refusal = yield* unknownCategory(shop, bodyOf(call));
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  const answer = yield* wait(call.inferred());
  const pet = yield* wait(shop.pets.get(id));
  if (pet) yield* followStatus(shop, id, statusOf(pet['status']));
  return answer;
};
