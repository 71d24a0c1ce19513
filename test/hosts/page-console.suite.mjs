import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { standin } from 'standin/vite';
import { createServer as createVite8 } from 'vite';
import { createServer as createVite7 } from 'vite-7';
import { expect, test } from 'vitest';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

test.skipIf(executablePath === undefined).each([
  ['Vite 7', createVite7, '/'],
  ['Vite 8', createVite8, '/'],
  ['Vite 8 below a base of its own', createVite8, '/app/'],
])(
  '%s: a request that breaks the document is printed to the console of the page, with the line of the rule',
  async (_, createServer, base) => {
    const server = await createServer({
      root: `${import.meta.dirname}/vite`,
      base,
      configFile: false,
      server: { port: 0 },
      logLevel: 'silent',
      plugins: [standin({ document: '../openapi.yaml' })],
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      await server.listen();
      const page = await browser.newPage();
      const printed = [];
      page.on('console', (message) => printed.push(message.text()));
      const ready = page.waitForResponse((answer) => answer.url().includes('standin-console'));
      await page.goto(`http://localhost:${server.httpServer.address().port}${base}`);
      await ready;
      const send = () =>
        page.evaluate(() =>
          fetch('/api/books', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"title":"Emma","genre":"drama"}',
          }),
        );
      const heard = async () => {
        await send();
        return printed.join('\n');
      };
      // The page hears of it once its connection to the dev server is open.
      await expect
        .poll(heard, { timeout: 30_000 })
        .toMatch(/standin: POST \/api\/books → 422 breaks the document:\n {2}\/body\/genre: .*openapi\.yaml:\d+:\d+/);
    } finally {
      await browser.close();
      await server.close();
    }
  },
);
