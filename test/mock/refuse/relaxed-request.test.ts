import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const item = {
  type: 'object',
  required: ['id', 'kind'],
  properties: { id: { type: 'integer' }, kind: { type: 'string' } },
};
const list = { description: '', content: { 'application/json': { schema: { type: 'array', items: item } } } };
const one = { description: '', content: { 'application/json': { schema: item } } };
const kind = { name: 'Kind', in: 'query', schema: { type: 'string' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Rules', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/inboundrules': { get: { parameters: [kind], responses: { 200: list } }, post: { responses: { 201: one } } },
    '/inboundrules/{ruleId}': {
      get: {
        parameters: [{ name: 'ruleId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: one },
      },
    },
    '/rules.find': {
      get: {
        parameters: [
          { name: 'id', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'token', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: one },
      },
    },
  },
};
const mock = await createMock({ document, lenient: true });
const exact = await createMock({ document });
afterAll(() => Promise.all([mock.close(), exact.close()]));

const ask = (path: string, init: RequestInit = {}, of = mock): Promise<Response> =>
  of.fetch(new Request(`http://localhost${path}`, init));
interface Entry {
  readonly violations: readonly { readonly code: string }[];
}
const told = (): readonly string[] =>
  ((mock.journal.entries() as unknown as readonly Entry[]).at(-1)?.violations ?? []).map(({ code }) => code);
const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

describe('a lenient mock', () => {
  test.each(['/v1/InboundRules', '/v1/inboundrules/', '/v1/inboundRules/', '/inboundRules'])(
    'answers %s, whose path the document spells otherwise',
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(200);
      expect(Number(response.headers.get('standin-violations'))).toBeGreaterThan(0);
      // With a slash at its end, the path may name an item without its id.
      expect((await ask(path, {}, exact)).status).toBe(path.endsWith('/') ? 404 : 200);
      expect((await ask(path, { headers: { prefer: 'handling=strict' } }, exact)).status).toBe(404);
    },
  );

  test('keeps the letter case of what a path names', async () => {
    expect((await ask('/v1/InboundRules/X')).status).toBe(422);
    expect((await ask('/v1/InboundRules/1')).status).toBe(200);
  });

  test('answers a call by POST as the GET that the document has, with the fields of its form or JSON', async () => {
    const sent = await ask('/v1/rules.find', form('id=7'));
    expect(sent.status).toBe(200);
    expect(await sent.json()).toMatchObject({ id: 7 });
    expect(told()).toContain('method.undocumented');
    const headers = { 'content-type': 'application/json' };
    const json = await ask('/v1/rules.find', { method: 'POST', body: '{"id":8}', headers });
    expect(await json.json()).toMatchObject({ id: 8 });
    expect((await ask('/v1/rules.find', form('id=7'), exact)).status).toBe(405);
  });

  test('refuses a method that no documented GET stands for', async () => {
    expect((await ask('/v1/rules.find', { method: 'DELETE' })).status).toBe(405);
  });

  test('takes a query parameter whose name is written in another convention', async () => {
    const all = (await (await ask('/v1/inboundrules')).json()) as readonly { kind: string }[];
    const wanted = all[0]?.kind ?? '';
    const found = await ask(`/v1/inboundrules?kind=${encodeURIComponent(wanted)}`);
    expect(await found.json()).toEqual(all.filter((each) => each.kind === wanted));
    expect(told()).toContain('parameter.undocumented');
    expect(await (await ask(`/v1/inboundrules?kind=${encodeURIComponent(wanted)}`, {}, exact)).json()).toHaveLength(
      all.filter((each) => each.kind === wanted).length,
    );
    const strict = await ask('/v1/inboundrules?kind=x', { headers: { prefer: 'handling=strict' } }, exact);
    expect(await strict.json()).toHaveLength(all.length);
  });

  test('takes no name with another sign for a documented one', async () => {
    const all = (await (await ask('/v1/inboundrules')).json()) as readonly unknown[];
    expect(await (await ask('/v1/inboundrules?kind!=x')).json()).toHaveLength(all.length);
  });

  test('says nothing of a request as the document has it', async () => {
    expect((await ask('/v1/inboundrules?Kind=x')).headers.get('standin-violations')).toBeNull();
  });
});
