import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, number, object, path, sending, text } from '../little.ts';

const lot = sending(object({ name: text, lotCode: text }, ['name']));
const receipt = {
  responses: {
    200: {
      description: 'The waste has been received.',
      content: { 'application/json': { schema: object({ message: text }) } },
    },
  },
};
const document = api({
  '/lots/register': { post: { ...lot, ...answer(object({ data: object({ lotId: number }) }), '201') } },
  '/lots/code': { post: { ...lot, ...answer(object({ lotCode: text })) } },
  '/lots/{lotId}/report': {
    ...path('lotId', number),
    post: { ...lot, ...answer(object({ lotId: number, size: number })) },
  },
  '/waste/receive': { put: { ...lot, ...receipt } },
  '/news': { get: receipt },
});

test('each thing that is sent gets another id, where nothing shows it under its id', async () => {
  const ask = await asking(document);
  const ids = [];
  for (const name of ['North', 'North', 'South'])
    ids.push((await ask('POST', '/lots/register', { name })).body.data.lotId);
  expect(new Set(ids).size).toBe(3);
  const other = await asking(document);
  expect((await other('POST', '/lots/register', { name: 'North' })).body.data.lotId).toBe(ids[0]);
});

test('what was sent, or stands in the path, stays what it is', async () => {
  const ask = await asking(document);
  for (const at of ['/lots/code', '/lots/7/report']) {
    const sent = { name: 'North', lotCode: 'N-1' };
    expect((await ask('POST', at, sent)).body).toEqual((await ask('POST', at, sent)).body);
  }
});

test('a message of a write is what the document says of its success', async () => {
  const ask = await asking(document);
  expect((await ask('PUT', '/waste/receive', { name: 'North' })).body).toEqual({
    message: 'The waste has been received.',
  });
  expect((await ask('GET', '/news')).body.message).not.toBe('The waste has been received.');
});
