import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { sending } from '../little.ts';

const described = { description: '', content: { 'application/json': { schema: { type: 'object' } } } };
const rooms = (errors: object): object => ({
  openapi: '3.1.0',
  info: { title: 'rooms', version: '1' },
  paths: {
    '/rooms': {
      get: {
        parameters: [{ name: 'floor', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '' }, ...errors },
      },
      post: {
        ...sending({ type: 'object', required: ['náme'], properties: { náme: { type: 'string' } } }),
        responses: { 200: { description: '' }, ...errors },
      },
    },
  },
});
const made: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(made.map((mock) => mock.close())));

async function refused(errors: object, options: object = {}, request: RequestInit = {}): Promise<Response> {
  const mock = await createMock({ document: rooms(errors), ...options });
  made.push(mock);
  return mock.fetch(new Request('http://mock/rooms', request));
}

test('a refusal whose status is documented without content has no body', async () => {
  const answer = await refused({ 422: { description: 'Invalid' } });
  expect([answer.status, await answer.text()]).toEqual([422, '']);
  expect(answer.headers.get('content-type')).toBeNull();
  expect(answer.headers.get('standin-reason')).toBe('Query parameter `floor` is required');
});

test('the journal says why a request without an error body was refused', async () => {
  const mock = await createMock({ document: rooms({ 422: { description: 'Invalid' } }) });
  made.push(mock);
  await mock.fetch(new Request('http://mock/rooms'));
  expect(JSON.stringify(mock.journal.entries())).toContain('Query parameter `floor` is required');
});

test('the reason in the header field is ASCII', async () => {
  const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const answer = await refused({ 422: { description: 'Invalid' } }, {}, body);
  expect(answer.headers.get('standin-reason')).toContain('n%C3%A1me');
});

test('header fields of standin that are not wanted do not say it either', async () => {
  const answer = await refused({ 422: { description: 'Invalid' } }, { quietHeaders: true });
  expect([await answer.text(), answer.headers.get('standin-reason')]).toEqual(['', null]);
});

test.each([
  ['no error is documented', {}],
  ['another error is documented without content', { 404: { description: 'Unknown' } }],
  ['a range of errors is documented without content', { '4XX': { description: 'Error' } }],
  ['errors are documented as the default without content', { default: { description: 'Error' } }],
])('a refusal has a body that explains it where %s', async (_, errors) => {
  const answer = await refused(errors);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(((await answer.json()) as { detail: string }).detail).toBe('Query parameter `floor` is required');
  expect(answer.headers.get('standin-reason')).toBeNull();
});

test('a refusal without content has the body of the other errors of the document', async () => {
  const answer = await refused({ 422: { description: 'Invalid' }, 409: described });
  expect(answer.headers.get('content-type')).toBe('application/json');
});
