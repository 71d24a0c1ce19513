import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const page = object({ id: number, url: text }, ['id', 'url']);
const scan = object({ id: number, started: text, ended: text, scan: object({ title: text, pages: array(page) }) });
const scans = {
  '/api/scans': {
    get: answer(array(ref('Scan'))),
    post: {
      ...sending(object({ title: text, pages: array(object({ url: text })), settings: text })),
      ...answer(object({ id: number, title: text, pages: array(page) }, ['id', 'title', 'pages'])),
    },
  },
  '/api/scans/{scanId}': { ...path('scanId', number), get: answer(ref('Scan')) },
};

describe('What a create answers', () => {
  test('shows the part of the record that was sent, as it is read afterwards', async () => {
    const ask = await asking(api(scans, { Scan: scan }), { seed: 5 });
    const { body } = await ask('POST', '/api/scans', { title: 'Mine', pages: [{ url: 'https://example.com/a' }] });
    const read = (await ask('GET', `/api/scans/${body.id}`)).body;
    expect(body).toMatchObject({ title: 'Mine', pages: [{ url: 'https://example.com/a' }] });
    expect(read.scan).toMatchObject({ title: body.title, pages: body.pages });
  });

  test('has a Location that fits its documented pattern, with as many of the first words as that allows', async () => {
    const located = (pattern: string): object => ({
      responses: { 201: { description: '', headers: { Location: { schema: { type: 'string', pattern } } } } },
    });
    const made = async (pattern: string): Promise<string | undefined> => {
      const document = api(
        {
          '/api/v1/poi': { get: answer(array(ref('Poi'))), post: { ...sending(ref('Poi')), ...located(pattern) } },
          '/api/v1/poi/{id}': { ...path('id', number), get: answer(ref('Poi')) },
        },
        { Poi: object({ id: { ...number, readOnly: true }, name: text }) },
      );
      const ask = await asking(document, { seed: 5 });
      return (await ask('POST', '/api/v1/poi', { name: 'x' })).location;
    };
    expect(await made('^/poi/[0-9]+$')).toMatch(/^\/poi\/\d+$/);
    expect(await made('/poi/[0-9]+$')).toMatch(/^\/api\/v1\/poi\/\d+$/);
  });
});

describe('What a create answers with an id in an object of its own', () => {
  const Note = object({ id: text, title: text, owner_id: text });
  const documentOf = (created: object): object =>
    api(
      {
        '/notes': {
          get: answer(object({ data: array(ref('Note')) })),
          post: { ...sending(object({ title: text })), ...answer(created, '201') },
        },
        '/notes/{note_id}': { ...path('note_id'), get: answer(object({ data: ref('Note') })) },
        '/owners': { get: answer(array(object({ id: text, name: text }))) },
        '/owners/{id}': { ...path('id'), get: answer(object({ id: text, name: text })) },
      },
      { Note },
    );
  const id = { type: 'string', example: '12345' };

  test.each([
    ['alone', object({ success: { type: 'boolean' }, data: object({ id }, ['id']) }, ['data']), 'data'],
    [
      'beside its kind and address',
      object({ code: number, resource: object({ entity: text, id }, ['id']) }, ['resource']),
      'resource',
    ],
  ])('%s names the record that is read afterwards', async (_, created, at) => {
    const ask = await asking(documentOf(created));
    const made = (await ask('POST', '/notes', { title: 'Mine' })).body[at];
    expect((await ask('GET', `/notes/${made.id}`)).body.data.title).toBe('Mine');
  });

  test('leaves the id of another resource alone', async () => {
    const created = object({ text, owner: object({ id, name: text }, ['id']) }, ['owner']);
    const ask = await asking(documentOf(created));
    expect((await ask('POST', '/notes', { title: 'Mine' })).body.owner.id).toBe('12345');
  });
});
