import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const map = { type: 'object', additionalProperties: text };
const deep = { name: 'metadata', in: 'query', style: 'deepObject', explode: true, schema: map };
const both = (name: string): object => ({
  get: { parameters: [deep], ...answer(array(ref(name))) },
  post: { ...sending(ref(name)), ...answer(ref(name), '201') },
});
const ask = await asking(
  api(
    { '/films': both('Film'), '/books': both('Book') },
    {
      Film: object({ id: text, metadata: array(object({ key: text, value: text })) }),
      Book: object({ id: text, metadata: map }),
    },
  ),
);

test('a list is filtered by the keys and values of a list of pairs', async () => {
  const pairs = (...all: readonly (readonly [string, string])[]) => all.map(([key, value]) => ({ key, value }));
  await ask('POST', '/films', { id: 'a', metadata: pairs(['colour', 'teal'], ['size', 'big']) });
  await ask('POST', '/films', { id: 'b', metadata: pairs(['colour', 'big'], ['size', 'teal']) });
  const ids = async (query: string) =>
    (await ask('GET', `/films?${query}`)).body.map((film: { id: string }) => film.id);
  expect(await ids('metadata[colour]=teal')).toEqual(['a']);
  expect(await ids('metadata[size]=teal')).toEqual(['b']);
  expect(await ids('metadata[colour]=teal&metadata[size]=teal')).toEqual([]);
});

test('a list is filtered by the keys and values of a map', async () => {
  await ask('POST', '/books', { id: 'a', metadata: { colour: 'teal', size: '7' } });
  await ask('POST', '/books', { id: 'b', metadata: { colour: 'pink' } });
  const ids = async (query: string) =>
    (await ask('GET', `/books?${query}`)).body.map((book: { id: string }) => book.id);
  expect(await ids('metadata[colour]=teal')).toEqual(['a']);
  expect(await ids('metadata[size]=7&metadata[colour]=teal')).toEqual(['a']);
});
