import { type Behaviour, wait } from 'standin';
import { openOrderOf, setStock } from '../orders.ts';
import { setStatus } from '../pets.ts';
import { bodyOf, numberOf, pathId, shopOf } from '../records.ts';

/** Stock makes a pet available again that nobody waits for; none leaves its status as it is. */
export const setInventory: Behaviour = function* (call, records) {
  const shop = shopOf(records);
  const petId = pathId(call, 'petId');
  if (!(yield* wait(shop.inventory.get(petId)))) return yield* wait(call.inferred());
  const quantity = numberOf(bodyOf(call)['quantity'], 0);
  yield* setStock(shop, petId, quantity);
  if (quantity > 0 && !(yield* openOrderOf(shop, petId))) yield* setStatus(shop, petId, 'available');
  return call.reply(200, yield* wait(shop.inventory.get(petId)));
};
