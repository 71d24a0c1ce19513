import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

const BAD = `<img src=x onerror="window.hit=1"><script>window.hit=1</script>"'\`javascript:window.hit=1`;
const schema = {
  type: 'object',
  title: BAD,
  description: BAD,
  required: ['id', BAD],
  properties: { id: { type: 'integer' }, [BAD]: { type: 'string', enum: [BAD], description: BAD } },
};
const document = {
  openapi: '3.1.0',
  info: { title: BAD, version: BAD },
  paths: {
    '/a': {
      get: {
        operationId: 'list',
        summary: BAD,
        description: BAD,
        tags: [BAD, 'other'],
        deprecated: true,
        parameters: [{ name: 'q', in: 'query', description: BAD, schema: { type: 'string', maxLength: 3 } }],
        responses: {
          200: {
            description: BAD,
            content: {
              'application/json': { schema: { type: 'array', items: schema }, example: [{ id: 1, [BAD]: BAD }] },
            },
          },
        },
      },
      post: {
        operationId: 'make',
        summary: BAD,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 201: { description: BAD, content: { 'application/json': { schema } } } },
      },
    },
    '/a/{id}': {
      get: {
        operationId: 'read',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: BAD, content: { 'application/json': { schema } } } },
      },
    },
  },
};

describeInBrowser('a document whose every text is markup', () => {
  let served: ServedMock;
  beforeAll(async () => {
    served = await serve({ document });
    await fetch(`${served.url}/a?q=${encodeURIComponent(BAD)}`, { headers: { 'user-agent': BAD } });
    await fetch(`${served.url}/a`, {
      method: 'POST',
      body: JSON.stringify({ [BAD]: BAD }),
      headers: { 'content-type': 'application/json' },
    });
    await fetch(`${served.url}/_standin/snapshots/${encodeURIComponent(BAD)}`, { method: 'POST' });
    await fetch(`${served.url}/_standin/overrides`, {
      method: 'POST',
      body: JSON.stringify({ status: 500, body: BAD, times: 9, match: { query: { [BAD]: BAD } } }),
    });
  });
  afterAll(() => served.mock.close());

  it('stays text on every page', async () => {
    const { page, faults } = await openConsole(served.url);
    const hashes = [
      'requests',
      'requests/1',
      'requests/2',
      'data',
      'data/a',
      'data/a/1',
      'operations',
      'operations/list',
      'operations/make',
      'rules',
      'worlds',
      'use',
      'check',
    ];
    for (const hash of hashes) {
      await page.evaluate(`location.hash = '#/${hash}'`);
      await page.waitForTimeout(300);
      // What is opened shows further parts that can be opened.
      for (let level = 0; level < 3; level += 1) {
        await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
        await page.waitForTimeout(50);
      }
      expect(await page.locator('main img, main script').count(), hash).toBe(0);
    }
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
