import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { describeInBrowser, openBrowser, openConsole, serve } from './browser.ts';

describeInBrowser('who may use the console', () => {
  it('asks for the token where the mock is addressed by a name that it does not know, and keeps it for the tab', async () => {
    const { mock, url } = await serve({ controlToken: 'open sesame' });
    // A request of this machine needs no token, so the Host is one that control routes do not answer to.
    const other = url.replace('127.0.0.1', 'console.localtest');
    const browser = await openBrowser();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route('**/*', async (route) => {
      const asked = route.request();
      const headers = { ...(await asked.allHeaders()), host: 'console.localtest' };
      if (asked.url().includes('/events')) await route.abort();
      else await route.fulfill({ response: await route.fetch({ url: asked.url().replace(other, url), headers }) });
    });
    await page.goto(`${other}/_standin/`);
    const field = page.getByLabel('Control token');
    await field.waitFor();
    await page.getByText('This Host is not one that control routes answer to.').waitFor();
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await field.waitFor();
    await field.fill('open sesame');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('link', { name: 'pets', exact: true }).waitFor();
    expect(await page.evaluate('localStorage.getItem("standin.token")')).toBeNull();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    await mock.close();
  });

  it('is not reached by a page of another origin, and stands in no frame of it', async () => {
    const { mock, url } = await serve({});
    const evil = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>evil</title><iframe src="${url}/_standin/"></iframe>`);
    });
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
    const page = await (await openBrowser()).newPage();
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const outcomes = await page.evaluate(`Promise.all([
      fetch('${url}/_standin/state').then((r) => r.status, () => 'refused'),
      fetch('${url}/_standin/reset', { method: 'POST', mode: 'no-cors' }).then((r) => r.type, () => 'refused'),
      fetch('${url}/_standin/data/pets/1', { method: 'DELETE' }).then((r) => r.status, () => 'refused'),
    ])`);
    expect(outcomes).toEqual(['refused', 'opaque', 'refused']);
    expect((await fetch(`${url}/_standin/data/pets/1`)).status).toBe(200);
    expect(await page.frames().at(-1)?.locator('#console').count()).toBe(0);
    await page.context().close();
    await new Promise((done) => evil.close(done));
    await mock.close();
  });

  it('copies no secret', async () => {
    const { mock, url } = await serve({});
    await fetch(`${url}/pets`, { headers: { authorization: 'Bearer very-secret-token-1' } });
    const { page, faults } = await openConsole(url, '#/requests/1');
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const copied = page.getByRole('group', { name: 'Copied as curl' });
    await copied.waitFor();
    expect(await copied.textContent()).toContain('"authorization: $STANDIN_AUTHORIZATION"');
    expect(await page.content()).not.toContain('very-secret');
    expect(faults).toEqual([]);
    await page.context().close();
    await mock.close();
  });
});
