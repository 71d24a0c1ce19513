import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const id = { name: 'id', in: 'path', required: true, schema: text };
const Spec = object({ name: text, labels: { type: 'array', items: text } });
const Config = object({ ID: text, createdAt: { type: 'string', format: 'date-time' }, Spec }, ['ID', 'Spec']);
const Container = object({ Id: text, image: text, settings: object({ image: text, env: text }) }, ['Id']);

const document = {
  openapi: '3.1.0',
  info: { title: 'engine', version: '1' },
  paths: {
    '/configs': { get: { responses: { 200: { description: '', ...json({ type: 'array', items: Config }) } } } },
    '/configs/create': {
      post: { requestBody: json(Spec), responses: { 201: { description: '', ...json(object({ ID: text })) } } },
    },
    '/configs/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: '', ...json(Config) }, 404: { description: '' } } },
    },
    '/containers/json': {
      get: {
        responses: {
          200: { description: '', ...json({ type: 'array', items: object({ Id: text, image: text }, ['Id']) }) },
        },
      },
    },
    '/containers/create': {
      post: {
        requestBody: json(object({ image: text, hostname: text, env: text })),
        responses: {
          201: { description: '', ...json(object({ containerId: text, warnings: text }, ['containerId'])) },
        },
      },
    },
    '/containers/{id}/json': {
      parameters: [id],
      get: { responses: { 200: { description: '', ...json(Container) }, 404: { description: '' } } },
    },
    '/containers/{id}': {
      parameters: [id],
      delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
    },
    '/invoices': {
      get: { responses: { 200: { description: '', ...json(invoices()) } } },
      put: {
        operationId: 'createInvoice',
        requestBody: json(invoice()),
        responses: { 200: { description: '', ...json(invoices()) } },
      },
    },
    '/invoices/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: '', ...json(invoices()) }, 404: { description: '' } } },
      post: { requestBody: json(invoices()), responses: { 200: { description: '', ...json(invoices()) } } },
    },
  },
};

function invoice(): object {
  return object({ invoiceId: text, number: text, note: text });
}

function invoices(): object {
  return object({ invoices: { type: 'array', items: invoice() } });
}

const serve = (): ReturnType<typeof asking> => asking(document);

test('An answer that is no more than an id names what was made, and a later read shows what was sent', async () => {
  const ask = await serve();
  const made = await ask('POST', '/configs/create', { name: 'a', labels: ['x'] });
  expect(made).toMatchObject({ status: 201, location: `/configs/${made.body.ID}` });
  const read = await ask('GET', `/configs/${made.body.ID}`);
  expect(read.body).toMatchObject({ ID: made.body.ID, Spec: { name: 'a', labels: ['x'] } });
});

test('Such an answer may call the id by the name of the thing', async () => {
  const ask = await serve();
  const { body } = await ask('POST', '/containers/create', { image: 'nginx', hostname: 'h' });
  const read = await ask('GET', `/containers/${body.containerId}/json`);
  expect(read).toMatchObject({ status: 200, body: { Id: body.containerId, image: 'nginx' } });
  const listed = await ask('GET', '/containers/json');
  expect(listed.body).toContainEqual({ Id: body.containerId, image: 'nginx' });
  expect(await ask('DELETE', `/containers/${body.containerId}`)).toMatchObject({ status: 204 });
  expect(await ask('GET', `/containers/${body.containerId}/json`)).toMatchObject({ status: 404 });
});

test('An item in the envelope of the whole list is read, made and changed alone', async () => {
  const ask = await serve();
  const made = await ask('PUT', '/invoices', { number: '7', note: 'first' });
  const [{ invoiceId }] = made.body.invoices;
  const changed = await ask('POST', `/invoices/${invoiceId}`, { invoices: [{ note: 'second' }] });
  expect(changed.body).toEqual({ invoices: [{ invoiceId, number: '7', note: 'second' }] });
  expect((await ask('GET', `/invoices/${invoiceId}`)).body).toEqual(changed.body);
  expect((await ask('GET', '/invoices')).body.invoices).toContainEqual(changed.body.invoices[0]);
});

test('What is made and not remembered is answered as it was sent, lists and all', async () => {
  const Group = object({ id: { type: 'integer' }, name: text, rights: { type: 'array', items: text } });
  const answer = (schema: object): object => ({ responses: { 200: { description: '', ...json(schema) } } });
  const paths = {
    '/groups': {
      get: answer({ type: 'array', items: Group }),
      post: { requestBody: json(Group), ...answer(Group) },
    },
  };
  const document = { openapi: '3.1.0', info: { title: 'groups', version: '1' }, paths };
  const mock = await createMock({ document, stateless: true });
  const sent = { id: 7, name: 'Readers', rights: [''] };
  const headers = { 'content-type': 'application/json' };
  const made = await mock.fetch(
    new Request('http://localhost/groups', { method: 'POST', headers, body: JSON.stringify(sent) }),
  );
  expect(await made.json()).toEqual(sent);
  await mock.close();
});

test('An answer with the record that was deleted shows when that was', async () => {
  const instant = { type: ['string', 'null'], format: 'date-time' };
  const Group = object({ id: text, name: text, deleted_at: instant, deleted: { type: 'boolean' } }, ['id', 'name']);
  const shown = { responses: { 200: { description: '', ...json(Group) }, 404: { description: '' } } };
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'groups', version: '1' },
    paths: {
      '/groups': {
        post: { requestBody: json(object({ name: text })), responses: { 201: { description: '', ...json(Group) } } },
        get: { responses: { 200: { description: '', ...json({ type: 'array', items: Group }) } } },
      },
      '/groups/{id}': { parameters: [id], get: shown, delete: shown },
    },
  });
  const made = (await ask('POST', '/groups', { name: 'Ops' })).body;
  const gone = (await ask('DELETE', `/groups/${made.id}`)).body;
  expect(gone).toMatchObject({ id: made.id, name: 'Ops', deleted: true });
  expect(Date.parse(gone.deleted_at)).toBeGreaterThan(Date.now() - 60_000);
});
