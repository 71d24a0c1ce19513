import { describe, expect, test } from 'vitest';
import { inferResources } from '../../../src/resources/index.ts';
import { loadApi, type Operation } from '../../../src/spec/index.ts';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const sent = {
  title: text,
  status: { type: 'string', enum: ['open', 'closed', 'on_hold'] },
  priority: { type: 'string', enum: ['low', 'high'] },
  urgent: { type: 'boolean' },
  hours: { type: 'number' },
};
const schemas = { Ticket: object({ id: text, ...sent }, ['id', 'title']), New: object(sent, ['title']) };

/** Tickets, and one path that answers this about them. */
const tickets = (at: string, shown: object, parameters: readonly object[] = []): object =>
  api(
    {
      '/tickets': {
        get: answer(array(ref('Ticket'))),
        post: { ...sending(ref('New')), ...answer(ref('Ticket'), '201') },
      },
      '/tickets/{id}': {
        ...path('id'),
        get: answer(ref('Ticket')),
        delete: { responses: { 204: { description: '' } } },
      },
      [at]: { get: { parameters, ...answer(shown) } },
    },
    schemas,
  );

/** Three tickets in place of the seeded ones. */
async function three(ask: Ask): Promise<void> {
  for (const { id } of (await ask('GET', '/tickets')).body) await ask('DELETE', `/tickets/${id}`);
  await ask('POST', '/tickets', { title: 'a', status: 'open', priority: 'low', urgent: true, hours: 1 });
  await ask('POST', '/tickets', { title: 'b', status: 'open', priority: 'high', urgent: false, hours: 2.5 });
  await ask('POST', '/tickets', { title: 'c', status: 'closed', priority: 'low', urgent: false, hours: 4 });
}

const shownAt = async (at: string, shown: object): Promise<unknown> => {
  const ask = await asking(tickets(at, shown));
  await three(ask);
  return (await ask('GET', at)).body;
};

describe('statistics follow the records', () => {
  test('in all, for each listed value, and by a flag', async () => {
    const names = { total: number, open: number, closedTickets: number, on_hold_count: number, urgent: number };
    expect(await shownAt('/tickets/stats', object(names))).toEqual({
      total: 3,
      open: 2,
      closedTickets: 1,
      on_hold_count: 0,
      urgent: 1,
    });
  });

  test('sums, averages and ends of a number', async () => {
    const names = {
      count: number,
      total_hours: { type: 'number' },
      averageHours: { type: 'number' },
      max_hours: { type: 'number' },
    };
    expect(await shownAt('/stats/tickets', object(names))).toEqual({
      count: 3,
      total_hours: 7.5,
      averageHours: 2.5,
      max_hours: 4,
    });
  });

  test('by a property: an object, a map and rows, also in an envelope', async () => {
    const rows = array(object({ status: text, count: number }, ['status', 'count']));
    const map = { type: 'object', additionalProperties: number };
    const names = { by_priority: map, statuses: rows, counts: object({ open: number, closed: number }) };
    expect(await shownAt('/tickets/summary', object({ ok: { type: 'boolean' }, data: object(names) }))).toEqual({
      ok: true,
      data: {
        by_priority: { low: 2, high: 1 },
        statuses: [
          { status: 'open', count: 2 },
          { status: 'closed', count: 1 },
          { status: 'on_hold', count: 0 },
        ],
        counts: { open: 2, closed: 1 },
      },
    });
  });

  test('of those that the filters let through', async () => {
    const ask = await asking(
      tickets('/tickets/stats', object({ total: number, open: number }), query('priority').parameters),
    );
    await three(ask);
    expect((await ask('GET', '/tickets/stats?priority=low')).body).toEqual({ total: 2, open: 1 });
  });
});

test('numbers of other things do not follow the records', async () => {
  const shown = object({ uptime: number, users: object({ total: number }), last_week: number });
  const read = await loadApi(tickets('/tickets/stats', shown));
  const role = inferResources(read).roleOf(read.operations.find((each) => each.path === '/tickets/stats') as Operation);
  expect(role.statistics).toBeUndefined();
});
