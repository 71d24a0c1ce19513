import { expect, test } from 'vitest';
import { runContract } from '../../../src/library/index.ts';

const document = (type: string, servers: readonly object[] = [], status = 200): object => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers,
  paths: {
    '/a': { get: { responses: { [status]: { description: '', content: { [type]: { schema: {} } } } } } },
    '/b': { get: { responses: { [status]: { description: '', content: { [type]: { schema: {} } } } } } },
  },
});

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = (status = 200): Response => new Response('<!doctype html><p>Hello</p>', { status, headers: html });
const moved = (): Response => new Response(null, { status: 302, headers: { location: '/login' } });

async function notes(answer: (path: string) => Response, of: object = document('application/json')): Promise<string> {
  const { summary } = await runContract({
    target: async (request: Request) => answer(new URL(request.url).pathname),
    document: of,
    phases: ['examples', 'coverage'],
    now: '2026-12-01',
  });
  return (await summary).notes.join('\n');
}

test('A run whose answers are all alike says what the target may be instead', async () => {
  expect(await notes(moved)).toContain('every answer was a redirect (302): does the target ask to sign in (--bearer');
  expect(await notes(() => page())).toContain('every answer was an HTML page, and none is documented');
  expect(await notes(() => page(404))).toContain('every answer was 404: does the API begin at another path');
  expect(await notes(() => page(404), document('application/json', [{ url: '/v1' }]))).toContain(
    "every answer was 404, and the document's server has the path /v1: is it missing in the target?",
  );
});

test('One answer that is another one, or a documented page, is the API itself', async () => {
  expect(await notes((path) => (path === '/a' ? Response.json(1) : moved()))).not.toContain('every answer');
  expect(await notes((path) => (path === '/a' ? Response.json(1) : page()))).not.toContain('every answer');
  expect(await notes(moved, document('application/json', [], 302))).not.toContain('every answer');
  expect(await notes(() => page(), document('text/html'))).not.toContain('every answer');
});
