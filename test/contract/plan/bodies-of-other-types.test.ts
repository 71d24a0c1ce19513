import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const content = (mediaType: string, schema: object) => ({ content: { [mediaType]: { schema } } });
const BOOK = {
  type: 'object',
  xml: { name: 'book' },
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 40 } },
};
const said = { description: 'No.' };
const file = (schema: object) => ({
  put: {
    operationId: 'putFile',
    requestBody: { required: true, ...content('application/octet-stream', schema) },
    responses: { 204: { description: 'Stored.' }, 400: said, 415: said },
  },
});
const documentOf = (schema: object) => ({
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        requestBody: { required: true, ...content('application/xml', BOOK) },
        responses: { 201: { description: 'Added.', ...content('application/xml', BOOK) }, 400: said, 415: said },
      },
    },
    '/cover': file(schema),
  },
});

/** Adds books, if `reads` can read them, and stores a file of any length. */
async function run(reads: (text: string) => number, schema: object): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(documentOf(schema))),
    phases: ['protocol'],
    disruptive: true,
    async target(request) {
      const { pathname } = new URL(request.url);
      const wanted = pathname === '/books' ? 'application/xml' : 'application/octet-stream';
      const text = await request.text();
      const allowed = pathname === '/books' ? 'POST' : 'PUT';
      if (request.method !== allowed) return new Response(null, { status: 405, headers: { Allow: allowed } });
      const type = request.headers.get('content-type');
      if (text !== '' && type?.split(';')[0] !== wanted) return new Response(null, { status: 415 });
      if (pathname === '/cover') return new Response(null, { status: 204 });
      const status = reads(text);
      const headers = { 'Content-Type': 'application/xml' };
      return new Response(status === 201 ? text.replace(/<\/book$/, '</book>') : null, { status, headers });
    },
  });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check, operation }) => `${check} ${operation}`);
}

const FILE = { type: 'string', format: 'binary' };
const hasTitle = (text: string): boolean => /<title>[^<]{1,40}<\/title>/.test(text);
const strict = (text: string): number => (hasTitle(text) && /<\/book>\s*$/.test(text) ? 201 : 400);

test('XML that is cut off must be refused', async () => {
  expect(await run(strict, FILE)).toEqual([]);
  expect(await run((text) => (hasTitle(text) ? 201 : 400), FILE)).toEqual(['reject.malformed-body addBook']);
  expect(await run((text) => (strict(text) === 400 && text !== '' ? 500 : strict(text)), FILE)).toEqual([
    'status.server-error addBook',
  ]);
});

test('an empty file is a file, unless the document asks for a byte', async () => {
  expect(await run(strict, FILE)).toEqual([]);
  expect(await run(strict, { ...FILE, minLength: 1 })).toEqual(['reject.empty-body putFile']);
});
