import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingRedis, startRedis } from '../state/redis-here.ts';
import { describeInBrowser, openAt, openConsole, serve } from './browser.ts';

const resource = (name: string): object => ({
  [`/${name}`]: {
    get: {
      operationId: `list-${name}`,
      responses: {
        200: {
          description: 'ok',
          content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } } },
        },
      },
    },
  },
  [`/${name}/{id}`]: {
    get: {
      operationId: `read-${name}`,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: {
        200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      },
    },
  },
});
const documentOf = (...names: readonly string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.assign({}, ...names.map(resource)),
    components: {
      schemas: {
        Thing: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
        },
      },
    },
  });

describeInBrowser('what changes while the console is open', () => {
  it('two tabs: who saves second is shown the record as it is, and chooses', async () => {
    const { mock, url } = await serve({});
    const { page } = await openConsole(url, '#/data/pets/2');
    const other = await page.context().newPage();
    await openAt(other, url, '#/data/pets/2');
    for (const each of [page, other]) await each.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('pet 2 is saved.').waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('The record has changed').waitFor();
    await other.getByRole('heading', { name: 'As it is now' }).waitFor();
    await other.getByRole('button', { name: 'Overwrite it with mine' }).click();
    await other.getByText('pet 2 is saved.').waitFor();
    await page.context().close();
    await mock.close();
  });

  it('a reload drops the resource that is being edited: the page says so, and leads on', async () => {
    const path = join(tmpdir(), `standin-console-${process.pid}.openapi.json`);
    writeFileSync(path, documentOf('apples', 'pears'));
    const { mock, url } = await serve({ document: path });
    const { page, faults } = await openConsole(url, '#/data/pears/1');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    writeFileSync(path, documentOf('apples'));
    await mock.reload();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/The document has no resource `?pears`?/)
      .first()
      .waitFor();
    await page.goto(`${url}/_standin/#/data`);
    await page.reload();
    await page.getByRole('link', { name: 'apples' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    await mock.close();
    rmSync(path);
  });

  it('a mock that goes away is waited for, and the page goes on where it was', async () => {
    const first = await serve({});
    const { port } = new URL(first.url);
    const { page } = await openConsole(first.url, '#/data/pets');
    await page.getByRole('link', { name: '1', exact: true }).waitFor();
    await first.mock.close();
    await page.locator('.notice').waitFor();
    const second = await serve({});
    await second.mock.listen({ port: Number(port) });
    await page.locator('.notice').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { name: 'pet 1' }).waitFor();
    await page.context().close();
    await second.mock.close();
  });
});

describe.skipIf(missingRedis !== undefined)(
  `a store that goes away${missingRedis === undefined ? '' : ` (skipped: ${missingRedis})`}`,
  () => {
    describeInBrowser('in a browser', () => {
      it('is waited for, and the page goes on where it was', async () => {
        const redis = await startRedis();
        const { mock, url } = await serve({ state: redis.url });
        const { page } = await openConsole(url, '#/data/pets');
        await page.getByRole('link', { name: '1', exact: true }).waitFor();
        await redis.kill();
        await page.getByRole('link', { name: '1', exact: true }).click();
        await page.locator('.notice').waitFor();
        await redis.restart();
        await page.locator('.notice').waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: 'pet 1' }).waitFor();
        await page.getByText('version 1').waitFor();
        await page.context().close();
        await mock.close();
        await redis.kill();
      });
    });
  },
);
