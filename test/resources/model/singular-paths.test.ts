import { expect, it } from 'vitest';
import { many, object, ref, see, small, text } from '../documents.ts';

const Link = object({ id: text, url: text });
const list = { 'GET /links': { answer: many(ref('Link')) }, 'GET /links/{id}': { answer: ref('Link') } };
const roleOf = async (line: string, operation: object): Promise<string> =>
  see(await small({ ...list, [line]: operation }, { Link })).short(line);

it('writes at a path in the singular belong to the list on the same path in the plural', async () => {
  expect(await roleOf('DELETE /link/{id}', {})).toBe('delete links');
  expect(await roleOf('PUT /link/{id}', { body: ref('Link'), answer: ref('Link') })).toBe('replace links');
  expect(await roleOf('POST /link', { body: ref('Link'), answer: ref('Link') })).toBe('create links');
});

it('a path in the singular with a GET is one of its own, and so is one on another path', async () => {
  expect(await roleOf('GET /link', { answer: object({ state: text }) })).not.toMatch(/ links$/);
  expect(await roleOf('DELETE /admin/link/{id}', {})).not.toBe('delete links');
});

it('a DELETE of one object that requires the id of something else does not delete the object', async () => {
  const parameters = [{ name: 'couponId', in: 'query', required: true, schema: text }];
  const cart = { 'GET /cart': { answer: ref('Link') }, 'PUT /cart': { body: ref('Link'), answer: ref('Link') } };
  const { short } = see(await small({ ...cart, 'DELETE /cart': { extensions: { parameters } } }, { Link }));
  expect(short('DELETE /cart')).not.toMatch(/^delete /);
});
