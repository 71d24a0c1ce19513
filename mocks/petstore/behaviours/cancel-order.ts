import type { Behaviour } from 'standin';
import { giveBack, orderFrom } from '../orders.ts';
import { pathId, shopOf } from '../records.ts';

/** What was ordered goes back into the stock. What was fulfilled cannot be cancelled. */
export const cancelOrder: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const id = pathId(call, 'orderId');
  const stored = shop.orders.get(id);
  if (!stored) return call.inferred();
  const order = orderFrom(id, stored);
  if (order.complete)
    return call.refuse(409, 'order_complete', `orderId ${id} names a complete order, which cannot be cancelled`);
  giveBack(shop, order);
  return call.inferred();
};
