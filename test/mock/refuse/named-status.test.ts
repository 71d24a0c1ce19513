import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const error = (description: string): object => ({
  description,
  content: { 'application/json': { schema: object({ message: text }, ['message']) } },
});
const errors = {
  480: error('InternalServerException'),
  481: error('ResourceNotFoundException'),
  482: error('ValidationException'),
};
const Box = object({ id: text, size: number }, ['id', 'size']);
const boxes = (others: object): object => ({
  '/boxes': {
    get: answer(array(ref('Box'))),
    post: { ...sending(object({ size: number }, ['size'])), ...answer(ref('Box'), '201', others) },
  },
  '/boxes/{id}': { ...path('id'), get: answer(ref('Box'), '200', others) },
});

test('a status that HTTP does not have is answered where its description names the error', async () => {
  const ask = await asking(api(boxes(errors), { Box }));
  const missing = await ask('GET', '/boxes/none');
  expect(missing.status).toBe(481);
  expect(missing.body.message).toContain('none');
  expect((await ask('POST', '/boxes', { size: 'large' })).status).toBe(482);
});

test('a documented status of HTTP comes first', async () => {
  const ask = await asking(api(boxes({ ...errors, 404: error('Not found'), 400: error('Bad') }), { Box }));
  expect((await ask('GET', '/boxes/none')).status).toBe(404);
  expect((await ask('POST', '/boxes', { size: 'large' })).status).toBe(400);
});

test('a status whose description names another error is not used', async () => {
  const ask = await asking(api(boxes({ 481: error('ThrottlingException') }), { Box }));
  expect((await ask('GET', '/boxes/none')).status).toBe(404);
});
