import type { Behaviour } from 'standin';
import { openOrderOf, setStock } from '../orders.ts';
import { setStatus } from '../pets.ts';
import { bodyOf, numberOf, pathId, shopOf } from '../records.ts';

/** Stock makes a pet available again that nobody waits for; none leaves its status as it is. */
export const setInventory: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const petId = pathId(call, 'petId');
  if (!shop.inventory.get(petId)) return call.inferred();
  const quantity = numberOf(bodyOf(call)['quantity'], 0);
  setStock(shop, petId, quantity);
  if (quantity > 0 && !openOrderOf(shop, petId)) setStatus(shop, petId, 'available');
  return call.reply(200, shop.inventory.get(petId));
};
