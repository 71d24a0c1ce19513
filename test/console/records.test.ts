import { expect, it } from 'vitest';
import { describeInBrowser, openConsole, serve } from './browser.ts';

describeInBrowser('the lists of the console', () => {
  it('say how far a search went, search all, and show all records again', async () => {
    const { mock, url } = await serve({});
    const { page, faults } = await openConsole(url, '#/data/pets?search=no-such-word&within=2');
    await page.getByText('The first 2 of 40 records were searched.').waitFor();
    await page.getByRole('button', { name: 'Search all' }).click();
    await page.getByText('No record fits.').waitFor();
    expect(await page.getByText('were searched').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all records' }).click();
    await page.getByText('1 to 40 of 40 records').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    await mock.close();
  });

  it('count all requests to the chosen world, more than the list of requests shows', async () => {
    const { mock, url } = await serve({});
    const { page } = await openConsole(url, '#/use');
    const shown = (count: number): Promise<void> =>
      page.getByText(`by ${count.toLocaleString('en')} requests to world default.`).waitFor();
    // The page is given time to follow: requests that come too fast are left out, which it says.
    for (let batch = 1; batch <= 13; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/pets/1`)));
      await shown(batch * 100);
    }
    await fetch(`${url}/pets/1`, { headers: { 'standin-world': 'other' } });
    await shown(1_300);
    await page.getByText('× 1,300').waitFor();
    await page.context().close();
    await mock.close();
  });

  it('have a preset that fails for a share of the requests', async () => {
    const { mock, url } = await serve({});
    const { page } = await openConsole(url, '#/rules');
    await page.getByRole('button', { name: 'Flaky' }).click();
    await page.getByText('10 % of the requests').waitFor();
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${url}/pets`)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
    // What was counted stays with the rule while it is edited.
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule is changed.').waitFor();
    await page.context().close();
    await mock.close();
  });
});
