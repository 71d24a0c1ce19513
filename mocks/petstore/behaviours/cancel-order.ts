import { type Behaviour, wait } from 'standin';
import { giveBack, orderFrom } from '../orders.ts';
import { pathId, shopOf } from '../records.ts';

/** What was ordered goes back into the stock. What was fulfilled cannot be cancelled. */
export const cancelOrder: Behaviour = function* (call, records) {
  const shop = shopOf(records);
  const id = pathId(call, 'orderId');
  const stored = yield* wait(shop.orders.get(id));
  if (!stored) return yield* wait(call.inferred());
  const order = orderFrom(id, stored);
  if (order.complete)
    return call.refuse(409, 'order_complete', `orderId ${id} names a complete order, which cannot be cancelled`);
  yield* giveBack(shop, order);
  return yield* wait(call.inferred());
};
