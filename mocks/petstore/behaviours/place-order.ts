import type { Behaviour } from 'standin';
import { fulfil, orderFrom, take } from '../orders.ts';
import { bodyOf, shopOf } from '../records.ts';

/** An order is judged as if it were not complete, and then completed if it says so. */
export const placeOrder: Behaviour = (call, records) => {
  const shop = shopOf(records);
  const order = orderFrom(shop.orders.nextId(), bodyOf(call));
  const refusal = take(shop, order);
  if (refusal) return call.refuse(refusal.status, refusal.code, refusal.message);
  if (order.complete) fulfil(shop, order);
  shop.orders.put(order.id, order);
  return call.reply(201, order, { Location: `/store/orders/${order.id}` });
};
