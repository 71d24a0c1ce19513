import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const told = (mediaType: string, media: object): object => ({ description: '', content: { [mediaType]: media } });
const locked = (media: object, mediaType = 'application/json'): object => ({
  get: {
    parameters: [{ name: 'row', in: 'query', required: true, schema: { type: 'integer' } }],
    responses: { 200: { description: '' }, 422: told(mediaType, media) },
  },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'seats', version: '1' },
  paths: {
    '/sentence': locked({ example: 'Which row?' }),
    '/named': locked({ schema: { type: 'string' }, examples: { row: { value: 'Which row?' } } }),
    '/schema': locked({ schema: { type: 'string', example: 'Which row?' } }, 'text/plain'),
    '/number': locked({ example: 17 }),
    '/object': locked({ example: { message: 'Which row?' } }),
    '/free': locked({ schema: { type: 'string' } }),
    '/whole': {
      post: { responses: { 200: { description: '' }, 415: told('text/plain', { example: 'Nothing to send here' }) } },
    },
    '/open': { post: { responses: { 200: { description: '' } } } },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

test.each([
  ['/sentence', '"Which row?"'],
  ['/named', '"Which row?"'],
  ['/schema', 'Which row?'],
  ['/number', '17'],
])('the documented error of %s has no place for another reason, and is answered as it stands', async (path, body) => {
  const answer = await mock.fetch(new Request(`http://mock${path}`));
  expect([answer.status, await answer.text()]).toEqual([422, body]);
});

test.each(['/object', '/free'])('the documented error of %s has a place for the reason', async (path) => {
  const answer = await mock.fetch(new Request(`http://mock${path}`));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('`row` is required');
});

test('a body where none is documented is refused only where the document has a status for it', async () => {
  const post = (path: string, body?: string) =>
    mock.fetch(new Request(`http://mock${path}`, { method: 'POST', ...(body === undefined ? {} : { body }) }));
  const refused = await post('/whole', 'a');
  expect([refused.status, await refused.text()]).toEqual([415, 'Nothing to send here']);
  expect((await post('/whole')).status).toBe(200);
  expect((await post('/open', 'a')).status).toBe(200);
});

test.each([
  [{ status: { type: 'integer', example: 422 } }, 'https://errors.example/row'],
  [{ title: { type: 'string', example: 'Unprocessable Content' } }, 'https://errors.example/row'],
  [{ status: { type: 'integer', example: 404 } }, 'about:blank'],
  [{}, 'about:blank'],
])('the example of a type is that of the error where the examples beside it are: %j', async (beside, type) => {
  const kind = { type: 'string', example: 'https://errors.example/row' };
  const schema = { type: 'object', properties: { type: kind, detail: { type: 'string' }, ...beside } };
  const seats = await createMock({ document: { ...document, paths: { '/seats': locked({ schema }) } } });
  const answer = await seats.fetch(new Request('http://mock/seats'));
  await seats.close();
  expect(await answer.json()).toMatchObject({ type, detail: expect.stringContaining('row') });
});
