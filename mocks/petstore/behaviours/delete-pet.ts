import type { Behaviour } from 'standin';
import { openOrderOf } from '../orders.ts';
import { idOf, pathId, shopOf } from '../records.ts';

/** A pet leaves with its inventory entry, unless somebody still waits for it. */
export const deletePet: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const id = pathId(call, 'petId');
  const order = openOrderOf(shop, id);
  if (order) {
    const message = `petId ${id} is named by order ${idOf(order['id'])}, which is not complete`;
    return call.refuse(409, 'pet_in_use', message);
  }
  shop.inventory.delete(id);
  return call.inferred();
};
