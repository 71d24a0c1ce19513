import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { CHROMIUM, FLAGS } from '../report/chromium.ts';

const hasBrowser = existsSync(CHROMIUM);
const title = (name: string): string => (hasBrowser ? name : `${name} (skipped: there is no ${CHROMIUM})`);

/** A group of tests that need a browser. Where there is none it is skipped, and its name says so. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(!hasBrowser)(title(name), () => {
    // The start of the browser takes from the time of the hook, not from that of the first test.
    beforeAll(async () => {
      await openBrowser();
    });
    tests();
  });
}

/** A page of the console, and what went wrong in it. */
export interface OpenedPage {
  readonly page: Page;
  readonly url: string;
  /** Errors, violations of the policy, and requests to other origins. */
  readonly faults: readonly string[];
}

let browser: Promise<Browser> | undefined;

export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return browser;
}

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

type MockChoices = NonNullable<Parameters<typeof createMock>[0]>;

export interface ServedMock {
  readonly mock: StandinMock;
  readonly url: string;
}

/** A mock on a free port of this machine. */
export async function serve(choices: MockChoices): Promise<ServedMock> {
  const mock = await createMock({ now: '2026-12-01', ...choices });
  const { url } = await mock.listen({ port: 0 });
  return { mock, url };
}

/** Opens the console of a mock at one of its pages. */
export async function openConsole(url: string, hash = '', options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  return { page, url, faults: await openAt(page, url, hash) };
}

export async function openAt(page: Page, url: string, hash: string): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    // Answers of 4xx are part of what the console shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && !['data:', 'blob:'].includes(protocol)) faults.push(`asked ${request.url()}`);
  });
  // It is run in the page, whose names the tests do not have.
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
  });`);
  await page.goto(`${url}/_standin/${hash}`);
  await page
    .locator('main h1')
    .waitFor({ state: 'attached', timeout: 45_000 })
    .catch((error: unknown) => {
      throw new Error(`The console does not open: ${faults.join('; ')}`, { cause: error });
    });
  return faults;
}
