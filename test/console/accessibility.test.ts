import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const HASHES = [
  '#/requests',
  '#/requests/1',
  '#/data',
  '#/data/pets',
  '#/data/pets/3',
  '#/data/pets/new',
  '#/operations',
  '#/operations/createPet',
  '#/rules',
  '#/worlds',
  '#/use',
  '#/check',
];

describeInBrowser('every page of the console', () => {
  let served: ServedMock;
  beforeAll(async () => {
    served = await serve({});
    await fetch(`${served.url}/pets`, {
      method: 'POST',
      body: '{"name":3}',
      headers: { 'content-type': 'application/json' },
    });
  });
  afterAll(() => served.mock.close());

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has nothing that axe finds, and fits: %s, %i px', async (colorScheme, width) => {
    const { page, faults } = await openConsole(served.url, '', {
      colorScheme,
      viewport: { width, height: 800 },
      bypassCSP: true,
    });
    await page.addScriptTag({ path: AXE });
    for (const hash of HASHES) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.waitForTimeout(300);
      const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${hash} ${id}: ${html.slice(0, 160)}`),
      );
      expect(found).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `width of ${hash}`).toBe(width);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
