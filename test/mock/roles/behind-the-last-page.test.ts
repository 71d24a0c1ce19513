import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, text } from '../little.ts';

const message = object({ messageId: number, words: text }, ['messageId', 'words']);
const listed = async (required: readonly string[]): Promise<(offset: number) => Promise<Record<string, unknown>>> => {
  const messages = { ...array(message), minItems: 1 };
  const counts = { resultsLimit: number, resultsOffset: number, resultsTotalAvailable: number };
  const parameters = ['offset', 'limit'].map((name) => ({ name, in: 'query', schema: number }));
  const document = api({ '/messages': { get: { parameters, ...answer(object({ messages, ...counts }, required)) } } });
  const ask = await asking(document, { seed: 2 });
  return async (offset) => (await ask('GET', `/messages?offset=${offset}&limit=4`)).body;
};

describe('A page behind the last, where a list must not be empty', () => {
  test('has no list, and the counts of the pages before', async () => {
    const page = await listed([]);
    const total = 10;
    expect(await page(8)).toMatchObject({ resultsLimit: 4, resultsOffset: 8, resultsTotalAvailable: total });
    expect((await page(8))['messages']).toHaveLength(2);
    expect(await page(12)).toEqual({ resultsLimit: 4, resultsOffset: 12, resultsTotalAvailable: total });
  });

  test('has an empty list where that is required, so that pages end', async () => {
    const page = await listed(['messages']);
    expect(await page(12)).toMatchObject({ messages: [], resultsTotalAvailable: 10 });
  });
});
