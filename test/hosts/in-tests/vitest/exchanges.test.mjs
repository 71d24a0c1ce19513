import { expect, test } from 'standin/vitest';
import { answersHere, OPTIONS, ownAnswers } from '../own-answers.mjs';

test.override({ standin: OPTIONS });

test('the code under test sees the answers of the socket', async () => {
  const answers = await answersHere();
  expect(answers.length).toBeGreaterThanOrEqual(60);
  expect(answers).toEqual(await ownAnswers());
}, 60_000);

const BOOKS = { document: OPTIONS.document };
test.describe('two hundred tests at once', () => {
  test.override({ standin: BOOKS });
  test.concurrent.for(Array.from({ length: 200 }, (_, index) => index))(
    '%i sees its own books',
    async (index, { api, expect }) => {
      const body = JSON.stringify({ title: `Book ${index}`, genre: 'novel' });
      await api.fetch('/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const titles = (await (await api.fetch('/books?limit=50')).json()).map(({ title }) => title);
      expect(titles.filter((title) => title.startsWith('Book '))).toEqual([`Book ${index}`]);
      expect(api).toHaveReceived('createBook', { body: { title: `Book ${index}` } }, { times: 1 });
    },
  );
});
