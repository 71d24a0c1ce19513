import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const ratio = { type: 'number', minimum: 0, maximum: 1 };
const done = { responses: { 200: { description: 'done', content: { 'application/json': { schema: {} } } } } };
const ask = await asking(
  api(
    {
      '/robots': {
        get: answer(array(ref('Robot'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Robot'), '201') },
      },
      '/robots/{id}': { ...path('id'), get: answer(ref('Robot')) },
      '/robots/{id}/tuning': { ...path('id'), get: answer(ref('Tuning')) },
      '/robots/{id}/tuning/edit': { ...path('id'), post: { ...sending(ref('Tuning')), ...done } },
      '/robots/{id}/home_place': {
        ...path('id'),
        get: answer(object({ data: ref('Place') }, ['data'])),
        post: { ...sending(ref('Place')), ...answer(object({ data: ref('Place') }, ['data'])) },
      },
      '/robots/{id}/note': { ...path('id'), post: { ...sending(object({ pages: text })), ...done } },
    },
    {
      Robot: object(
        { id: text, name: text, tuning: ref('Tuning'), homePlace: ref('Place'), note: object({ words: text }) },
        ['id', 'name', 'tuning', 'homePlace'],
      ),
      Tuning: object({ speed: ratio, force: ratio }, ['speed', 'force']),
      Place: object({ street: text, city: text }, ['street', 'city']),
    },
  ),
);

test('a path that is called like an object of the item shows that object', async () => {
  for (const { id, tuning, homePlace } of (await ask('GET', '/robots')).body) {
    expect((await ask('GET', `/robots/${id}/tuning`)).body).toEqual(tuning);
    expect((await ask('GET', `/robots/${id}/home_place`)).body).toEqual({ data: homePlace });
  }
  expect((await ask('GET', '/robots/none/tuning')).status).toBe(404);
});

test('a path behind it that edits changes the object, of this item alone', async () => {
  const [first, second] = (await ask('GET', '/robots')).body;
  expect((await ask('POST', `/robots/${first.id}/tuning/edit`, { speed: 0.25, force: 0.5 })).status).toBe(200);
  expect((await ask('GET', `/robots/${first.id}/tuning`)).body).toEqual({ speed: 0.25, force: 0.5 });
  expect((await ask('GET', `/robots/${first.id}`)).body.tuning).toEqual({ speed: 0.25, force: 0.5 });
  expect((await ask('GET', `/robots/${second.id}`)).body.tuning).toEqual(second.tuning);
});

test('a POST of the object itself changes and shows it', async () => {
  const { id } = (await ask('POST', '/robots', { name: 'R' })).body;
  const place = { street: 'Long Lane 1', city: 'York' };
  expect((await ask('POST', `/robots/${id}/home_place`, place)).body).toEqual({ data: place });
  expect((await ask('GET', `/robots/${id}`)).body.homePlace).toEqual(place);
});

test('a POST of other values changes nothing', async () => {
  const [{ id, note }] = (await ask('GET', '/robots')).body;
  await ask('POST', `/robots/${id}/note`, { pages: 'ten' });
  expect((await ask('GET', `/robots/${id}`)).body.note).toEqual(note);
});

const settings = object({ account_id: text, id: text, theme: text, size: ratio }, ['theme', 'size']);
const shownAlone = await asking(
  api(
    {
      '/accounts': {
        get: answer(array(ref('Account'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Account'), '201') },
      },
      '/accounts/{id}': {
        ...path('id'),
        get: answer(ref('Account')),
        patch: { ...sending(object({ settings })), ...answer(ref('Account')) },
      },
      '/accounts/{id}/settings': {
        ...path('id'),
        get: answer(settings),
        patch: { ...sending(object({ theme: text, size: ratio })), ...answer(settings) },
      },
      '/accounts/{id}/limits': {
        ...path('id'),
        get: answer(ref('Limits')),
        put: { ...sending(object({ most: text }, ['most'])), ...answer(ref('Limits')) },
      },
    },
    {
      Account: object({ id: text, name: text, account_number: text, settings }, [
        'id',
        'name',
        'account_number',
        'settings',
      ]),
      Limits: object({ id: text, account_number: text, most: text }, ['id', 'account_number', 'most']),
    },
  ),
);

test('an object with reads and writes of its own is the one that the item shows', async () => {
  const [{ id, settings: shown }] = (await shownAlone('GET', '/accounts')).body;
  expect((await shownAlone('GET', `/accounts/${id}/settings`)).body).toMatchObject({
    theme: shown.theme,
    size: shown.size,
  });
  await shownAlone('PATCH', `/accounts/${id}/settings`, { theme: 'dark' });
  expect((await shownAlone('GET', `/accounts/${id}`)).body.settings).toMatchObject({ theme: 'dark', size: shown.size });
  await shownAlone('PATCH', `/accounts/${id}`, { settings: { theme: 'light', size: 0 } });
  expect((await shownAlone('GET', `/accounts/${id}/settings`)).body).toMatchObject({
    theme: 'light',
    size: 0,
  });
});

test('an object below an item has the id of the item, and what is called after it', async () => {
  const [{ id, account_number }] = (await shownAlone('GET', '/accounts')).body;
  expect((await shownAlone('GET', `/accounts/${id}/limits`)).body).toMatchObject({ id, account_number });
  await shownAlone('PUT', `/accounts/${id}/limits`, { most: 'ten' });
  expect((await shownAlone('GET', `/accounts/${id}/limits`)).body).toEqual({ id, account_number, most: 'ten' });
});
