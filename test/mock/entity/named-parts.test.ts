import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const phone = { type: 'string', format: 'phone' };
const status = { type: 'string', enum: ['queued', 'sending', 'delivered'] };
const document = api(
  {
    '/messages': {
      get: answer(object({ data: array(ref('Message')) })),
      post: {
        ...sending(object({ to: phone, from: phone, sender: text, cc: array(text), body: text }, ['to'])),
        ...answer(ref('Message'), '201'),
      },
    },
    '/messages/{id}': { ...path('id'), get: answer(ref('Message')) },
  },
  {
    Message: object({
      id: { ...text, readOnly: true },
      to: array(object({ carrier: text, phone, status })),
      from: object({ carrier: text, line: phone }),
      sender: object({ name: text, email: text }),
      cc: array(object({ name: text, email: text })),
      body: text,
    }),
  },
);

async function made(): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof asking>>>>['body']> {
  const ask = await asking(document);
  const sent = {
    to: '+41790000000',
    from: '+15005550006',
    sender: 'ada@example.com',
    cc: ['b@example.com'],
    body: 'hi',
  };
  const { status: code, body } = await ask('POST', '/messages', sent);
  expect(code).toBe(201);
  return body;
}

test('a text is the part of an object that has its format', async () => {
  expect((await made())['from']).toMatchObject({ line: '+15005550006' });
});

test('a text is the only object of a list', async () => {
  const { to } = await made();
  expect(to).toHaveLength(1);
  expect(to).toMatchObject([{ phone: '+41790000000' }]);
});

test('a mail address is the address of an object, not its name', async () => {
  expect(await made()).toMatchObject({ sender: { email: 'ada@example.com' }, cc: [{ email: 'b@example.com' }] });
});

test('an object that a text stands for is whole, and in its first state', async () => {
  const { to } = await made();
  expect(to[0]).toMatchObject({ carrier: expect.any(String), status: 'queued' });
});

test('a name that is sent in place of an object stays its name, although the id that it gets is that of another record', async () => {
  const Kind = object({ id: { ...number, minimum: 1, maximum: 3 }, name: text }, ['id', 'name']);
  const Server = object({ id: number, kind: ref('Kind') }, ['id', 'kind']);
  const servers = await asking(
    api(
      {
        '/kinds': { get: answer(array(ref('Kind'))) },
        '/kinds/{id}': { ...path('id', number), get: answer(ref('Kind')) },
        '/servers': {
          get: answer(array(ref('Server'))),
          post: { ...sending(object({ kind: text }, ['kind'])), ...answer(ref('Server'), '201') },
        },
        '/servers/{id}': { ...path('id', number), get: answer(ref('Server')) },
      },
      { Kind, Server },
    ),
  );
  for (const kind of ['small', 'large', 'huge'])
    expect((await servers('POST', '/servers', { kind })).body.kind.name).toBe(kind);
});
