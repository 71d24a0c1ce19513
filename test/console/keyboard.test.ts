import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

/** Text of what has the focus. It is empty if nothing has it: then the browser names the whole page. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) return '';
    return (activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '').trim();
  })()`) as Promise<string>;

/** Presses Tab until something with this text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    if (text.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Nothing that the keyboard reaches is called ${text}.`);
}

describeInBrowser('a tour by keyboard alone', () => {
  let served: ServedMock;
  beforeAll(async () => {
    served = await serve({});
    for (const path of ['/pets', '/categories', '/nowhere']) await fetch(`${served.url}${path}`);
  });
  afterAll(() => served.mock.close());

  it('opens a request and goes back to its row', async () => {
    const { page, faults } = await openConsole(served.url);
    await page.getByRole('row').filter({ hasText: '/nowhere' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('/categories');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Request 2' }).waitFor();
    await expect.poll(() => focused(page)).toContain('/categories');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/requests');
    await expect.poll(() => focused(page)).toContain('/categories');
    await page.keyboard.press('/');
    await page.keyboard.type('nowhere');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('loses no key that follows at once', async () => {
    const { page, faults } = await openConsole(served.url);
    await page.getByRole('row').filter({ hasText: '/nowhere' }).waitFor();
    // One task after the other, without a paint between them.
    await page.evaluate(`(() => {
      const press = (key) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      press('j');
      return Promise.resolve().then(() => press('j')).then(() => Promise.resolve()).then(() => document.activeElement.click());
    })()`);
    await page.getByRole('region', { name: 'Request 2' }).waitFor({ timeout: 5_000 });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('moves from the row that has the focus while requests arrive', async () => {
    const { page, faults } = await openConsole(served.url);
    await page.getByRole('row').filter({ hasText: '/nowhere' }).waitFor();
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('/nowhere');
    await fetch(`${served.url}/pets?limit=1`);
    await page.getByRole('row').filter({ hasText: 'limit=1' }).waitFor();
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('/categories');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('reaches every page, tries an operation, sets a rule and moves the clock', async () => {
    const { page, faults } = await openConsole(served.url);
    for (const [at, title] of [
      'Requests',
      'Data',
      'Operations',
      'Rules',
      'Worlds and time',
      'Use',
      'Check',
    ].entries()) {
      await page.keyboard.press(String(at + 1));
      await page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'attached' });
    }
    await page.keyboard.press('3');
    await page.getByRole('row').filter({ hasText: '/pets' }).first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('/pets');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await tabTo(page, /^Send$/);
    await page.keyboard.press('Enter');
    await page.locator('.answer .tag').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('4');
    await tabTo(page, /^Slow 3G$/);
    await page.keyboard.press('Enter');
    await page.getByText('Waits 2,000 ms').waitFor();
    await tabTo(page, /^Remove: /);
    await page.keyboard.press('Enter');
    await page.getByText('No rules').waitFor();
    await page.keyboard.press('5');
    await tabTo(page, /^A day on$/);
    await page.keyboard.press('Enter');
    await page.getByText('1 day later than on this machine').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
