import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data';
const BOOK = {
  type: 'object',
  xml: { name: 'book' },
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 60 } },
};
const SHOWN = { ...BOOK, required: ['id', 'title'], properties: { id: { type: 'integer' }, ...BOOK.properties } };
const said = { description: 'No.' };

const documentOf = (mediaType: string) => ({
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        requestBody: { required: true, content: { [mediaType]: { schema: BOOK } } },
        responses: {
          201: {
            description: 'Added.',
            content: { [mediaType === XML ? XML : 'application/json']: { schema: SHOWN } },
          },
          400: said,
          415: said,
        },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getBook',
        responses: {
          200: { description: 'It.', content: { [mediaType === XML ? XML : 'application/json']: { schema: SHOWN } } },
          404: said,
        },
      },
    },
  },
});

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
const escaped = (text: string): string => text.replace(/[<>&]/g, (sign) => SIGNS[sign] ?? sign);
const unescaped = (text: string): string =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) => String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)))
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name as 'lt'] ?? "'");

async function titleOf(mediaType: string, request: Request): Promise<string | undefined> {
  if (mediaType !== XML) {
    const title = await request.formData().then(
      (form) => form.get('title'),
      () => null,
    );
    return typeof title === 'string' ? title : undefined;
  }
  const found = /^(?:<\?xml[^>]*\?>)?\s*<book>\s*<title>([^<]*)<\/title>\s*<\/book>\s*$/.exec(await request.text());
  return found === null ? undefined : unescaped(found[1] ?? '');
}

/** Adds books of one media type. `keeps` is what it makes of a title, `shows` how it writes that in XML. */
async function run(
  mediaType: string,
  { keeps = (title: string) => title, shows = escaped }: { keeps?: typeof escaped; shows?: typeof escaped } = {},
): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(documentOf(mediaType))),
    phases: ['protocol'],
    async target(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== '/books') return new Response(null, { status: 404 });
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
      const type = request.headers.get('content-type');
      if (type !== null && type.split(';')[0]?.toLowerCase() !== mediaType) return new Response(null, { status: 415 });
      const title = await titleOf(mediaType, request);
      if (title === undefined || title === '' || [...title].length > 60) return new Response(null, { status: 400 });
      if (mediaType !== XML) return Response.json({ id: 1, title: keeps(title) }, { status: 201 });
      const text = `<book><id>1</id><title>${shows(keeps(title))}</title></book>`;
      return new Response(text, { status: 201, headers: { 'Content-Type': XML } });
    },
  });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check }) => check);
}

test.each([XML, FORM, PARTS])(
  'text in %s with letters and signs of all kinds is read as it was written',
  async (type) => {
    expect(await run(type)).toEqual([]);
    const plain = (title: string) => title.replace(/[^ -~]/g, '?');
    expect(await run(type, { keeps: plain })).toEqual(['state.roundtrip-lossy']);
  },
);

test('a form whose signs are not decoded, and XML whose signs are not escaped, are found', async () => {
  expect(await run(FORM, { keeps: (title) => title.replaceAll('+', ' ') })).toEqual(['state.roundtrip-lossy']);
  expect(await run(XML, { shows: (title) => title })).toEqual(['body.invalid-xml']);
});
