import type { Doc } from '../document.ts';
import { type Fault, inBody } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Handlers } from '../service.ts';
import { type Books, idOf, momentOf, shown } from './orders.state.ts';

const ADA = idOf(1);
const GRACE = idOf(2);
const ORDER = { customerId: ADA, item: 'ink', total: { amount: 5, currency: 'EUR' } };
const FIRST = `/orders/${idOf(101)}`;
const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const NOBODY = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const call = (handlers: Handlers, id: string, ...args: Parameters<Handlers[string]>): Answer =>
  handlers[id]?.(...args) as Answer;

const withoutCurrency = (order: Doc) => ({ ...order, total: { amount: order.total.amount } });
function withoutDuty(document: Doc): void {
  document.components.schemas.Money.required = ['amount'];
}

/** What can only be seen by looking at two kinds of things: records that name each other, what counts them, what looks for them. */
export const orderFaults: Readonly<Record<string, Fault<Books>>> = {
  'orders-of-everybody': {
    finds: ['state.list-shows-foreign'],
    also: ['state.count-differs'],
    probe: [['GET', `/customers/${ADA}/orders`]],
    does: (handlers, { orders }) => ({
      ...handlers,
      listOrdersOfCustomer(one) {
        const answer = call(handlers, 'listOrdersOfCustomer', one);
        return answer.status === 200 ? { ...answer, body: [...orders.values()] } : answer;
      },
    }),
  },
  'new-orders-not-under-their-customer': {
    finds: ['state.list-lacks-own'],
    also: ['state.count-differs'],
    probe: [
      ['POST', '/orders', ORDER],
      ['GET', `/customers/${ADA}/orders`],
    ],
    does: (handlers) => ({
      ...handlers,
      listOrdersOfCustomer(one) {
        const answer = call(handlers, 'listOrdersOfCustomer', one);
        const old = (each: Doc) => each.id < idOf(200);
        return answer.status === 200 ? { ...answer, body: (answer.body as Doc[]).filter(old) } : answer;
      },
    }),
  },
  'counts-one-too-many': {
    finds: ['state.count-differs'],
    probe: [['GET', `/customers/${ADA}`]],
    says: inBody('getCustomer', (customer) => ({ ...customer, orderCount: customer.orderCount + 1 })),
  },
  'orders-for-nobody': {
    finds: ['state.unknown-reference-accepted'],
    probe: [['POST', '/orders', { ...ORDER, customerId: NOBODY }]],
    does: (handlers, books) => ({
      ...handlers,
      createOrder(one) {
        const answer = call(handlers, 'createOrder', one);
        if (answer.status !== 404) return answer;
        const { customerId, item, total } = one.body;
        const order = { id: idOf(books.next++), customerId, item, total, shipped: false };
        books.orders.set(order.id, order);
        return { status: 201, body: order };
      },
    }),
  },
  'customer-with-orders-deleted': {
    finds: ['state.delete-leaves-orphans'],
    probe: [['DELETE', `/customers/${GRACE}`]],
    does: (handlers, { customers }) => ({
      ...handlers,
      deleteCustomer(one) {
        const answer = call(handlers, 'deleteCustomer', one);
        if (answer.status !== 409) return answer;
        customers.delete(one.path['customerId']);
        return { status: 204 };
      },
    }),
  },
  'replaced-is-made-again': {
    finds: ['state.creation-changed'],
    also: ['idempotency.put'],
    probe: [
      ['PUT', `/customers/${ADA}`, { name: 'Ada' }],
      ['GET', `/customers/${ADA}`],
    ],
    does: (handlers, books) => ({
      ...handlers,
      replaceCustomer(one) {
        const answer = call(handlers, 'replaceCustomer', one);
        const after = books.customers.get(one.path['customerId']);
        if (!after) return answer;
        const again = { ...after, createdAt: momentOf(books.next++) };
        books.customers.set(after.id, again);
        return { ...answer, body: shown(books, again) };
      },
    }),
  },
  'any-id-is-somebody': {
    finds: ['state.unknown-accepted'],
    also: ['reject.format'],
    probe: [['GET', '/customers/nobody']],
    believes: (document) => {
      document.paths['/customers/{customerId}'].parameters[0].schema = { type: 'string' };
    },
    does: (handlers, books) => ({
      ...handlers,
      getCustomer(one) {
        const strange = !/^[0-9a-f-]{36}$/i.test(one.path['customerId']);
        return strange
          ? { status: 200, body: shown(books, books.customers.get(ADA)) }
          : call(handlers, 'getCustomer', one);
      },
    }),
  },
  'bound-of-total-ignored': {
    finds: ['filter.ignored'],
    probe: [['GET', '/orders?minTotal=100']],
    does: (handlers) => ({
      ...handlers,
      listOrders: (one) => call(handlers, 'listOrders', { ...one, query: { ...one.query, minTotal: undefined } }),
    }),
  },
  'totals-sorted-as-text': {
    finds: ['sort.ignored'],
    probe: [['GET', '/orders?sort=total']],
    does: (handlers, { orders }) => ({
      ...handlers,
      listOrders(one) {
        if (one.query['sort'] === undefined) return call(handlers, 'listOrders', one);
        const sign = one.query['sort'] === 'total' ? 1 : -1;
        const text = (order: Doc) => String(order.total.amount);
        const all = [...orders.values()].filter((order) => order.total.amount >= (one.query['minTotal'] ?? 0));
        return { status: 200, body: all.sort((a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0)) };
      },
    }),
  },
  'note-cannot-be-taken-away': {
    finds: ['state.patch-null-kept'],
    probe: [
      ['PATCH', FIRST, { note: 'ring twice' }, MERGE],
      ['PATCH', FIRST, { note: null }, MERGE],
    ],
    does: (handlers) => ({
      ...handlers,
      updateOrder(one) {
        const { note, ...rest } = one.body;
        return call(handlers, 'updateOrder', note === null ? { ...one, body: rest } : one);
      },
    }),
  },
  'note-that-is-taken-away-is-empty': {
    finds: ['state.patch-null-kept'],
    probe: [
      ['PATCH', FIRST, { note: 'ring twice' }, MERGE],
      ['PATCH', FIRST, { note: null }, MERGE],
    ],
    does: (handlers) => ({
      ...handlers,
      updateOrder(one) {
        const { note, ...rest } = one.body;
        return call(handlers, 'updateOrder', note === null ? { ...one, body: { ...rest, note: '' } } : one);
      },
    }),
  },
  'ships-only-in-its-answer': {
    finds: ['state.action-without-effect'],
    probe: [
      ['POST', `${FIRST}/ship`],
      ['GET', FIRST],
    ],
    does: (handlers) => ({
      ...handlers,
      shipOrder(one) {
        const answer = call(handlers, 'getOrder', one);
        return answer.status === 200 ? { ...answer, body: { ...(answer.body as object), shipped: true } } : answer;
      },
    }),
  },
  'updated-long-before-created': {
    finds: ['state.times-reversed'],
    // The same time after every change.
    also: ['state.version-unchanged'],
    probe: [['GET', `/customers/${ADA}`]],
    says: (answer, { operationId }) =>
      /^(get|create|replace)Customer$/.test(operationId ?? '') && answer.status < 300 && answer.body !== undefined
        ? { ...answer, body: { ...(answer.body as object), updatedAt: '1970-01-01T00:00:00Z' } }
        : answer,
  },
  'currency-forgotten': {
    finds: ['state.roundtrip-lossy'],
    probe: [['POST', '/orders', ORDER]],
    says: (answer, { operationId }) =>
      /^(get|create|update|ship)Order$/.test(operationId ?? '') && answer.status < 300 && answer.body !== undefined
        ? { ...answer, body: withoutCurrency(answer.body) }
        : answer,
    believes: withoutDuty,
    publishes: withoutDuty,
  },
  'search-without-effect': {
    finds: ['search.metamorphic'],
    probe: [['GET', '/customers?q=Grace']],
    does: (handlers) => ({
      ...handlers,
      listCustomers: (one) => call(handlers, 'listCustomers', { ...one, query: {} }),
    }),
  },
  'search-finds-nobody': {
    finds: ['search.metamorphic'],
    probe: [['GET', '/customers?q=Grace']],
    does: (handlers) => ({
      ...handlers,
      listCustomers: (one) =>
        one.query['q'] === undefined ? call(handlers, 'listCustomers', one) : { status: 200, body: [] },
    }),
  },
  'same-key-orders-twice': {
    finds: ['idempotency.key-ignored'],
    probe: [
      ['POST', '/orders', ORDER, { 'Idempotency-Key': 'once-only' }],
      ['POST', '/orders', ORDER, { 'Idempotency-Key': 'once-only' }],
    ],
    does: (handlers, { keys }) => ({
      ...handlers,
      createOrder(one) {
        keys.clear();
        return call(handlers, 'createOrder', one);
      },
    }),
  },
  'client-names-the-order': {
    finds: ['schema.read-only-writable'],
    probe: [['POST', '/orders', { ...ORDER, id: NOBODY }]],
    does: (handlers, { orders }) => ({
      ...handlers,
      createOrder(one) {
        const answer = call(handlers, 'createOrder', one);
        if (answer.status !== 201 || typeof one.body.id !== 'string') return answer;
        const made = answer.body as Doc;
        orders.delete(made.id);
        orders.set(one.body.id, { ...made, id: one.body.id });
        return { ...answer, body: orders.get(one.body.id) };
      },
    }),
  },
};
