import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Payment = object({ id: text, amount: number, memo: text, day: text });
const Draft = object({ amount: number, memo: text, day: text });
const wrapped = (inner: object): object => object({ data: object({ ...inner, revision: number }) });

test('an item in `data.payment` is made, read and replaced as one without envelopes', async () => {
  const body = object({ payment: ref('Draft'), payments: array(ref('Draft')) });
  const ask = await asking(
    api(
      {
        '/payments': {
          get: answer(wrapped({ payments: array(ref('Payment')) })),
          post: {
            ...sending(body),
            ...answer(wrapped({ payment: ref('Payment'), payments: array(ref('Payment')) }), '201'),
          },
        },
        '/payments/{paymentId}': {
          ...path('paymentId'),
          get: answer(wrapped({ payment: ref('Payment') }), '200', { 404: { description: 'not there' } }),
          put: { ...sending(object({ payment: ref('Draft') })), ...answer(wrapped({ payment: ref('Payment') })) },
        },
      },
      { Payment, Draft },
    ),
  );
  const sent = { amount: 188, memo: 'rent', day: 'Monday' };
  const made = (await ask('POST', '/payments', { payment: sent })).body.data.payment;
  expect(made).toMatchObject(sent);
  expect((await ask('GET', `/payments/${made.id}`)).body.data.payment).toEqual(made);
  await ask('PUT', `/payments/${made.id}`, { payment: { ...sent, memo: 'water' } });
  expect((await ask('GET', `/payments/${made.id}`)).body.data.payment).toMatchObject({ amount: 188, memo: 'water' });
  expect((await ask('GET', '/payments/none-such')).status).toBe(404);
});

test('a wrapper that is an item itself is not opened', async () => {
  const User = object({ id: text, name: text });
  const Team = object({ id: text, title: text, user: ref('User') });
  const ask = await asking(
    api(
      {
        '/teams': { get: answer(array(ref('Team'))) },
        '/teams/{teamId}': { ...path('teamId'), get: answer(object({ data: ref('Team') })) },
      },
      { User, Team },
    ),
  );
  const [first] = (await ask('GET', '/teams')).body;
  expect((await ask('GET', `/teams/${first.id}`)).body.data).toEqual(first);
});

test('a property that only the answer of a creation has shows what was sent', async () => {
  const Chart = object({ id: number, title: text, note: text });
  const Sent = object({ title: text, note: text, source: number, kind: { type: 'string', enum: ['table', 'view'] } });
  const ask = await asking(
    api(
      {
        '/charts': {
          get: answer(array(ref('Chart'))),
          post: { ...sending(ref('Sent')), ...answer(object({ id: number, result: ref('Sent') }), '201') },
        },
        '/charts/{id}': { ...path('id', number), get: answer(ref('Chart')) },
      },
      { Chart, Sent },
    ),
  );
  const sent = { title: 'Sales', note: 'weekly', source: 954, kind: 'view' };
  expect((await ask('POST', '/charts', sent)).body.result).toEqual(sent);
});

test('a body that names no record of a collection of links makes one each time', async () => {
  const Label = object({ id: text, name: text });
  const ask = await asking(
    api(
      {
        '/labels': {
          get: answer(array(ref('Label'))),
          post: { ...sending(ref('Label')), ...answer(ref('Label'), '201') },
        },
        '/labels/{labelId}': { ...path('labelId'), get: answer(ref('Label')) },
        '/tasks': { get: answer(array(object({ id: text, title: text }))) },
        '/tasks/{taskId}': { ...path('taskId'), get: answer(object({ id: text, title: text })) },
        '/tasks/{taskId}/labels': {
          ...path('taskId'),
          get: answer(array(ref('Label'))),
          post: { ...sending(object({ labelId: text })), ...answer(ref('Label'), '201') },
        },
        '/tasks/{taskId}/labels/{labelId}': { parameters: [], delete: { responses: { 204: { description: 'gone' } } } },
      },
      { Label },
    ),
  );
  const [task] = (await ask('GET', '/tasks')).body;
  const [known] = (await ask('GET', '/labels')).body;
  const post = async (body: object): Promise<string> => (await ask('POST', `/tasks/${task.id}/labels`, body)).body.id;
  expect(await post({ labelId: known.id })).toBe(known.id);
  expect(await post({})).not.toBe(await post({}));
});

test('a PUT of the list that a POST adds leaves nothing else in the collection', async () => {
  const Author = object({ id: number, name: text }, ['id', 'name']);
  const added = { ...sending(object({ authors: array({ type: 'object' }) }, ['authors'])), responses: { 205: {} } };
  const ask = await asking(
    api(
      {
        '/articles': { get: answer(array(object({ id: text, title: text }))) },
        '/articles/{articleId}': { ...path('articleId'), get: answer(object({ id: text, title: text })) },
        '/articles/{articleId}/authors': {
          ...path('articleId'),
          get: answer(array(ref('Author'))),
          post: added,
          put: added,
        },
        '/articles/{articleId}/authors/{authorId}': { parameters: [], delete: { responses: { 204: {} } } },
      },
      { Author },
    ),
  );
  const [article] = (await ask('GET', '/articles')).body;
  const names = async (): Promise<readonly string[]> =>
    (await ask('GET', `/articles/${article.id}/authors`)).body.map(({ name }: { name: string }) => name);
  await ask('PUT', `/articles/${article.id}/authors`, { authors: [{ name: 'Jane Roe' }] });
  expect(await names()).toEqual(['Jane Roe']);
  await ask('POST', `/articles/${article.id}/authors`, { authors: [{ name: 'Ada' }] });
  expect(await names()).toEqual(['Jane Roe', 'Ada']);
});

test.each([
  ['the status whose description speaks of a conflict', { 484: { description: 'ConflictException' } }, 484],
  ['409, which the document has', { 400: { description: 'exists already' }, 409: { description: 'taken' } }, 409],
  [
    'the status for invalid requests',
    { 400: { description: 'invalid' }, 404: { description: 'no conflict here' } },
    400,
  ],
])('a name that is taken is refused with %s', async (_, others, status) => {
  const Flow = object({ flowName: text, steps: number }, ['flowName']);
  const ask = await asking(
    api(
      {
        '/flows': {
          get: answer(array(ref('Flow'))),
          post: { ...sending(ref('Flow')), ...answer(ref('Flow'), '200', others) },
        },
        '/flows/{flowName}': { ...path('flowName'), get: answer(ref('Flow')) },
      },
      { Flow },
    ),
  );
  await ask('POST', '/flows', { flowName: 'nightly', steps: 1 });
  expect((await ask('POST', '/flows', { flowName: 'nightly', steps: 1 })).status).toBe(status);
});

test('an id that the body of a creation does not document is not taken', async () => {
  const List = object({ id: text, name: text });
  const Open = { ...object({ name: text }), additionalProperties: true };
  const ask = await asking(
    api(
      {
        '/lists': { get: answer(array(ref('List'))), post: { ...sending(ref('Open')), ...answer(ref('List'), '201') } },
        '/lists/{listId}': { ...path('listId'), get: answer(ref('List')) },
        '/shelves': {
          get: answer(array(ref('List'))),
          post: { ...sending(ref('List')), ...answer(ref('List'), '201') },
        },
        '/shelves/{shelfId}': { ...path('shelfId'), get: answer(ref('List')) },
      },
      { List, Open },
    ),
  );
  expect((await ask('POST', '/lists', { id: 'mine', name: 'Mine' })).body).toMatchObject({
    name: 'Mine',
    id: expect.not.stringMatching(/^mine$/),
  });
  expect((await ask('POST', '/shelves', { id: 'mine', name: 'Mine' })).body).toEqual({ id: 'mine', name: 'Mine' });
});

test('a list shows no more items than a part of its schema allows', async () => {
  const Admins = { type: 'array', maxItems: 1, items: object({ accountId: text, state: text }) };
  const admins = { allOf: [ref('Admins'), { xml: { name: 'admins' }, description: 'the accounts' }] };
  const limit = { name: 'maxResults', in: 'query', schema: { ...number, minimum: 1, maximum: 50 } };
  const ask = await asking({
    ...api({ '/admin': { get: { parameters: [limit], ...answer(object({ AdminAccounts: admins })) } } }, { Admins }),
    openapi: '3.0.3',
  });
  expect((await ask('GET', '/admin?maxResults=21')).body.AdminAccounts).toHaveLength(1);
});

test('each item of a list has an id of its own, also where only the list shows the id or shows it as a number', async () => {
  const id = { ...text, example: '3HA6YcSC', pattern: '^[A-Za-z0-9]{8}$' };
  const Place = object({ name: text, street: text });
  const PlaceItem = object({ id, name: text }, ['id', 'name']);
  const Picture = object({ id: text, name: text, bytes: number }, ['id']);
  const Shot = object({ id: { ...number, example: 6372321 }, name: text }, ['id']);
  const ask = await asking(
    api(
      {
        '/places': { get: answer(array(ref('PlaceItem'))) },
        '/places/{placeId}': { ...path('placeId'), get: answer(ref('Place')) },
        '/pictures': { get: answer(array(ref('Picture'))) },
        '/pictures/{pictureId}': { ...path('pictureId'), get: answer(ref('Picture')) },
        '/shots': { get: answer(object({ pictures: array(ref('Shot')) })) },
      },
      { Place, PlaceItem, Picture, Shot },
    ),
  );
  const places: readonly { id: string; name: string }[] = (await ask('GET', '/places')).body;
  expect(new Set(places.map((each) => each.id)).size).toBe(places.length);
  const [first] = places;
  expect((await ask('GET', `/places/${first?.id}`)).body.name).toBe(first?.name);
  const shots: readonly { id: number }[] = (await ask('GET', '/shots')).body.pictures;
  expect(new Set(shots.map((each) => each.id)).size).toBe(shots.length);
});

test('a creation that answers nothing leads to a URL of the mock where the document requires a URL', async () => {
  const headers = { Location: { required: true, schema: { type: 'string', format: 'uri' } } };
  const ask = await asking(
    api({
      '/receipts/{receiptId}': {
        ...path('receiptId'),
        put: { ...sending(object({ total: number })), responses: { 201: { description: 'made', headers } } },
      },
    }),
  );
  expect((await ask('PUT', '/receipts/7', { total: 3 })).location).toBe('http://localhost/receipts/7');
});

test('a GET by an id in its query answers with that id, whatever convention the name has', async () => {
  const ask = await asking(
    api({
      '/estimates/details': {
        get: {
          parameters: [{ name: 'estimate_id', in: 'query', required: true, schema: number }],
          ...answer(object({ EstimateId: number, Total: number })),
        },
      },
    }),
  );
  expect((await ask('GET', '/estimates/details?estimate_id=196')).body.EstimateId).toBe(196);
});

test('a GET whose path ends with an id answers with that id, where nothing else shows the item', async () => {
  const ask = await asking(
    api({
      '/links/{link_id}': { ...path('link_id'), get: answer(object({ id: text, kind: text })) },
      '/owners/{owner_id}/settings': { ...path('owner_id'), get: answer(object({ id: text, dark: text })) },
    }),
  );
  expect((await ask('GET', '/links/k7')).body.id).toBe('k7');
  expect((await ask('GET', '/owners/o1/settings')).body.id).not.toBe('o1');
});

test('bytes are given back by the path that took them and by what is within it, whatever they are called', async () => {
  const bytes = { content: { 'application/octet-stream': {} } };
  const note = object({ id: text, title: text }, ['id', 'title']);
  const takes = { requestBody: bytes, responses: { 204: { description: 'kept' } } };
  const gives = { responses: { 200: { description: 'done', ...bytes } } };
  const document = api({
    '/notes': { get: answer(array(note)), post: { ...sending(note), ...answer(note, '201') } },
    '/notes/{id}': { ...path('id'), get: answer(note) },
    '/notes/{id}/blobs/{name}': {
      parameters: [...path('id').parameters, ...path('name').parameters],
      put: takes,
      get: gives,
    },
    '/notes/{id}/sketch': { ...path('id'), put: takes },
    '/notes/{id}/sketch/data': { ...path('id'), get: gives },
  });
  const mock = await createMock({ document });
  const send = async (
    method: string,
    target: string,
    body?: string,
    type = 'application/octet-stream',
  ): Promise<string> => {
    const sent = body === undefined ? {} : { headers: { 'content-type': type }, body };
    return (await mock.fetch(new Request(`http://localhost${target}`, { method, ...sent }))).text();
  };
  await send('POST', '/notes', JSON.stringify({ id: 'n1', title: 'a' }), 'application/json');
  for (const name of ['data', 'raw', 'plan']) await send('PUT', `/notes/n1/blobs/${name}`, `content of ${name}`);
  for (const name of ['data', 'raw', 'plan'])
    expect(await send('GET', `/notes/n1/blobs/${name}`)).toBe(`content of ${name}`);
  await send('PUT', '/notes/n1/sketch', 'a sketch');
  expect(await send('GET', '/notes/n1/sketch/data')).toBe('a sketch');
  await mock.close();
});

test('a path without a resource gives back the bytes that it took, until they are deleted', async () => {
  const bytes = (type: string): object => ({ content: { [type]: {} } });
  const done = (others: object): object => ({ responses: { ...others, 204: { description: 'done' } } });
  const document = api({
    '/blobs/{name}': {
      ...path('name'),
      put: { requestBody: bytes('application/octet-stream'), ...done({}) },
      get: { responses: { 200: { description: 'it', ...bytes('image/*') }, 404: { description: 'none' } } },
      delete: done({}),
    },
    '/drawings': {
      post: { requestBody: bytes('text/plain'), ...done({}) },
      get: { responses: { 200: { description: 'it', ...bytes('image/png') } } },
    },
  });
  const mock = await createMock({ document });
  const send = async (method: string, target: string, body?: string, type = ''): Promise<Response> =>
    mock.fetch(
      new Request(
        `http://localhost${target}`,
        body === undefined ? { method } : { method, headers: { 'content-type': type }, body },
      ),
    );
  expect((await send('GET', '/blobs/a')).status).toBe(200);
  expect((await send('PUT', '/blobs/a', 'bytes', 'application/octet-stream')).status).toBe(204);
  expect(await (await send('GET', '/blobs/a')).text()).toBe('bytes');
  expect(await (await send('GET', '/blobs/b')).text()).not.toBe('bytes');
  await send('DELETE', '/blobs/a');
  expect((await send('GET', '/blobs/a')).status).toBe(404);
  // Text that is taken is not the picture that is shown.
  await send('POST', '/drawings', 'a circle', 'text/plain');
  expect(await (await send('GET', '/drawings')).text()).not.toBe('a circle');
  await mock.close();
});

test.each([
  ['https://api.example.com/receipts/1', '/receipts/7'],
  ['{endpoint}/receipts/{receiptId}', '/receipts/7'],
  ['/receipts/1', '/receipts/1'],
])('an example of a location, %s, is shown if it leads to the mock', async (example, expected) => {
  const headers = { Location: { required: true, example, schema: { type: 'string' } } };
  const made = { description: 'made', headers };
  const ask = await asking(
    api(
      {
        '/receipts/{receiptId}': {
          ...path('receiptId'),
          put: { ...sending(object({ total: number })), responses: { 201: made } },
        },
      },
      {},
    ),
  );
  expect((await ask('PUT', '/receipts/7', { total: 3 })).location).toBe(expected);
});

/** Disks that a PUT replaces. */
const disks = (Sent: object, Shown: object) =>
  api(
    {
      '/disks/{id}': {
        ...path('id'),
        get: answer(ref('Shown')),
        put: { ...sending(ref('Sent')), ...answer(ref('Shown')) },
      },
      '/disks': { get: answer(array(ref('Shown'))) },
    },
    { Sent, Shown },
  );

test('a PUT ends what it leaves out, also where only the answer calls it read-only', async () => {
  const Sent = { type: 'object', required: ['size'], properties: { size: number, tags: object({ a: text }) } };
  const Shown = object({
    id: { type: 'string', readOnly: true },
    size: number,
    tags: { ...object({ a: text }), readOnly: true },
  });
  const ask = await asking(disks(Sent, Shown));
  const [{ id }] = (await ask('GET', '/disks')).body;
  await ask('PUT', `/disks/${id}`, { size: 1, tags: { a: 'b' } });
  expect((await ask('GET', `/disks/${id}`)).body.tags).toEqual({ a: 'b' });
  await ask('PUT', `/disks/${id}`, { size: 1 });
  expect((await ask('GET', `/disks/${id}`)).body).toEqual({ id, size: 1 });
});

test('the time of the creation stays in a replacement, also where the request may set it', async () => {
  const at = { type: 'string', format: 'date-time' };
  const Sent = { type: 'object', required: ['size'], properties: { size: number, createdAt: at } };
  const Shown = object({ id: { type: 'string', readOnly: true }, size: number, createdAt: { ...at, readOnly: true } });
  const ask = await asking(disks(Sent, Shown));
  const [{ id }] = (await ask('GET', '/disks')).body;
  const createdAt = '2026-01-02T03:04:05Z';
  await ask('PUT', `/disks/${id}`, { size: 1, createdAt });
  await ask('PUT', `/disks/${id}`, { size: 2 });
  expect((await ask('GET', `/disks/${id}`)).body).toEqual({ id, size: 2, createdAt });
});

test('an answer that is not the new record names it by the parameter of its path', async () => {
  const ask = await asking(
    api(
      {
        '/documents': {
          get: answer(array(ref('Document'))),
          post: {
            ...sending(object({ name: text })),
            ...answer(object({ docId: number, task: text }, ['docId', 'task'])),
          },
        },
        '/documents/{docId}': { ...path('docId', number), get: answer(ref('Document')) },
      },
      { Document: object({ id: number, name: text }, ['id', 'name']) },
    ),
  );
  const { docId } = (await ask('POST', '/documents', { name: 'Plan' })).body;
  expect((await ask('GET', `/documents/${docId}`)).body).toEqual({ id: docId, name: 'Plan' });
});

test('what is made below another kind of parent names that parent, and is found below it', async () => {
  const Step = object({ id: number, resource_id: number, resource_type: text, type: text }, ['id', 'resource_id']);
  const below = (kind: string, parameter: string): object => ({
    [`/${kind}`]: {
      get: answer(array(ref('Thing'))),
      post: { ...sending(object({ name: text })), ...answer(ref('Thing'), '201') },
    },
    [`/${kind}/{${parameter}}`]: { ...path(parameter, number), get: answer(ref('Thing')) },
    [`/${kind}/{${parameter}}/steps`]: {
      ...path(parameter, number),
      get: answer(array(ref('Step'))),
      post: { ...sending(object({ type: text })), ...answer(ref('Step'), '201') },
    },
    [`/${kind}/{${parameter}}/steps/{step_id}`]: {
      parameters: [...path(parameter, number).parameters, ...path('step_id', number).parameters],
      get: answer(ref('Step')),
    },
  });
  const paths = {
    ...below('mills', 'mill_id'),
    ...below('belts', 'belt_id'),
    '/steps': { get: answer(array(ref('Step'))) },
    '/steps/{step_id}': { ...path('step_id', number), get: answer(ref('Step')) },
  };
  const ask = await asking(api(paths, { Step, Thing: object({ id: number, name: text }, ['id']) }));
  for (const kind of ['mills', 'belts']) {
    const { id } = (await ask('POST', `/${kind}`, { name: 'new' })).body;
    const { body: step } = await ask('POST', `/${kind}/${id}/steps`, { type: 'start' });
    expect(step).toMatchObject({ resource_id: id, type: 'start' });
    expect((await ask('GET', `/${kind}/${id}/steps`)).body).toContainEqual(step);
    expect((await ask('GET', `/${kind}/${id}/steps/${step.id}`)).body).toEqual(step);
  }
});
