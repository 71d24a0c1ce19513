import type { Doc } from '../document.ts';

export interface Books {
  next: number;
  /** How many customers were replaced. */
  replaced: number;
  readonly customers: Map<string, Doc>;
  readonly orders: Map<string, Doc>;
  /** What was ordered with a key, by that key. */
  readonly keys: Map<string, Doc>;
}

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** Every moment of this server is a second after the one before. */
export const momentOf = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();

export function start(): Books {
  const customers = new Map<string, Doc>();
  const orders = new Map<string, Doc>();
  for (const [index, name] of ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra'].entries()) {
    const id = idOf(index + 1);
    customers.set(id, {
      id,
      name,
      ...(index ? { city: 'Ulm' } : {}),
      createdAt: momentOf(index),
      updatedAt: momentOf(index),
    });
  }
  for (const [index, item] of ['tea', 'cake', 'soap', 'rope'].entries()) {
    const id = idOf(101 + index);
    const amount = [9.5, 120, 14, 3][index];
    orders.set(id, { id, customerId: idOf(1 + (index % 2)), item, total: { amount, currency: 'EUR' }, shipped: false });
  }
  return { next: 200, replaced: 0, customers, orders, keys: new Map() };
}

export function shown(books: Books, customer: Doc): Doc {
  const orderCount = [...books.orders.values()].filter((one) => one.customerId === customer.id).length;
  return { ...customer, orderCount };
}
