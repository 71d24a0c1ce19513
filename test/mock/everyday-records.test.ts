import { describe, expect, test } from 'vitest';
import { asking } from './ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from './little.ts';

const time = { type: 'string', format: 'date-time' };
const date = { type: 'string', format: 'date' };
const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const money = { type: 'number' };

describe('users that are only listed', () => {
  const document = api(
    {
      '/me': { get: answer(ref('User')) },
      '/users': { get: answer(array(ref('User'))) },
      '/notes': {
        get: answer(array(ref('Note'))),
        post: { ...sending(object({ body: text })), ...answer(ref('Note'), '201') },
      },
      '/notes/{id}': { ...path('id'), get: answer(ref('Note')) },
    },
    {
      User: object({ id: text, name: text }, ['id', 'name']),
      Note: object({ id: text, body: text, authorId: text, creatorId: orNull(text), assigneeIds: array(text) }, [
        'id',
        'authorId',
        'creatorId',
        'assigneeIds',
      ]),
    },
  );

  test('have ids: the caller is one of them, and a new record is the caller’s', async () => {
    const ask = await asking(document);
    const me = (await ask('GET', '/me')).body;
    const ids = (await ask('GET', '/users')).body.map(({ id }: { id: string }) => id);
    expect(ids).toContain(me.id);
    expect((await ask('POST', '/notes', { body: 'b' })).body).toMatchObject({ authorId: me.id, creatorId: me.id });
  });

  test('are named by what they do', async () => {
    const ask = await asking(document);
    const ids = (await ask('GET', '/users')).body.map(({ id }: { id: string }) => id);
    const notes = (await ask('GET', '/notes')).body;
    expect(notes.length).toBeGreaterThan(1);
    for (const { authorId, assigneeIds } of notes) {
      expect(ids).toContain(authorId);
      for (const each of assigneeIds) expect(ids).toContain(each);
    }
  });
});

describe('records below their own kind', () => {
  const Message = object({ id: number, threadId: orNull(number), body: text, replyCount: number, createdAt: time }, [
    'id',
    'threadId',
    'replyCount',
    'createdAt',
  ]);
  const ask = asking(
    api(
      {
        '/messages': {
          get: {
            description: 'The newest messages first.',
            ...answer(array(ref('Message'))),
            parameters: [
              { name: 'before', in: 'query', schema: number, description: 'Only messages before this message id' },
              { name: 'limit', in: 'query', schema: number },
            ],
          },
          post: { ...sending(object({ body: text, threadId: number })), ...answer(ref('Message'), '201') },
        },
        '/messages/{id}': {
          ...path('id', number),
          get: answer(ref('Message')),
          delete: { responses: { 204: { description: 'gone' } } },
        },
        '/messages/{id}/replies': { ...path('id', number), get: answer(array(ref('Message'))) },
        '/folders': {
          get: answer(array(ref('Folder'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Folder'), '201') },
        },
        '/folders/{id}': { ...path('id'), get: answer(ref('Folder')) },
      },
      { Message, Folder: object({ id: text, name: text, parentId: orNull(text) }, ['id', 'parentId']) },
    ),
  );

  test('a reply is listed below what it answers, which counts it', async () => {
    const send = await ask;
    const first = (await send('POST', '/messages', { body: 'a' })).body;
    expect(first).toMatchObject({ threadId: null, replyCount: 0 });
    const reply = (await send('POST', '/messages', { body: 'b', threadId: first.id })).body;
    expect((await send('GET', `/messages/${first.id}/replies`)).body).toEqual([reply]);
    expect((await send('GET', `/messages/${first.id}`)).body.replyCount).toBe(1);
    await send('DELETE', `/messages/${reply.id}`);
    expect((await send('GET', `/messages/${first.id}`)).body.replyCount).toBe(0);
  });

  test('seeds are below seeds, and none is below itself', async () => {
    const folders = (await (await ask)('GET', '/folders')).body;
    const ids = folders.map(({ id }: { id: string }) => id);
    const parents = folders.flatMap(({ parentId }: { parentId: string | null }) => parentId ?? []);
    expect(parents.length).toBeGreaterThan(0);
    expect(parents.length).toBeLessThan(folders.length);
    for (const { id, parentId } of folders) {
      if (parentId !== null) expect(ids.slice(0, ids.indexOf(id))).toContain(parentId);
    }
  });

  test('what was made before a message comes after it in a list that begins with the newest', async () => {
    const send = await ask;
    const made = [];
    for (const body of ['1', '2', '3']) made.push((await send('POST', '/messages', { body })).body);
    const page = (await send('GET', `/messages?before=${made[2].id}&limit=2`)).body;
    expect(page).toEqual([made[1], made[0]]);
  });
});

test('an order of products shows their names and prices, and its totals', async () => {
  const line = object({ productId: text, productName: text, unitPrice: money, quantity: number, lineTotal: money }, [
    'productId',
    'productName',
    'unitPrice',
    'quantity',
    'lineTotal',
  ]);
  const ask = await asking(
    api(
      {
        '/products': { get: answer(array(ref('Product'))) },
        '/products/{id}': { ...path('id'), get: answer(ref('Product')) },
        '/orders': {
          get: answer(array(ref('Order'))),
          post: {
            ...sending(object({ lines: array(object({ productId: text, quantity: number })) })),
            ...answer(ref('Order'), '201'),
          },
        },
        '/orders/{id}': { ...path('id'), get: answer(ref('Order')) },
      },
      {
        Product: object({ id: text, name: text, price: money }, ['id', 'name', 'price']),
        Order: object({ id: text, lines: array(line), subtotal: money, tax: money, total: money }, [
          'id',
          'lines',
          'subtotal',
          'tax',
          'total',
        ]),
      },
    ),
  );
  const products = (await ask('GET', '/products')).body;
  const { price, name, id: productId } = products[0];
  const made = (await ask('POST', '/orders', { lines: [{ productId, quantity: 2 }] })).body;
  expect(made.lines).toEqual([
    { productId, productName: name, unitPrice: price, quantity: 2, lineTotal: expect.closeTo(2 * price, 2) },
  ]);
  for (const order of [made, ...(await ask('GET', '/orders')).body]) {
    const sum = order.lines.reduce((all: number, each: { lineTotal: number }) => all + each.lineTotal, 0);
    expect(order.subtotal).toBeCloseTo(sum, 1);
    expect(order.total).toBeCloseTo(sum + order.tax, 1);
    for (const each of order.lines)
      expect(products.find(({ id }: { id: string }) => id === each.productId)).toMatchObject({
        name: each.productName,
        price: each.unitPrice,
      });
  }
});

test('a stay has the nights between its dates, and their price', async () => {
  const sent = object({ roomId: text, checkIn: date, checkOut: date });
  const ask = await asking(
    api(
      {
        '/rooms': { get: { ...answer(array(ref('Room'))), ...query('maxPrice', money) } },
        '/rooms/{id}': { ...path('id'), get: answer(ref('Room')) },
        '/stays': {
          get: {
            ...answer(array(ref('Stay'))),
            parameters: [
              { name: 'from', in: 'query', schema: date, description: 'Only stays with check-in on or after this day' },
            ],
          },
          post: { ...sending(sent), ...answer(ref('Stay'), '201') },
        },
        '/stays/{id}': { ...path('id'), get: answer(ref('Stay')) },
      },
      {
        Room: object({ id: text, pricePerNight: money }, ['id', 'pricePerNight']),
        Stay: object({ id: text, roomId: text, checkIn: date, checkOut: date, nights: number, totalPrice: money }, [
          'id',
          'roomId',
          'checkIn',
          'checkOut',
          'nights',
          'totalPrice',
        ]),
      },
    ),
  );
  const rooms = (await ask('GET', '/rooms')).body;
  const prices = rooms.map(({ pricePerNight }: { pricePerNight: number }) => pricePerNight);
  const most = prices.toSorted((a: number, b: number) => a - b)[2];
  expect((await ask('GET', `/rooms?maxPrice=${most}`)).body).toHaveLength(
    prices.filter((price: number) => price <= most).length,
  );
  const made = (await ask('POST', '/stays', { roomId: rooms[0].id, checkIn: '2031-03-01', checkOut: '2031-03-04' }))
    .body;
  expect(made.nights).toBe(3);
  const stays = (await ask('GET', '/stays')).body;
  for (const { roomId, checkIn, checkOut, nights, totalPrice } of stays) {
    expect(nights).toBe((Date.parse(checkOut) - Date.parse(checkIn)) / 86_400_000);
    const room = rooms.find(({ id }: { id: string }) => id === roomId);
    expect(totalPrice).toBeCloseTo(nights * room.pricePerNight, 1);
  }
  expect((await ask('GET', '/stays?from=2031-03-01')).body).toEqual([made]);
});

test('a required property of the server that may be null is null until it has happened', async () => {
  const ask = await asking(
    api(
      {
        '/posts': {
          get: answer(array(ref('Post'))),
          post: { ...sending(object({ title: text })), ...answer(ref('Post'), '201') },
        },
        '/posts/{id}': { ...path('id'), get: answer(ref('Post')) },
      },
      { Post: object({ id: text, title: text, publishedAt: orNull(time) }, ['id', 'title', 'publishedAt']) },
    ),
  );
  expect((await ask('POST', '/posts', { title: 't' })).body.publishedAt).toBeNull();
});
