import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonSummary } from '../../src/comparison/index.ts';
import { compareDocuments } from '../../src/library/index.ts';
import { writeComparison } from '../../src/report/index.ts';
import { PAGE_SCRIPT } from '../../src/report/page/script.ts';
import { folder } from '../system/folder.ts';
import { BATCH_PACT, edited, SHOP, WEB_HAR } from '../usage/shop.ts';
import { CHROMIUM, type OpenedPage, openPage } from './chromium.ts';

const NEXT = edited(
  ['version: 1.4.0', 'version: 1.5.0'],
  ['maxLength: 200', 'maxLength: 20'],
  ['price: { type: number }', 'currency: { type: string }'],
);
const HOSTILE = '</script><script>alert(1)</script>"><img src=x onerror=alert(2)>\u001b[2J';

async function compared(base: string, revision: string): Promise<ComparisonSummary> {
  const cwd = await folder({ 'old.yaml': base, 'new.yaml': revision, 'batch.json': BATCH_PACT, 'web.har': WEB_HAR });
  const usage = ['pact=batch.json', 'har=web.har'];
  return (await compareDocuments({ base: 'old.yaml', revision: 'new.yaml', usage, cwd })).summary;
}

const pageOf = (summary: ComparisonSummary): string => writeComparison('html', summary, { version: '1.2.3' });

/** Text from outside in every place that has some. */
function hostile(summary: ComparisonSummary): ComparisonSummary {
  const findings = summary.findings.map((finding) => ({
    ...finding,
    message: HOSTILE,
    subject: HOSTILE,
    reaches: [HOSTILE, ...finding.reaches],
    operation: HOSTILE,
    known: { reason: HOSTILE, owner: HOSTILE },
    witness: { kind: 'response' as const, value: HOSTILE, refusal: HOSTILE },
    uses: [{ client: HOSTILE, calls: 1, breaks: 1, mayBreak: 0, input: { file: HOSTILE, pointer: HOSTILE } }],
  }));
  const { usage = { clients: [], broken: [], calls: 0 } } = summary;
  return {
    ...summary,
    revision: { ...summary.revision, title: HOSTILE, source: HOSTILE },
    findings,
    usage: { ...usage, clients: [HOSTILE] },
    notes: [HOSTILE],
    reasons: [HOSTILE],
  };
}

describe('the page of a comparison', () => {
  it('says the counts, the advice, and of each change the place, the witness and the clients', async () => {
    const page = pageOf(await compared(SHOP, NEXT));
    expect(page).toContain('<dt>breaking</dt><dd>2</dd>');
    expect(page).toContain('The changes say major (2.0.0).');
    expect(page).toContain('The change breaks 2 of 2 known clients: batch, web/1.2.');
    expect(page).toMatch(/<h4>This request worked before<\/h4><\/div><pre[^>]*>curl -sS -X POST &#34;\$BASE\/orders/);
    expect(page).toContain('<code>new.yaml:46:9 (base old.yaml:46:9)</code>');
    expect(page).toMatch(/<th scope="row">web\/1\.2<br>.*?web\.har#\/log\/entries\/0/);
    expect(page.match(/<details class="finding [^>]*open>/g)).toHaveLength(2);
  });

  it('says that nothing has changed', async () => {
    const page = pageOf(await compared(SHOP, SHOP));
    expect(page).toContain('None: the messages that fit are the same.');
    expect(page).toContain('Nothing that counts');
  });

  it('is one file with one script of its own, and hostile text stays text', async () => {
    const page = pageOf(hostile(await compared(SHOP, NEXT)));
    const [before = '', after = ''] = page.split(`<script>${PAGE_SCRIPT}</script>`);
    expect(after).toBe('</body></html>\n');
    expect(before).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form|svg)\b/i);
    expect(page).not.toMatch(/\s(?:on\w+|style|src|srcset)\s*=\s*["'][^"]*"/i);
    expect(page).toContain('default-src');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
    expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
  });

  it('stays below two megabytes with 3000 findings', async () => {
    const summary = await compared(SHOP, NEXT);
    const [first] = summary.findings;
    if (first === undefined) throw new Error('There is no finding.');
    const reaches = Array.from({ length: 300 }, (_, at) => `GET /some/longer/path/${at}`);
    const findings = Array.from({ length: 3000 }, (_, at) => ({ ...first, reaches, fingerprint: `${at}` }));
    const page = pageOf({ ...summary, findings });
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).toContain('more findings: the json report has all.');
  });
});

describe.skipIf(!existsSync(CHROMIUM))(
  'the page of a comparison in a browser (skipped where there is no /usr/bin/chromium)',
  () => {
    let opened: OpenedPage;
    let page: OpenedPage['page'];

    beforeAll(async () => {
      opened = await openPage(pageOf(await compared(SHOP, NEXT)));
      page = opened.page;
    });

    afterAll(() => opened?.close());

    it('asks for nothing but itself, and nothing is refused or thrown', () => {
      expect(opened.requests).toEqual([page.url()]);
      expect(opened.words).toEqual([]);
    });

    it.each([360, 640, 1280])('fits a window that is %i pixels wide', async (width) => {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

    it('filters by rule, and finds words', async () => {
      await page.locator('[data-filter=check]').selectOption('request.max-length');
      expect(await page.locator('.finding:visible').count()).toBe(1);
      await page.locator('[data-reset]').click();
      await page.locator('[data-search]').fill('currency');
      expect(await page.locator('.finding:visible').count()).toBe(1);
      await page.locator('[data-reset]').click();
      await page.locator('#show-error').uncheck();
      expect(await page.locator('.finding.error:visible').count()).toBe(0);
    });
  },
);
