import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const text = { type: 'string' };
const account = { type: 'object', required: ['sid', 'name'], properties: { sid: text, name: text } };
const message = { type: 'object', required: ['sid', 'body'], properties: { sid: text, body: text } };
const shows = (status: number, schema: object) => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
});
const sid = { name: 'AccountSid', in: 'path', required: true, schema: text };
const document = {
  openapi: '3.1.0',
  info: { title: 'Telephony', version: '1' },
  security: [{ basic: [] }],
  components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
  paths: {
    '/accounts': { get: { responses: shows(200, { type: 'array', items: account }) } },
    '/accounts/{AccountSid}': {
      parameters: [sid],
      get: { responses: { ...shows(200, account), 404: { description: '' } } },
    },
    '/accounts/{AccountSid}/messages': {
      parameters: [sid],
      get: { responses: shows(200, { type: 'array', items: message }) },
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { body: text } } } } },
        responses: shows(201, message),
      },
    },
  },
};

const asUser = (user: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:secret`).toString('base64')}`,
  'content-type': 'application/json',
});

test('the account that the user of HTTP Basic names is there, with records of its own; no other one is', async () => {
  const mock = await createMock({ document, auth: 'document' });
  const ask = (path: string, user: string, body?: object) =>
    mock.fetch(
      new Request(`http://localhost${path}`, {
        headers: asUser(user),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  expect(await (await ask('/accounts/AC7', 'AC7')).json()).toMatchObject({ sid: 'AC7' });
  const made = await ask('/accounts/AC7/messages', 'AC7', { body: 'Hi' });
  expect(made.status).toBe(201);
  const listed = (await (await ask('/accounts/AC7/messages', 'AC7')).json()) as readonly { body: string }[];
  expect(listed.map(({ body }) => body)).toContain('Hi');
  expect(listed.length).toBeGreaterThan(1);
  expect((await ask('/accounts/AC8', 'AC7')).status).toBe(404);
  expect((await ask('/accounts/AC8/messages', 'AC7')).status).toBe(404);
  await mock.close();
  const strict = await createMock({ document, unknown: 'strict' });
  expect((await strict.fetch(new Request('http://localhost/accounts/AC7', { headers: asUser('AC7') }))).status).toBe(
    404,
  );
  await strict.close();
});
