import { expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

// A clip is made by an upload below the collection, which answers the ids alone.
const sent = object({ file: { type: 'string', format: 'binary' }, title: text, note: text }, ['file', 'title']);
const change = { 'multipart/form-data': { schema: object({ title: text, note: text }) } };
const DOCUMENT = api(
  {
    '/clips': { get: answer(array(ref('Clip'))) },
    '/clips/upload': {
      post: {
        summary: 'Upload a clip',
        requestBody: { content: { 'multipart/form-data': { schema: sent } } },
        ...answer(object({ clip: object({ id: number, code: text }) })),
      },
    },
    '/clips/{id}': {
      ...path('id', number),
      get: answer(ref('Clip')),
      put: { requestBody: { content: change }, responses: { 204: { description: 'done' } } },
    },
  },
  { Clip: object({ id: number, code: text, title: text, note: text }, ['id']) },
);

const form = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};
const ask = (mock: StandinMock, method: string, at: string, body?: FormData): Promise<Response> =>
  mock.fetch(new Request(`http://localhost/clips${at}`, { method, ...(body === undefined ? {} : { body }) }));

test('an upload that answers the ids of what it made under the name of the thing creates it', async () => {
  const mock = await createMock({ document: DOCUMENT });
  const made = await ask(mock, 'POST', '/upload', form({ file: new Blob(['a']), title: 'Dunes' }));
  const { clip } = (await made.json()) as { readonly clip: { readonly id: number; readonly code: string } };
  expect(await (await ask(mock, 'GET', `/${clip.id}`)).json()).toMatchObject({ ...clip, title: 'Dunes' });
});

test('a PUT with an unknown id does not create what a POST below the collection makes', async () => {
  const mock = await createMock({ document: DOCUMENT });
  expect((await ask(mock, 'PUT', '/987654', form({ title: 'Dunes' }))).status).toBe(404);
  expect((await ask(mock, 'GET', '/987654')).status).toBe(404);
});

const Report = object({ reportId: text, state: text, url: text }, ['reportId']);
const reports = (status: string, answered: object): object =>
  api(
    {
      '/reports': { get: answer(object({ reports: array(ref('Report')) })) },
      '/reports/sales': { post: { ...sending(object({ from: text, to: text })), ...answer(answered, status) } },
      '/reports/{reportId}': { ...path('reportId'), get: answer(ref('Report')) },
    },
    { Report },
  );

test('a 201 below a collection that answers an item creates it, whatever the last word is', async () => {
  const ask = await asking(reports('201', object({ reportId: text, state: text, note: text })));
  const { reportId } = (await ask('POST', '/reports/sales', { from: 'May', to: 'June' })).body;
  expect((await ask('GET', '/reports')).body.reports.map((each: { reportId: string }) => each.reportId)).toContain(
    reportId,
  );
  expect((await ask('GET', `/reports/${reportId}`)).body.reportId).toBe(reportId);
});

test('another success, or another thing, creates nothing there', async () => {
  for (const document of [
    reports('200', object({ reportId: text, state: text, note: text })),
    reports('201', object({ reportId: text, seller: text, amount: number })),
  ]) {
    const ask = await asking(document);
    const before = (await ask('GET', '/reports')).body.reports.length;
    await ask('POST', '/reports/sales', { from: 'May', to: 'June' });
    expect((await ask('GET', '/reports')).body.reports).toHaveLength(before);
  }
});
