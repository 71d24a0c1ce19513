import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_SCRIPT } from '../../src/report/page/script.ts';
import { CHROMIUM, type OpenedPage, openPage } from './chromium.ts';
import { HOSTILE, report, tellStory, withSteps } from './story.ts';

// Run in the browser; text, because the types of its globals are not those of Node.
const STRUCTURE = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ids = all('[id]').map((element) => element.id);
  return {
    twice: ids.filter((id, at) => ids.indexOf(id) !== at),
    unnamed: all('section, [role=region]').filter((element) => !document.getElementById(element.getAttribute('aria-labelledby'))).length,
    headless: all('table').filter((table) => table.querySelector('th[scope]') === null).length,
    language: document.documentElement.lang,
    mains: all('main').length,
  };
})()`;

const WORST_CONTRAST = `(() => {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => linear(Number(part) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backdrop = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/rgba\\(.*, 0\\)$/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const holdsText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  const contrasts = [...document.querySelectorAll('body *')].filter(holdsText).map((element) => {
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(backdrop(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
  return Math.min(...contrasts);
})()`;

describe('the HTML report', () => {
  const page = report('html', tellStory(HOSTILE).events);

  it('is one file: one script of its own, nothing from elsewhere, no style but its own', () => {
    // Its own script stands at the end, and holds nothing from outside.
    const [before = '', after = ''] = page.split(`<script>${PAGE_SCRIPT}</script>`);
    expect(after).toBe('</body></html>\n');
    expect(before).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form|svg(?! class="bar"))\b/i);
    expect(page).not.toMatch(/\s(?:on\w+|style|src|srcset|background|poster)\s*=\s*["'][^"]*"/i);
    expect(page).toMatch(/default-src &#39;none&#39;|default-src 'none'/);
    for (const [, address = ''] of `${page}${report('html', tellStory().events)}`.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^(?:#|https?:\/\/)/);
  });

  it('marks the wrong place in a message, and shows the lines of the document around the rule', () => {
    const { events, summary } = tellStory();
    const [first, ...rest] = summary.findings;
    const finding = { ...first, excerpt: { line: 119, lines: ['id:', '  type: integer', 'name:'] } };
    const told = [
      ...events.slice(0, -1),
      { type: 'run-finished', at: 0, summary: { ...summary, findings: [finding, ...rest] } },
    ];
    const html = report('html', told as never);
    expect(html).toContain('{"id":<mark>"twelve"</mark>}');
    expect(html).toContain(
      '<span class="no">120  </span><mark>  type: integer</mark>\n<span class="no">121  </span>name:',
    );
  });

  it('marks only the value of the rule in a long line', () => {
    const { events, summary } = tellStory();
    const [first, ...rest] = summary.findings;
    const lines = ['…"id":{"type":"integer","format":"int64"},"name":…'];
    const finding = {
      ...first,
      excerpt: { line: 1, column: 15, lines },
      position: { file: 'a.json', line: 1, column: 900 },
    };
    const finished = { type: 'run-finished', at: 0, summary: { ...summary, findings: [finding, ...rest] } };
    const html = report('html', [...events.slice(0, -1), finished] as never);
    expect(html).toContain('{&#34;type&#34;:<mark>&#34;integer&#34;</mark>,');
    const named = { ...finding, excerpt: { line: 1, column: 8, lines } };
    const again = { type: 'run-finished', at: 0, summary: { ...summary, findings: [named, ...rest] } };
    expect(report('html', [...events.slice(0, -1), again] as never)).toContain(
      '{<mark>&#34;type&#34;:&#34;integer&#34;</mark>,',
    );
  });

  it('says what a check asks, by which specification, and how to run it again', () => {
    const { events, summary } = tellStory();
    const [first, ...rest] = summary.findings;
    const finding = { ...first, check: 'method.allow-mismatch' };
    const finished = { type: 'run-finished', at: 0, summary: { ...summary, findings: [finding, ...rest] } };
    const html = report('html', [...events.slice(0, -1), finished] as never);
    expect(html).toContain('<dt>Check asks</dt><dd>Does Allow list every documented method?</dd>');
    expect(html).toContain(
      '<a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1" rel="noreferrer noopener">RFC 9110 §10.2.1</a>',
    );
    expect(html).toContain(`<code>standin check … --only ${first?.fingerprint}</code>`);
  });

  it('counts problems as its first sentence does: what follows from another problem is not counted', () => {
    const { events, summary } = tellStory();
    const [first, ...rest] = summary.findings;
    const effect = { ...first, fingerprint: 'eeeeeeeeeeeeeeee', because: first?.fingerprint };
    const finished = { type: 'run-finished', at: 0, summary: { ...summary, findings: [first, effect, ...rest] } };
    const html = report('html', [...events.slice(0, -1), finished] as never);
    const [, inSentence] = /(\d+) problems? on/.exec(html) ?? [];
    expect(inSentence).toBeDefined();
    expect(html).toContain(`<dt>Problems</dt><dd>${inSentence}</dd>`);
  });

  it('quotes what the service said beside the message, unless the message says it', () => {
    const { events, summary } = tellStory();
    const [first] = summary.findings;
    const told = (message: string, actual: string): string =>
      report('html', [
        ...events.slice(0, -1),
        { type: 'run-finished', at: 0, summary: { ...summary, findings: [{ ...first, message, actual }] } },
      ] as never);
    expect(told('postClient refused (400) a valid request.', '400: name is <taken>')).toContain(
      '<span class="muted">“name is &#60;taken&#62;”</span>',
    );
    expect(told('It said: name is short.', '400: name is short')).not.toContain('“name is short”');
    expect(told('It answered 200.', '200: name')).not.toContain('“name”');
  });

  it('says what is new, the same and gone since an earlier run', () => {
    const { events, summary } = tellStory();
    const [first, second] = summary.findings;
    const earlier = { name: 'last.json', findings: [{ ...first, fingerprint: 'dddddddddddddddd' }, second] as never };
    const html = report('html', events, { earlier });
    expect(html).toContain('<strong>3</strong> new · <strong>1</strong> the same · <strong>1</strong> gone');
    expect(html).toMatch(
      /1 finding no longer seen<\/summary><ul class="plain"><li><strong>schema.type<\/strong>[^<]*<code>dddddddddddddddd/,
    );
    expect(html).toMatch(/id="f-aaaaaaaaaaaaaaaa"[^>]*data-state="same"/);
    expect(html).toMatch(/id="f-0123456789abcdef"[^>]*data-state="new"/);
  });

  it('names the requests of each case', () => {
    const { events, summary } = tellStory();
    const exchange = summary.findings[0]?.exchange;
    const told = [
      ...events.slice(0, 2),
      { type: 'exchange', case: 'coverage/listPets/2', exchange },
      ...events.slice(2),
    ];
    expect(report('html', told as never)).toMatch(
      /listPets again <span class="muted">coverage<\/span><br><span class="steps">GET \/pets\/12\?a=1&#38;b=%20x 200<\/span>/,
    );
  });

  it('stays below two megabytes with 500 findings and 5000 cases', () => {
    const { events, summary } = tellStory();
    const [first] = summary.findings;
    const text = JSON.stringify({ id: 'twelve', note: '"<&>'.repeat(2_000) });
    const body = { text, encoding: 'utf8', size: text.length, truncated: false };
    const response = { ...first?.exchange?.response, body };
    const exchange = { ...first?.exchange, response };
    const steps = [1, 2, 3, 4].map((at) => ({ title: `step ${at}`, exchange }));
    const script = 'curl -sS http://127.0.0.1\n'.repeat(100);
    const findings = Array.from({ length: 500 }, (_, at) => ({
      ...first,
      exchange,
      steps,
      script,
      fingerprint: `${at}`.padStart(16, '0'),
    }));
    const finished = events.find(({ type }) => type === 'case-finished');
    const many = [
      ...events.slice(0, 2),
      ...Array.from({ length: 5_000 }, () => finished),
      { type: 'run-finished', at: 0, summary: { ...summary, findings } },
    ];
    const html = report('html', many as never);

    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect(html.match(/<details class="finding /g)?.length).toBe(500);
  });

  it('unfolds the errors where there are few, and folds everything where there are many', () => {
    expect(page.match(/<details class="finding [^>]*open>/g)?.length).toBe(2);
    const { events, summary } = tellStory();
    const [first] = summary.findings;
    const findings = Array.from({ length: 6 }, (_, at) => ({ ...first, fingerprint: `${at}`.repeat(16) }));
    const many = [...events.slice(0, -1), { type: 'run-finished', at: 0, summary: { ...summary, findings } }];
    expect(report('html', many as never)).not.toMatch(/<details class="finding [^>]*open>/);
  });
});

describe.skipIf(!existsSync(CHROMIUM))(
  'the HTML report in a browser (skipped where there is no /usr/bin/chromium)',
  () => {
    let opened: OpenedPage;
    let page: OpenedPage['page'];

    beforeAll(async () => {
      opened = await openPage(report('html', tellStory(HOSTILE).events));
      page = opened.page;
    });

    afterAll(() => opened?.close());

    it('asks for nothing but itself, and nothing is refused or thrown', async () => {
      await page.waitForTimeout(100);
      expect(opened.requests).toEqual([page.url()]);
      expect(opened.words).toEqual([]);
    });

    it('shows hostile text as text', async () => {
      expect(await page.locator('script, img, iframe, main svg:not(.bar)').count()).toBe(1);
      expect(await page.locator('h1').textContent()).toContain('</script><script>alert(1)</script>');
      expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    });

    it('finds findings by words, and says how many', async () => {
      await page.locator('[data-search]').fill('no answer within');
      expect(await page.locator('.finding:visible').count()).toBe(1);
      expect(await page.locator('[data-count]').textContent()).toBe('1 of 4 findings');
      await page.locator('[data-search]').fill('nothing of the kind');
      expect(await page.locator('.finding:visible').count()).toBe(0);
      await page.locator('[data-reset]').click();
      expect(await page.locator('.finding:visible').count()).toBe(4);
    });

    it('filters by check, severity and operation', async () => {
      await page.locator('[data-filter=check]').selectOption('header.undocumented');
      expect(await page.locator('.finding:visible').count()).toBe(1);
      await page.locator('[data-filter=severity]').selectOption('error');
      expect(await page.locator('.finding:visible').count()).toBe(0);
      await page.locator('[data-filter=check]').selectOption('');
      expect(await page.locator('.finding:visible').count()).toBe(2);
      await page.locator('[data-reset]').click();
    });

    it('unfolds and folds all findings', async () => {
      await page.locator('[data-expand]').click();
      expect(await page.locator('.finding[open]').count()).toBe(4);
      await page.locator('[data-collapse]').click();
      expect(await page.locator('.finding[open]').count()).toBe(0);
    });

    it('opens the finding that its address names', async () => {
      await page.evaluate(`location.hash = '#f-cccccccccccccccc'`);
      await page.waitForFunction(`document.getElementById('f-cccccccccccccccc').open`);
      expect(await page.evaluate(`document.activeElement.parentElement.id`)).toBe('f-cccccccccccccccc');
      await page.evaluate(`location.hash = ''`);
    });

    it('leads from a cell of the matrix to the findings of its cases', async () => {
      const cell = page.locator('#operations a[data-only]').first();
      const only = (await cell.getAttribute('data-only'))?.split(' ') ?? [];
      await page.locator('[data-search]').fill('nothing of the kind');
      await cell.click();
      expect(only.length).toBeGreaterThan(0);
      expect(await page.locator('.finding:visible').count()).toBe(only.length);
      expect(await page.locator('#f-0123456789abcdef').getAttribute('open')).not.toBeNull();
      await page.locator('[data-reset]').click();
    });

    it('copies a command as it is shown', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const panel = page.locator('#f-0123456789abcdef');
      await page.evaluate(`document.getElementById('f-0123456789abcdef').open = true`);
      await panel.getByRole('button', { name: 'Copy: Reproduce' }).click();
      await panel.getByText('Copied', { exact: true }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await panel.locator('pre.curl').textContent());
      expect(opened.words).toEqual([]);
    });

    it('wears its style sheet under its own policy', async () => {
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.finding')).borderRadius`)).toBe('10px');
    });

    it('can be used from the keyboard: skip link, unfolding, filters', async () => {
      await page.reload();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
      await page.locator('.finding.warning summary').focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('.finding.warning .facts').isVisible()).toBe(true);
      await page.locator('#show-warning').focus();
      await page.keyboard.press('Space');
      expect(await page.locator('.finding.warning').isVisible()).toBe(false);
      expect(await page.locator('.finding.error').first().isVisible()).toBe(true);
      for (const severity of ['error', 'info']) {
        await page.locator(`#show-${severity}`).uncheck();
        expect(await page.locator(`.finding.${severity}`).first().isVisible()).toBe(false);
        await page.locator(`#show-${severity}`).check();
      }
      await page.locator('#show-warning').focus();
      await page.keyboard.press('Space');
    });

    it('has a name for every region, a head for every table and no id twice', async () => {
      expect(await page.evaluate(STRUCTURE)).toEqual({ twice: [], unnamed: 0, headless: 0, language: 'en', mains: 1 });
    });

    it.each(['light', 'dark'] as const)('has enough contrast in %s colours', async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      // WCAG 2.2, 1.4.3 (AA).
      expect(await page.evaluate(WORST_CONTRAST)).toBeGreaterThanOrEqual(4.5);
    });

    it('gives the steps of a finding the width of the finding, also on a small screen', async () => {
      const steps = await openPage(report('html', withSteps()));
      for (const width of [1200, 400]) {
        await steps.page.setViewportSize({ width, height: 800 });
        const [body, inner] = (await steps.page.evaluate(
          `(() => ['.finding .body', '.finding .following > summary'].map((each) => document.querySelector(each).clientWidth))()`,
        )) as [number, number];
        expect(inner).toBeGreaterThan(body * 0.85);
        const lines = await steps.page.evaluate(
          `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.finding .following > summary')); return range.getClientRects().length; })()`,
        );
        expect(lines).toBe(1);
      }
      await steps.close();
    });

    it('needs no sideways scrolling on a small screen', async () => {
      // WCAG 2.2, 1.4.10, with the numbers of a large document.
      await page.evaluate(
        `document.querySelectorAll('#coverage td.muted').forEach((cell) => { cell.textContent = '21873 of 22454'; })`,
      );
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1200, height: 800 });
    });

    it('prints with every finding unfolded and without what only a screen can use', async () => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('nav').isVisible()).toBe(false);
      expect(await page.locator('.finding.info .facts').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
    });
  },
);
