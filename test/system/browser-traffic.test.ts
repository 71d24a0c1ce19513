import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readTraffic, runContract, type Summary } from '../../src/library/index.ts';
import { CHROMIUM, FLAGS } from '../report/chromium.ts';
import { openShop, PAGE_TOKEN, SHOP_DOCUMENT } from './shop-page.ts';

async function judged(har: string, base?: string): Promise<Summary> {
  const run = await runContract({
    document: SHOP_DOCUMENT,
    phases: ['traffic'],
    traffic: readTraffic(har, 'page.har', base),
    target: () => Promise.reject(new Error('nobody is asked')),
  });
  return run.summary;
}

async function recorded(origins: 'one' | 'two', content: 'embed' | 'omit'): Promise<{ har: string; api: string }> {
  const shop = await openShop(origins);
  const folder = mkdtempSync(join(tmpdir(), 'standin-har-'));
  const path = join(folder, 'page.har');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const context = await browser.newContext({ recordHar: { path, content } });
    const page = await context.newPage();
    await page.goto(shop.page);
    await page.waitForFunction("document.title === 'done'");
    await context.close();
    return { har: readFileSync(path, 'utf8'), api: shop.api };
  } finally {
    await browser.close();
    await shop.close();
    rmSync(folder, { recursive: true });
  }
}

const outcome = ({ findings, counts }: Summary): object => ({
  findings: findings.map(({ check, message }) => `${check}: ${message}`),
  passed: counts.passed,
  skipped: counts.skipped,
});

describe('a reduced recording of a page that calls the service', () => {
  const har = readFileSync(join(import.meta.dirname, 'recordings/shop-page.har'), 'utf8');

  it('is judged by the calls alone; the page, preflights and dropped requests are named in the notes', async () => {
    for (const base of [
      undefined,
      'https://api.shop.example',
      'https://api.shop.example/',
      'HTTPS://API.shop.example:443',
    ]) {
      const summary = await judged(har, base);
      expect(outcome(summary)).toEqual({ findings: [], passed: 6, skipped: 2 });
      expect(summary.notes).toEqual([
        '11 of 19 recorded exchanges are left out: 7 of other origins, 4 preflights',
        '1 of 8 recorded exchanges are unjudged: the recording does not have its content',
        '1 of 8 recorded exchanges are unjudged: no answer was recorded',
      ]);
      expect(JSON.stringify(summary)).not.toContain(PAGE_TOKEN);
    }
  });

  it('has nothing to say of a base that no exchange begins with', async () => {
    const summary = await judged(har, 'https://api.shop.example/apis');
    expect(summary.counts).toMatchObject({ passed: 0, skipped: 0 });
    expect(summary.notes.join()).toContain('19 of other origins');
  });

  it('names in `repeat` the URL that was recorded, with a variable in the place of the credential', async () => {
    const broken = har.replaceAll('\\"name\\":\\"lamp\\"}', '\\"name\\":123456}');
    const { findings } = await judged(broken);
    expect(findings.map(({ check }) => check)).toContain('schema.type');
    for (const { curl = '', exchange } of findings) {
      expect(curl).toMatch(/https:\/\/api\.shop\.example\/api\/items/);
      expect(curl).toMatch(/Bearer '"\$\{STANDIN_SEEN_AUTHORIZATION:\?\}"/i);
      expect(exchange?.request.url).toMatch(/^https:\/\/api\.shop\.example\/api\/items/);
    }
  });
});

describe.skipIf(!existsSync(CHROMIUM))(
  'what a browser records of a page that calls the service (skipped where there is no /usr/bin/chromium)',
  () => {
    it('gives no finding about the page, its scripts, pictures and fonts, whether a base is named or not', async () => {
      const { har, api } = await recorded('two', 'embed');
      for (const summary of [await judged(har), await judged(har, api)]) {
        expect(outcome(summary)).toEqual({ findings: [], passed: 6, skipped: 0 });
        expect(summary.notes.join()).toMatch(/^\d+ of \d+ recorded exchanges are left out: \d+ of other origins/);
        expect(JSON.stringify(summary)).not.toContain(PAGE_TOKEN);
      }
    });

    it('nor where the page comes from the origin of the service', async () => {
      const { har } = await recorded('one', 'embed');
      const summary = await judged(har);
      expect(outcome(summary)).toEqual({ findings: [expect.stringContaining('settings.json')], passed: 6, skipped: 0 });
      expect(summary.notes.join()).toMatch(/are left out: \d+ parts of pages/);
    });

    it('is not taken for empty answers where the recorder left contents out', async () => {
      const { har } = await recorded('two', 'omit');
      const summary = await judged(har);
      expect(outcome(summary)).toEqual({ findings: [], passed: 1, skipped: 5 });
      expect(summary.notes).toContain(
        '5 of 6 recorded exchanges are unjudged: the recording does not have its content',
      );
    });
  },
);
