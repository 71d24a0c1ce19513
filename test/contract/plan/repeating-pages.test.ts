import { describe, expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

interface Style {
  readonly count: number;
  /** The size of a page, and the most that `limit` may be. */
  readonly size: number;
  readonly hasLimit: boolean;
}

const ITEM = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const PAGE = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: ITEM }, next_cursor: { type: ['string', 'null'] } },
};

function documentOf({ size, hasLimit }: Style): object {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: size, default: size } };
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    paths: {
      '/items': {
        get: {
          operationId: 'listItems',
          parameters: hasLimit ? [limit, cursor] : [cursor],
          responses: {
            '200': { description: 'A page.', content: { 'application/json': { schema: PAGE } } },
            '400': { description: 'The limit or the cursor is not valid.' },
          },
        },
      },
      '/items/{id}': {
        get: {
          operationId: 'readItem',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            '200': { description: 'An item.', content: { 'application/json': { schema: ITEM } } },
            '400': { description: 'The id is not an integer.' },
            '404': { description: 'There is no such item.' },
          },
        },
      },
    },
  };
}

/** `start` says at which item the page after a cursor begins, and `length` how many items it has. */
interface Pages {
  readonly start: (at: number) => number;
  readonly length: (size: number, at: number) => number;
}

/** The cursor after the last page: none, the one of the last page again, or one that leads back over an empty page. */
type Ending = 'none' | 'the same' | 'back';

const CORRECT: Pages = { start: (at) => at, length: (size) => size };

function serve(
  { count, size: most, hasLimit }: Style,
  { start, length }: Pages,
  ending: Ending = 'none',
): (request: Request) => Response {
  const after = (at: number, next: number): string | null => {
    if (next < count) return `c${next}`;
    if (ending === 'none') return null;
    return ending === 'back' && at >= count ? 'c0' : `c${count}`;
  };
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { Allow: 'GET' } });
    const { searchParams, pathname } = new URL(url);
    const id = pathname.split('/')[2];
    if (id !== undefined) return Response.json({ id: Number(id) }, { status: ids.includes(Number(id)) ? 200 : 404 });
    const limit = (hasLimit ? searchParams.get('limit') : null) ?? String(most);
    const cursor = searchParams.get('cursor') ?? 'c0';
    const isValid = /^[1-9]\d*$/.test(limit) && Number(limit) <= most && /^c\d+$/.test(cursor);
    if (!isValid) return Response.json({}, { status: 400 });
    const at = Number(cursor.slice(1));
    const next = at + Number(limit);
    const data = ids.slice(start(at), start(at) + length(Number(limit), at)).map((id) => ({ id }));
    return Response.json({ data, next_cursor: after(at, next) });
  };
}

async function pagesOf(style: Style, pages: Pages, ending?: Ending): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(documentOf(style))),
    target: serve(style, pages, ending),
    phases: ['stateful'],
  });
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

describe.each([
  ['a list that is read to its end', { count: 15, size: 5, hasLimit: true }],
  ['a list that is too long to be read to its end', { count: 900, size: 10, hasLimit: true }],
  ['a list without a parameter for the size of its pages', { count: 15, size: 5, hasLimit: false }],
  ['such a list that is too long', { count: 900, size: 10, hasLimit: false }],
])('%s', (_, style) => {
  test('is correct', async () => {
    expect(await pagesOf(style, CORRECT)).toEqual([]);
  });

  test.each([
    ['one item on every page', (at: number) => Math.max(0, at - 1)],
    ['one item on its first pages', (at: number) => (at > 0 && at <= 10 ? at - 1 : at)],
  ])('repeats %s, which is found', async (_what, start) => {
    expect(await pagesOf(style, { ...CORRECT, start })).toContain('page.overlap-or-gap');
  });
});

test('a later page has more items than the first', async () => {
  const pages = { ...CORRECT, length: (size: number, at: number) => (at === 0 ? size : size + 1) };
  expect(await pagesOf({ count: 15, size: 5, hasLimit: true }, pages)).toContain('page.limit-ignored');
});

test('items of a long list that other writers moved meanwhile are not a repetition', async () => {
  const style = { count: 900, size: 10, hasLimit: true };
  let asked = 0;
  const pages = { ...CORRECT, start: (at: number) => (at > 50 && asked++ < 1 ? at - 1 : at) };
  expect(await pagesOf(style, pages)).not.toContain('page.overlap-or-gap');
});

test('pages that begin again after an empty one never end', async () => {
  const style = { count: 15, size: 5, hasLimit: true };
  expect(await pagesOf(style, CORRECT, 'back')).toContain('page.cursor-loop');
  expect(await pagesOf(style, CORRECT, 'the same')).toEqual([]);
});
