import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import swaggerUi from 'swagger-ui-dist/absolute-path.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unpack } from './documents.mjs';
import { serve } from './serve.mjs';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const UI = swaggerUi();
const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css', html: 'text/html', yaml: 'application/yaml' };

/** A page with Swagger UI on an origin of its own. `?url=` names the document. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/swagger-ui.css"><div id="ui"></div>
<script src="/swagger-ui-bundle.js"></script><script>
const asked = new URLSearchParams(location.search);
window.ui = SwaggerUIBundle({ url: asked.get('url'), dom_id: '#ui', docExpansion: 'full', tryItOutEnabled: true,
  requestInterceptor: (request) => { if (asked.get('api') && !request.loadSpec) {
    const path = new URL(request.url); request.url = asked.get('api') + path.pathname + path.search; } return request; },
  onComplete: () => { document.title = 'ready'; } });
</script>`;

const galaxy = serve('galaxy.yaml');

describe.skipIf(!existsSync(CHROMIUM))('Swagger UI in Chromium, on another origin than the mock', () => {
  let browser;
  let page;
  let site;
  let origin;

  beforeAll(async () => {
    const document = unpack('galaxy.yaml');
    const yaml = readFileSync(document.path);
    document.remove();
    site = createServer((request, response) => {
      const name = new URL(request.url, 'http://page').pathname.slice(1) || 'index.html';
      response.setHeader('content-type', TYPES[name.split('.').at(-1)] ?? 'application/octet-stream');
      if (name === 'index.html') response.end(PAGE);
      else if (name === 'galaxy.yaml') response.end(yaml);
      else if (/^swagger-ui[\w-]*\.(js|css)$/.test(name)) response.end(readFileSync(join(UI, name)));
      else response.writeHead(404).end();
    });
    await new Promise((done) => site.listen(0, '127.0.0.1', done));
    origin = `http://localhost:${site.address().port}`;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((done) => site.close(done));
  });

  /** Opens Swagger UI; with `document` left out it reads the copy beside the page and sends its requests to the mock. */
  const open = async (document) => {
    const query = document ? { url: document } : { url: `${origin}/galaxy.yaml`, api: galaxy.url };
    await page.goto(`${origin}/?${new URLSearchParams(query)}`);
    await page.waitForFunction("document.title === 'ready'", undefined, { timeout: 280_000 });
  };
  const authorize = () => page.evaluate("ui.preauthorizeApiKey('bearerAuth', 'token')");
  const block = (id) => page.locator(`[id$="-${id}"].opblock`);

  /** Fills an operation in, presses "Execute", and gives the answer that Swagger UI shows. */
  const execute = async (id, { parameters = {}, body, file } = {}) => {
    const operation = block(id);
    const clear = operation.locator('button.btn-clear');
    if ((await clear.count()) > 0) await clear.click();
    for (const [name, value] of Object.entries(parameters))
      await operation.locator(`tr[data-param-name="${name}"] input`).first().fill(String(value));
    if (body !== undefined) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    if (file !== undefined) await operation.locator('input[type=file]').setInputFiles(file);
    await operation.locator('button.execute').click();
    const shown = operation.locator('.live-responses-table .response-col_status');
    await shown.last().waitFor({ timeout: 60_000 });
    const text = (await shown.last().textContent()).trim();
    const content = operation.locator('.live-responses-table .highlight-code code').first();
    const raw = (await content.count()) > 0 ? await content.textContent() : '';
    return { status: Number.parseInt(text, 10), text, raw, json: () => JSON.parse(raw) };
  };

  describe('with a copy of the document', () => {
    beforeAll(async () => {
      page = await browser.newPage();
      await open();
    });
    beforeEach(() => page.evaluate("ui.authActions.logout(['bearerAuth'])"));
    afterAll(() => page.close());

    test('shows every operation of the document', async () => {
      expect(await page.locator('.opblock').count()).toBe(10);
    });

    test('lists planets', async () => {
      const { status, json } = await execute('getAllData');
      expect(status).toBe(200);
      expect(json().data.length).toBeGreaterThan(0);
    });

    test('sends the query parameters that were filled in', async () => {
      const { json } = await execute('getAllData', { parameters: { limit: 2 } });
      expect(json().data).toHaveLength(2);
    });

    test('reads one planet', async () => {
      const { json: list } = await execute('getAllData');
      const [{ id, name }] = list().data;
      const { status, json } = await execute('getPlanet', { parameters: { planetId: id } });
      expect(status).toBe(200);
      expect(json().name).toBe(name);
    });

    test('shows the documented 404 of a planet that is not there', async () => {
      const { status, json } = await execute('getPlanet', { parameters: { planetId: 999_999 } });
      expect(status).toBe(404);
      expect(json()).toMatchObject({ status: 404 });
    });

    test('creates a planet with the token of the "Authorize" button', async () => {
      await authorize();
      const { status, json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      expect(status).toBe(201);
      expect(json().name).toBe('Vulcan');
    });

    test('reads the planet that it created', async () => {
      await authorize();
      const { json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      const read = await execute('getPlanet', { parameters: { planetId: json().id } });
      expect(read.json().name).toBe('Vulcan');
    });

    test('replaces a planet', async () => {
      await authorize();
      const { json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      const parameters = { planetId: json().id };
      const { status } = await execute('updatePlanet', { parameters, body: { name: 'Romulus' } });
      expect(status).toBe(200);
      expect((await execute('getPlanet', { parameters })).json().name).toBe('Romulus');
    });

    test('deletes a planet', async () => {
      await authorize();
      const { json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      const parameters = { planetId: json().id };
      expect((await execute('deletePlanet', { parameters })).status).toBe(204);
      expect((await execute('getPlanet', { parameters })).status).toBe(404);
    });

    test('uploads an image', async () => {
      await authorize();
      const { json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      const file = { name: 'mars.png', mimeType: 'image/png', buffer: Buffer.from('a small picture') };
      const { status } = await execute('uploadImage', { parameters: { planetId: json().id }, file });
      expect(status).toBe(200);
    });

    test('tells the size of the image that it uploaded', async () => {
      await authorize();
      const { json } = await execute('createPlanet', { body: { name: 'Vulcan' } });
      const file = { name: 'mars.png', mimeType: 'image/png', buffer: Buffer.from('a small picture') };
      const { json: told } = await execute('uploadImage', { parameters: { planetId: json().id }, file });
      expect(told()).toMatchObject({ fileSize: 15, mimeType: 'image/png' });
    });

    test('signs a user up', async () => {
      const body = { name: 'Ann', email: 'ann@example.com', password: 'secret' };
      const { status, json } = await execute('createUser', { body });
      expect(status).toBe(201);
      expect(json().email).toBe('ann@example.com');
    });

    test('shows the documented 400 of a body that is wrong', async () => {
      const { status, json } = await execute('createUser', { body: { name: 'Ann' } });
      expect(status).toBe(400);
      expect(json().detail).toContain('email');
    });

    test('shows the documented 401 without a token, and who I am with one', async () => {
      expect((await execute('getMe')).status).toBe(401);
      await authorize();
      const { status, json } = await execute('getMe');
      expect(status).toBe(200);
      expect(json().email).toContain('@');
    });
  });

  describe('with the document that the mock serves', () => {
    test.each(['json', 'yaml'])('reads /openapi.%s of the mock', async (format) => {
      const answer = await fetch(`${galaxy.url}/openapi.${format}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Scalar Galaxy');
    });

    test('the document that the mock serves names the mock as its server', async () => {
      const document = await (await fetch(`${galaxy.url}/openapi.json`)).json();
      expect(document.servers[0].url).toMatch(new RegExp(`^(${galaxy.url}|/)`));
    });

    test('sends its requests to the mock without any further setting', async () => {
      const document = `${galaxy.url}/openapi.json`;
      expect((await fetch(document)).status).toBe(200);
      page = await browser.newPage();
      await open(document);
      expect((await execute('getAllData')).status).toBe(200);
    });
  });
});
