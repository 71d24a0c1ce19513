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

/** Roles of the accessibility tree that people act on. */
const CONTROLS = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'progressbar', 'dialog'];
const PAGE_NAMES = ['Requests', 'Data', 'Operations', 'Rules', 'Worlds and time', 'Use', 'Check'];

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
    ['light', 1280, 'none'],
    ['dark', 390, 'none'],
    ['light', 390, 'active'],
  ] as const)(
    'has nothing that axe finds, and fits: %s, %i px, forced colours %s',
    async (colorScheme, width, forced) => {
      const { page, faults } = await openConsole(served.url, '', {
        colorScheme,
        forcedColors: forced,
        reducedMotion: 'reduce',
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
    },
    120_000,
  );

  it('shows a screen reader its landmarks, one heading of the page, and a name for each control', async () => {
    const { page } = await openConsole(served.url);
    const session = await page.context().newCDPSession(page);
    for (const hash of HASHES) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.waitForTimeout(300);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const told = nodes.filter(({ ignored }) => !ignored);
      const named = (role: string): readonly string[] =>
        told.filter((each) => each.role?.value === role).map(({ name }) => String(name?.value ?? ''));
      const level = ({ properties = [] }: (typeof told)[number]): unknown =>
        properties.find(({ name }) => name === 'level')?.value.value;
      const heads = told.filter((each) => each.role?.value === 'heading');
      expect(heads.filter((each) => level(each) === 1).length, hash).toBe(1);
      expect([named('main').length, named('banner').length, named('navigation')[0]], hash).toEqual([1, 1, 'Pages']);
      for (const role of CONTROLS) expect(named(role), `${hash} ${role}`).not.toContain('');
      expect(named('table'), hash).not.toContain('');
      expect(named('link'), hash).toEqual(expect.arrayContaining(PAGE_NAMES));
    }
    await page.context().close();
  });

  it('marks what is chosen where the system forces its colours, and moves nothing where motion is reduced', async () => {
    const { page } = await openConsole(served.url, '#/requests/1', { forcedColors: 'active', reducedMotion: 'reduce' });
    await page.locator('.detail h2').waitFor();
    const looks = (await page.evaluate(`[...document.querySelectorAll('.pages a[aria-current], .rows tr.opened')]
      .map((each) => getComputedStyle(each).outlineStyle)`)) as readonly string[];
    expect(looks).toEqual(['solid', 'solid']);
    const moving = await page.evaluate(`[...document.querySelectorAll('*')].filter((each) => {
      const { transitionDuration, animationName } = getComputedStyle(each);
      return animationName !== 'none' || parseFloat(transitionDuration) > 0.001;
    }).length`);
    expect(moving).toBe(0);
    await page.context().close();
  });
});
