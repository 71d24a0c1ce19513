import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/** `cuts`: the list is cut into pages before it is filtered. `hides`: pages leave out what the caller may not see. */
type Style = 'right' | 'cuts' | 'hides';

const ID = { type: 'integer', minimum: 1 };
const COLOUR = { type: 'string', enum: ['red', 'blue'] };
const ITEM = { type: 'object', required: ['id', 'colour'], properties: { id: ID, colour: COLOUR } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [
          query('colour', COLOUR),
          query('page', { ...ID, default: 1 }),
          query('per_page', { ...ID, maximum: 50, default: 20 }),
        ],
        responses: {
          200: { description: 'A page.', ...json({ type: 'array', items: ITEM }) },
          400: { description: 'No.' },
        },
      },
    },
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        parameters: [{ name: 'id', in: 'path', required: true, schema: ID }],
        responses: {
          200: { description: 'It.', ...json(ITEM) },
          400: { description: 'No.' },
          404: { description: 'None.' },
        },
      },
    },
  },
};

function items(style: Style): (request: Request) => Response {
  const all = Array.from({ length: 11 }, (_, at) => ({ id: at + 1, colour: at % 3 === 1 ? 'blue' : 'red' }));
  const isNumber = (text: string, most = Number.POSITIVE_INFINITY) => /^[1-9]\d*$/.test(text) && Number(text) <= most;
  return ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    const [, , key] = pathname.split('/');
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    if (key !== undefined) {
      const item = all.find(({ id }) => String(id) === key);
      return item === undefined ? new Response(null, { status: isNumber(key) ? 404 : 400 }) : Response.json(item);
    }
    const colour = searchParams.get('colour');
    const [page, size] = [searchParams.get('page') ?? '1', searchParams.get('per_page') ?? '20'];
    if (!isNumber(page) || !isNumber(size, 50) || (colour !== null && !COLOUR.enum.includes(colour)))
      return new Response(null, { status: 400 });
    const fits = (item: { readonly colour: string }) => colour === null || item.colour === colour;
    const cut = <T>(list: readonly T[]) => list.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));
    if (style === 'cuts') return Response.json(cut(all).filter(fits));
    const shown = cut(all.filter(fits));
    return Response.json(style === 'hides' ? shown.filter(({ id }) => id % 4 !== 1) : shown);
  };
}

async function run(style: Style): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: items(style), phases: ['stateful'] });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, message }) => `${check}: ${message}`);
}

test('a page of a filtered list is full if more follow', async () => {
  expect(await run('right')).toEqual([]);
  expect(await run('cuts')).toEqual([
    expect.stringMatching(
      /^page\.overlap-or-gap: Read page by page with colour=\w+, listItems shows \d of \d items on page \d, and more on a later page: the filter is applied after the list was cut into pages\.$/,
    ),
  ]);
});

test('pages that are not full without a filter either may leave something out', async () => {
  expect((await run('hides')).filter((each) => each.includes('cut into pages'))).toEqual([]);
});
