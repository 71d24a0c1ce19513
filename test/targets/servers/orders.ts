import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { orderFaults } from './orders.faults.ts';
import { type Books, idOf, momentOf, shown, start } from './orders.state.ts';

const refuse = (status: number, reason: string): Answer => ({ status, body: { reason } });
const missing = (what: string, id: unknown): Answer => refuse(404, `there is no ${what} ${id}`);

function customerHandlers(books: Books): Handlers {
  const { customers, orders } = books;
  return {
    listCustomers({ query: { q } }) {
      const all = [...customers.values()].filter((one) => q === undefined || one.name.includes(q));
      return { status: 200, body: all.map((one) => shown(books, one)) };
    },
    createCustomer({ body }) {
      const id = idOf(books.next);
      customers.set(id, { ...body, id, createdAt: momentOf(books.next), updatedAt: momentOf(books.next++) });
      return { status: 201, body: shown(books, customers.get(id)) };
    },
    getCustomer({ path: { customerId } }) {
      const one = customers.get(customerId);
      return one ? { status: 200, body: shown(books, one) } : missing('customer', customerId);
    },
    replaceCustomer({ path: { customerId }, body }) {
      const before = customers.get(customerId);
      if (!before) return missing('customer', customerId);
      const { createdAt } = before;
      customers.set(customerId, {
        ...body,
        id: customerId,
        createdAt,
        updatedAt: momentOf(books.next + books.replaced++),
      });
      return { status: 200, body: shown(books, customers.get(customerId)) };
    },
    deleteCustomer({ path: { customerId } }) {
      if (!customers.has(customerId)) return missing('customer', customerId);
      if ([...orders.values()].some((one) => one.customerId === customerId)) return refuse(409, 'there are orders');
      customers.delete(customerId);
      return { status: 204 };
    },
    listOrdersOfCustomer({ path: { customerId } }) {
      if (!customers.has(customerId)) return missing('customer', customerId);
      return { status: 200, body: [...orders.values()].filter((one) => one.customerId === customerId) };
    },
  };
}

function orderHandlers(books: Books): Handlers {
  const { customers, orders, keys } = books;
  const byId = (call: Call): Doc => orders.get(call.path['orderId']);
  return {
    listOrders({ query: { minTotal = 0, sort } }) {
      const all = [...orders.values()].filter((one) => one.total.amount >= minTotal);
      if (sort) all.sort((a, b) => (a.total.amount - b.total.amount) * (sort === 'total' ? 1 : -1));
      return { status: 200, body: all };
    },
    createOrder({ body: { customerId, item, total }, incoming }) {
      const key = incoming.headers.get('idempotency-key');
      const before = key === null ? undefined : keys.get(key);
      if (before) return { status: 201, body: before };
      if (!customers.has(customerId)) return missing('customer', customerId);
      const order = { id: idOf(books.next++), customerId, item, total, shipped: false };
      orders.set(order.id, order);
      if (key !== null) keys.set(key, order);
      return { status: 201, body: order };
    },
    getOrder(call) {
      const one = byId(call);
      return one ? { status: 200, body: one } : missing('order', call.path['orderId']);
    },
    updateOrder(call) {
      const one = byId(call);
      if (!one) return missing('order', call.path['orderId']);
      const { note, ...rest } = { ...one, ...call.body };
      orders.set(one.id, note === null || note === undefined ? rest : { ...rest, note });
      return { status: 200, body: orders.get(one.id) };
    },
    shipOrder(call) {
      const one = byId(call);
      if (!one) return missing('order', call.path['orderId']);
      orders.set(one.id, { ...one, shipped: true });
      return { status: 200, body: orders.get(one.id) };
    },
    deleteOrder(call) {
      const one = byId(call);
      if (!one) return missing('order', call.path['orderId']);
      orders.delete(one.id);
      return { status: 204 };
    },
  };
}

export const orders: ServerKind = defineServer<Books>({
  name: 'orders',
  style: 'records that name others, counts and sums of them, a text search, keys against doing things twice',
  invalid: 400,
  refuse,
  start,
  handlers: (books) => ({ ...customerHandlers(books), ...orderHandlers(books) }),
  faults: orderFaults,
});
