import { expect, test } from 'standin/playwright';

test.use({ standin: { document: '../openapi.yaml', url: 'https://api.example.com' } });

// A real app comes from its dev server; this one fits in a line.
const APP = `<button>Add</button><ul></ul><script type="module">
  const show = async () => {
    const books = await (await fetch('https://api.example.com/books')).json();
    document.querySelector('ul').replaceChildren(...books.map(({ title }) => Object.assign(document.createElement('li'), { textContent: title })));
  };
  document.querySelector('button').onclick = async () => {
    const body = JSON.stringify({ title: 'Middlemarch', genre: 'novel' });
    await fetch('https://api.example.com/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await show();
  };
  await show();
</script>`;

test.beforeEach(async ({ page }) => {
  await page.route('https://app.example.com/', (route) => route.fulfill({ contentType: 'text/html', body: APP }));
  await page.goto('https://app.example.com/');
});

test('shows the new book', async ({ page, api }) => {
  await page.getByRole('button').click();
  await expect(page.getByText('Middlemarch')).toBeVisible();
  await expect(api).toHaveReceived('createBook', { body: { title: 'Middlemarch' } }, { times: 1 });
  expect(api).toHaveKeptTheContract();
});

test('starts with the seeded books: each test has a world of its own', async ({ page, api }) => {
  await expect(api).toHaveReceived('listBooks');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('Middlemarch')).toHaveCount(0);
});
