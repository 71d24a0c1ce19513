import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, sending, text } from '../little.ts';

const Person = object({ id: text, username: text, email: text, city: text });
const people = (description: string) => ({
  '/people': {
    get: answer(array(Person)),
    post: {
      ...sending(object({ username: text, email: text, city: text })),
      ...answer(Person, '201', { 409: { description } }),
    },
  },
});
const ada = { username: 'ada', email: 'ada@example.com', city: 'Oslo' };

test.each([
  ['Email sudah terdaftar', { username: 'bo' }, { email: 'bo@example.com' }],
  ['E-mail já cadastrado.', { username: 'bo' }, { email: 'bo@example.com' }],
  ['Der username ist bereits vergeben', { email: 'bo@example.com' }, { username: 'bo' }],
  ['Conflict', { email: 'bo@example.com' }, { username: 'bo' }],
])(
  'a conflict described as "%s" is about what it mentions, or the name that people sign in with',
  async (words, taken, free) => {
    const ask = await asking(api(people(words)));
    expect((await ask('POST', '/people', ada)).status).toBe(201);
    expect((await ask('POST', '/people', { ...ada, ...taken })).status).toBe(409);
    expect((await ask('POST', '/people', { ...ada, ...free })).status).toBe(201);
  },
);

test('a name of an account that another record shows may be shown by many', async () => {
  const Remark = object({ id: text, username: text, city: text });
  const create = {
    ...sending(object({ username: text, city: text })),
    ...answer(Remark, '201', { 409: { description: 'Conflict' } }),
  };
  const ask = await asking(api({ '/remarks': { get: answer(array(Remark)), post: create } }));
  for (const city of ['Oslo', 'Rome'])
    expect((await ask('POST', '/remarks', { username: 'ada', city })).status).toBe(201);
});

test.each([
  ['Ya existe una persona con ese email en la misma city', 201],
  ['Username dan email sudah terdaftar', 201],
  ['El username o el email ya existe', 409],
])('a conflict described as "%s": another email in the city of somebody answers %i', async (words, status) => {
  const ask = await asking(api(people(words)));
  expect((await ask('POST', '/people', ada)).status).toBe(201);
  expect((await ask('POST', '/people', { ...ada, username: 'bo' })).status).toBe(words.includes('city') ? 409 : status);
  expect((await ask('POST', '/people', { ...ada, email: 'bo@example.com' })).status).toBe(status);
  expect((await ask('POST', '/people', ada)).status).toBe(409);
});
