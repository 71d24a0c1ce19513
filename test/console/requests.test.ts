import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

describeInBrowser('the page of requests', () => {
  let served: ServedMock;
  beforeAll(async () => {
    served = await serve({});
  });
  afterAll(() => served.mock.close());

  it('shows a request as it comes, and why it was refused, with the line of the document', async () => {
    const { page, url, faults } = await openConsole(served.url);
    await page.getByText('No requests yet').waitFor();
    await fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":3,"categoryId":1}',
    });
    const row = page.getByRole('row').filter({ hasText: 'POST' });
    await row.getByText('422').waitFor();
    await row.getByRole('link').click();
    const detail = page.getByRole('region', { name: 'Request 1' });
    await detail.getByRole('listitem').getByText('must be a string, but is 3').waitFor();
    await detail.getByText(/petstore\.openapi\.yaml:\d+/).waitFor();
    expect(await detail.locator('.place .here').textContent()).toContain('type: string');
    expect(await detail.locator('mark').textContent()).toContain('"name": 3');
    await detail
      .getByText(/^\d+ header fields$/)
      .first()
      .waitFor();
    await detail.getByText('1 header field', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps what comes while it is paused', async () => {
    const { page, url } = await openConsole(served.url);
    await page.getByRole('button', { name: 'Pause' }).click();
    await fetch(`${url}/categories`);
    await page.getByRole('button', { name: 'Go on (1 new)' }).click();
    await page.getByRole('row').filter({ hasText: '/categories' }).waitFor();
    await page.context().close();
  });
});
