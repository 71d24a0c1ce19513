import { expect, test } from 'standin/playwright';
import { answersOf } from '../../exchanges.mjs';
import { ASKED, OPTIONS, ownAnswers } from '../own-answers.mjs';

test.use({ standin: OPTIONS });

test('a page sees the answers of the socket', async ({ page }) => {
  await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  await page.goto(`${OPTIONS.url}/page.html`);
  const answers = await page.evaluate(`(${answersOf})('${OPTIONS.url}', ${JSON.stringify(ASKED)})`);
  expect(answers.length).toBeGreaterThanOrEqual(60);
  expect(answers).toEqual(await ownAnswers());
});

const BOOKS = { document: OPTIONS.document, url: OPTIONS.url };
test.describe('pages at once', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ standin: BOOKS });
  for (const index of Array(6).keys())
    test(`page ${index} sees its own books`, async ({ page, api }) => {
      await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
      await page.goto(`${OPTIONS.url}/page.html`);
      const titles = await page.evaluate(async (title) => {
        const body = JSON.stringify({ title, genre: 'novel' });
        await fetch('/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        return (await (await fetch('/books?limit=50')).json()).map((book) => book.title);
      }, `Book ${index}`);
      expect(titles.filter((title) => title.startsWith('Book '))).toEqual([`Book ${index}`]);
      await expect(api).toHaveReceived('createBook', {}, { times: 1 });
    });
});
