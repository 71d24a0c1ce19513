import type { Behaviour } from 'standin';
import { fulfil, giveBack, orderFrom, take } from '../orders.ts';
import { bodyOf, idOf, pathId, shopOf } from '../records.ts';

/** Gives the old quantity back and takes the new. Of a complete order nothing but the ship date may change. */
export const replaceOrder: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const id = pathId(call, 'orderId');
  const stored = shop.orders.get(id);
  if (!stored) return call.inferred();
  const old = orderFrom(idOf(stored['id']) ?? id, stored);
  const order = orderFrom(old.id, bodyOf(call));
  const changed = ['petId', 'quantity', 'complete'].find((field) => order[field] !== old[field]);
  if (old.complete && changed !== undefined)
    return call.refuse(409, 'order_complete', `${changed} of a complete order cannot change`);
  // The ship date of an order can be moved whatever has become of its pet meanwhile.
  if (changed === 'petId' || changed === 'quantity') {
    giveBack(shop, old);
    const refusal = take(shop, order);
    if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  }
  if (order.complete && !old.complete) fulfil(shop, order);
  shop.orders.put(id, order);
  return call.reply(200, order);
};
