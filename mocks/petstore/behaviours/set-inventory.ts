import type { Behaviour } from 'standin';
import { openOrderOf, setStock } from '../orders.ts';
import { setStatus } from '../pets.ts';
import { bodyOf, numberOf, pathId, shopOf } from '../records.ts';

/** Stock makes a pet available again that nobody waits for; none leaves its status as it is. */
export const setInventory: Behaviour = async (call, records) => {
  const shop = shopOf(records);
  const petId = pathId(call, 'petId');
  if (!(await shop.inventory.get(petId))) return call.inferred();
  const quantity = numberOf(bodyOf(call)['quantity'], 0);
  await setStock(shop, petId, quantity);
  if (quantity > 0 && !(await openOrderOf(shop, petId))) await setStatus(shop, petId, 'available');
  return call.reply(200, await shop.inventory.get(petId));
};
