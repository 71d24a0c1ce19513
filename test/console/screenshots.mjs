import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createMock } from '../../dist/src/library/index.js';

/** Pictures of every page of the console, light and dark, in three widths: `npm run screenshots [folder]`, by default `coverage/screenshots`. */
const folder = process.argv[2] ?? 'coverage/screenshots';
const HASHES = {
  requests: '#/requests',
  request: '#/requests/3',
  data: '#/data',
  records: '#/data/pets',
  record: '#/data/pets/3',
  operations: '#/operations',
  operation: '#/operations/createPet',
  rules: '#/rules',
  worlds: '#/worlds',
  use: '#/use',
  check: '#/check',
};
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

mkdirSync(folder, { recursive: true });
const mock = await createMock({ now: '2026-12-01' });
const { url } = await mock.listen({ port: 0 });
const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
await fetch(`${url}/pets`);
await fetch(`${url}/pets/1`, { headers: { 'user-agent': 'shop/3' } });
await fetch(`${url}/pets`, { ...json, body: '{"name":3,"status":"lost"}' });
await fetch(`${url}/pets`, { ...json, body: '{"name":"Quill","categoryId":1}' });
await fetch(`${url}/store/orders`);
await fetch(`${url}/_standin/snapshots/before`, { method: 'POST' });
await fetch(`${url}/_standin/overrides`, { ...json, body: '{"operation":"listOrders","status":503,"times":3}' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
for (const colorScheme of ['light', 'dark'])
  for (const width of [390, 1280, 2560]) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });
    await page.goto(`${url}/_standin/`);
    for (const [name, hash] of Object.entries(HASHES)) {
      await page.evaluate(`location.hash = '${hash}'`);
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
    }
    await page.close();
  }
await browser.close();
await mock.close();
