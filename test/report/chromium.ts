import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';

/** Debian's browser, and how it runs without a screen and without asking anybody anything. */
export const CHROMIUM = '/usr/bin/chromium';
export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in the browser, with what it asked for and what it said: on the console, in errors and in dialogs. */
export interface OpenedPage {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly words: readonly string[];
  close(): Promise<void>;
}

/** Opens HTML as a file of its own. */
export async function openPage(html: string): Promise<OpenedPage> {
  const directory = mkdtempSync(join(tmpdir(), 'standin-page-'));
  const file = join(directory, 'page.html');
  writeFileSync(file, html);
  const requests: string[] = [];
  const words: string[] = [];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => words.push(message.text()));
  page.on('pageerror', (error) => words.push(String(error)));
  page.on('dialog', (dialog) => {
    words.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  const close = async (): Promise<void> => {
    await browser.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { page, requests, words, close };
}
