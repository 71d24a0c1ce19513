import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, sending, text } from '../little.ts';

const send = (answered: object, body: object = object({ to: text })): object => ({
  post: { ...sending(body), ...answer(answered) },
});
const document = api({
  '/send': send(object({ messageId: text, to: text })),
  '/letters': send(object({ id: { type: 'string', format: 'uuid' }, state: text })),
  '/places/check': send(
    object({ accountId: text, tenant_id: text, regionId: text, placeId: text, id: text, owner: object({ id: text }) }),
  ),
  '/echoes': send(object({ traceId: text }), object({ traceId: text })),
});

test('each message that is sent has an id of its own', async () => {
  const ask = await asking(document);
  const ids = [];
  for (let call = 0; call < 3; call += 1) {
    const { body } = await ask('POST', '/send', { to: 'a' });
    expect(body.to).toBe('a');
    ids.push(body.messageId);
  }
  expect(new Set(ids).size).toBe(3);
});

test('the ids keep their format, and the first is the same in every run', async () => {
  const [one, other] = [await asking(document), await asking(document)];
  const first = (await one('POST', '/letters', {})).body.id;
  expect((await other('POST', '/letters', {})).body.id).toBe(first);
  const second = (await one('POST', '/letters', {})).body.id;
  expect(second).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(second).not.toBe(first);
});

test('an id that the client sends comes back', async () => {
  const ask = await asking(document);
  for (let call = 0; call < 2; call += 1)
    expect((await ask('POST', '/echoes', { traceId: 't-1' })).body.traceId).toBe('t-1');
});

test('ids of what a call does not make stay', async () => {
  const ask = await asking(document);
  const [one, other] = [await ask('POST', '/places/check', {}), await ask('POST', '/places/check', {})];
  const made = { id: expect.any(String), placeId: expect.any(String) };
  expect(other.body).toEqual({ ...one.body, ...made });
  expect(other.body.id).not.toBe(one.body.id);
  expect(other.body.placeId).not.toBe(one.body.placeId);
});
