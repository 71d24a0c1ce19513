import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const nullable = { type: ['object', 'null'], properties: { code: text }, examples: [{ code: 'action_failed' }] };
const Image = object({ id: number, name: text, size: number }, ['id', 'name', 'size']);
const ask = await asking(
  api(
    {
      '/images': {
        get: answer(array(ref('Image'))),
        post: { ...sending(object({ name: text, size: number }, ['name'])), ...answer(ref('Image'), '201') },
      },
      '/images/{id}': { ...path('id', number), get: answer(ref('Image')) },
      '/servers': {
        get: answer(array(ref('Server'))),
        post: {
          ...sending(object({ name: text, image: text, media_urls: array(text) }, ['name'])),
          ...answer(ref('Server'), '201'),
        },
      },
      '/servers/{id}': { ...path('id', number), get: answer(ref('Server')) },
    },
    {
      Image,
      Server: object(
        {
          id: number,
          name: text,
          image: ref('Image'),
          media: array(object({ url: text })),
          error: { ...nullable, description: 'What went wrong, otherwise null' },
        },
        ['id', 'name', 'image', 'media', 'error'],
      ),
    },
  ),
);

test('A text that is sent in place of an object is the name of the record that is called so', async () => {
  const [, seeded] = (await ask('GET', '/images')).body;
  const made = (await ask('POST', '/images', { name: 'debian-12', size: 7 })).body;
  for (const image of [seeded, made]) {
    const server = (await ask('POST', '/servers', { name: 'web', image: image.name })).body;
    expect(server.image).toEqual(image);
  }
});

test('A new record has had no error, whatever the example of the error shows', async () => {
  expect((await ask('POST', '/servers', { name: 'web' })).body.error).toBeNull();
});

test('Members that are sent in the plural are the entries of the list', async () => {
  const { media } = (await ask('POST', '/servers', { name: 'web', media_urls: ['https://a.example/1', 'x'] })).body;
  expect(media).toEqual([{ url: 'https://a.example/1' }, { url: 'x' }]);
});

test('An identifier of a server type is not that of a server', async () => {
  const Type = object({
    id: number,
    name: { ...(text as object), description: 'Unique identifier of the Server type', examples: ['cx11'] },
  });
  const types = await asking(
    api(
      {
        '/servers': { get: answer(array(object({ id: number, name: text }))) },
        '/servers/{id}': { ...path('id', number), get: answer(object({ id: number, name: text })) },
        '/server_types': { get: answer(array(ref('Type'))) },
        '/server_types/{id}': { ...path('id', number), get: answer(ref('Type')) },
      },
      { Type },
    ),
  );
  const names = (await types('GET', '/server_types')).body.map(({ name }: { readonly name: string }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('A property that is described as the id above it is that id', async () => {
  const description = "The MD5 hash of the lowercase version of the member's email address.";
  const Note = object({ id: number, note: text, email_id: { ...(text as object), description, readOnly: true } });
  const at = { name: 'hash', in: 'path', required: true, schema: text, description: `${description} Or its id.` };
  const notes = await asking(
    api(
      {
        '/members/{hash}/notes': {
          parameters: [at],
          get: answer(array(ref('Note'))),
          post: { ...sending(object({ note: text })), ...answer(ref('Note'), '201') },
        },
        '/members/{hash}/notes/{id}': {
          parameters: [at, { name: 'id', in: 'path', required: true, schema: number }],
          get: answer(ref('Note')),
        },
      },
      { Note },
    ),
  );
  const made = (await notes('POST', '/members/abc123/notes', { note: 'Called' })).body;
  expect(made).toMatchObject({ note: 'Called', email_id: 'abc123' });
  expect((await notes('GET', '/members/abc123/notes')).body).toContainEqual(made);
});

test('A required property with the description of the id above it stays what is sent', async () => {
  const description = 'The unique identifier of the user account.';
  const to = { ...(text as object), description };
  const at = { name: 'user', in: 'path', required: true, schema: text, description };
  const transfers = await asking(
    api(
      {
        '/users/{user}/transfers': {
          parameters: [at],
          get: answer(array(ref('Transfer'))),
          post: { ...sending(object({ to, amount: number }, ['to'])), ...answer(ref('Transfer'), '201') },
        },
        '/users/{user}/transfers/{id}': {
          parameters: [at, { name: 'id', in: 'path', required: true, schema: number }],
          get: answer(ref('Transfer')),
        },
      },
      { Transfer: object({ id: number, to, amount: number }) },
    ),
  );
  const made = (await transfers('POST', '/users/u-1/transfers', { to: 'u-2', amount: 5 })).body;
  expect(made).toMatchObject({ to: 'u-2', amount: 5 });
  expect((await transfers('GET', '/users/u-1/transfers')).body).toContainEqual(made);
});
