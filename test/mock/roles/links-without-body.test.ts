import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'no such record' } };
const done = { responses: { 200: { description: 'done' }, ...missing } };
const Link = object({ show_id: number, _embedded: object({ show: object({ title: text }) }) });
const links = (base: string, above: object = {}): object => ({
  [base]: { ...above, get: answer(array(ref('Link')), '200', missing) },
  [`${base}/{show_id}`]: {
    parameters: [...((above as { parameters?: object[] }).parameters ?? []), ...path('show_id', number).parameters],
    put: answer(ref('Link'), '200', missing),
    delete: done,
  },
});
const document = api(
  {
    '/tags': { get: answer(array(ref('Tag'))), post: { ...sending(object({ name: text })), ...answer(ref('Tag')) } },
    '/tags/{tag_id}': { ...path('tag_id', number), delete: done },
    ...links('/tags/{tag_id}/shows', path('tag_id', number)),
    ...links('/follows/shows'),
    '/alerts': { get: answer(array(ref('Alert'))) },
    '/alerts/{alert_id}': {
      ...path('alert_id', number),
      get: answer(ref('Alert'), '200', missing),
      put: answer(ref('Alert'), '200', missing),
    },
  },
  {
    Link,
    Tag: object({ id: number, name: text }, ['id']),
    Alert: object({ id: number, title: text, seen: text }, ['id']),
  },
);

test('a PUT without a body adds a link, which is listed until it is deleted', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/tags', { name: 'mine' })).body;
  for (const base of [`/tags/${id}/shows`, '/follows/shows']) {
    expect((await ask('PUT', `${base}/987654`)).body.show_id).toBe(987_654);
    const shown = async (): Promise<number[]> =>
      (await ask('GET', base)).body.map((each: { show_id: number }) => each.show_id);
    expect(await shown()).toContain(987_654);
    await ask('DELETE', `${base}/987654`);
    expect(await shown()).not.toContain(987_654);
  }
});

test('a PUT without a body creates nothing and keeps what is there where a record is more than a link', async () => {
  const ask = await asking(document);
  const [first] = (await ask('GET', '/alerts')).body;
  await ask('PUT', `/alerts/${first.id}`);
  expect((await ask('GET', `/alerts/${first.id}`)).body).toEqual(first);
  expect((await ask('PUT', '/alerts/987654')).status).toBe(404);
});
