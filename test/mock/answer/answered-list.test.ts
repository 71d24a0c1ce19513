import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, sending, text } from '../little.ts';

const several = { oneOf: [text, array(text), array(number)] };
const count = { ...number, minimum: 1, maximum: 10, default: 1, description: 'How many pictures to generate.' };
const roles = { ...text, enum: ['system', 'user', 'assistant'] };

const ask = await asking(
  api({
    '/pictures/drawings': {
      post: {
        ...sending(object({ prompt: text, n: count, stop: several }, ['prompt'])),
        ...answer(
          object({ object: text, data: array(object({ index: number, object: text }, ['index', 'object'])) }, [
            'object',
            'data',
          ]),
        ),
      },
    },
    '/vectors': {
      post: {
        ...sending(object({ input: several, stop: several }, ['input'])),
        ...answer(
          object(
            { results: array(object({ index: number, vector: array({ type: 'number' }) }, ['index', 'vector'])) },
            ['results'],
          ),
        ),
      },
    },
    '/talks': {
      post: {
        ...sending(
          object({ messages: array(object({ role: roles, content: text }, ['role', 'content'])), n: count }, [
            'messages',
          ]),
        ),
        ...answer(
          object({ answers: array(object({ message: object({ role: roles }, ['role']) }, ['message'])) }, ['answers']),
        ),
      },
    },
  }),
);

const indexes = (list: readonly { readonly index: number }[]): readonly number[] => list.map(({ index }) => index);

describe('The list of a generated answer', () => {
  test('has as many items as the request asks for, or the default of the document, and counts them from 0', async () => {
    const { body } = await ask('POST', '/pictures/drawings', { prompt: 'a cat', n: 3, stop: ['a', 'b'] });
    expect(indexes(body.data)).toEqual([0, 1, 2]);
    expect(indexes((await ask('POST', '/pictures/drawings', { prompt: 'a cat' })).body.data)).toEqual([0]);
    expect(body.object).toBe('list');
    expect(new Set(body.data.map((each: { object: string }) => each.object))).toEqual(new Set(['drawing']));
  });

  test('has an item for each input that is sent, and one for a single input', async () => {
    const results = async (input: unknown): Promise<readonly number[]> =>
      indexes((await ask('POST', '/vectors', { input, stop: ['a', 'b', 'c'] })).body.results);
    expect(await results(['a', 'b', 'c', 'd'])).toEqual([0, 1, 2, 3]);
    expect(await results('a')).toEqual([0]);
    expect(await results([7, 8, 9])).toEqual([0]);
  });

  test('answers a conversation as the assistant', async () => {
    for (const content of ['a', 'b', 'c', 'd']) {
      const { body } = await ask('POST', '/talks', { messages: [{ role: 'user', content }] });
      for (const { message } of body.answers) expect(message.role).toBe('assistant');
    }
  });

  test('answers one message as often as the request asks for, each time as the assistant', async () => {
    const { body } = await ask('POST', '/talks', { messages: [{ role: 'user', content: 'a' }], n: 6 });
    expect(body.answers.map((each: { message: { role: string } }) => each.message.role)).toEqual(
      Array.from({ length: 6 }, () => 'assistant'),
    );
  });
});
