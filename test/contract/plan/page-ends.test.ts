import { expect, test } from 'vitest';
import { pageLinkHeader } from '../../../src/contract/checks/pagination/page-link-header.ts';
import { pageMoreInconsistent } from '../../../src/contract/checks/pagination/page-more-inconsistent.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { lacksLink, wrongEnd } from '../../../src/contract/plan/stateful/lists/page-ends.ts';
import type { Listing, PageWalk } from '../../../src/contract/responses/list-walk.ts';
import type { Json } from '../../../src/core/index.ts';
import { fromYaml } from '../harness.ts';

const { api } = fromYaml(`openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /items:
    get:
      operationId: list
      responses:
        '200':
          description: ok
          headers: { Link: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                properties:
                  data: { type: array, items: { type: integer } }
                  has_more: { type: boolean }
                  next: { type: [string, 'null'], description: Null on the last page }
                  after: { type: string }
`);
const [operation] = api.operations;
const listing = (envelope: object) => ({ list: { items: '/data', envelope } }) as unknown as Listing;
const LIST = listing({ hasMore: '/has_more', nextCursor: '/next' });

function walked(bodies: readonly { readonly [name: string]: Json }[], link?: string): PageWalk {
  const answers = bodies.map((value) => ({
    api,
    operation,
    documented: operation?.responses[0],
    response: {
      status: 200,
      headers: link === undefined ? [] : [['Link', link]],
      body: { kind: 'parsed', mediaType: 'application/json', value, text: '' },
    },
  }));
  const pages = bodies.map(({ data }) => data as readonly Json[]);
  return {
    pages,
    answers: answers as unknown as readonly Exchange[],
    complete: true,
    looped: false,
  } as unknown as PageWalk;
}

const said = (bodies: Parameters<typeof walked>[0], list = LIST): string | undefined => {
  const wrong = wrongEnd(list, walked(bodies));
  if (wrong === undefined) return undefined;
  const purpose = { story: { kind: 'page', list: list.list, facts: wrong.facts } };
  return pageMoreInconsistent.judge({ ...wrong.exchange, purpose } as unknown as Exchange)[0]?.message;
};

test('page.more-inconsistent speaks of the first page that says the wrong thing of what follows', () => {
  const [one, two] = [
    { data: [1], has_more: true, next: 'a' },
    { data: [2], has_more: false, next: null },
  ];
  expect(pageMoreInconsistent.id).toBe('page.more-inconsistent');
  expect(said([one, two])).toBeUndefined();
  expect(said([{ ...one, has_more: false }, two])).toBe(
    'A page of list has `has_more` false, and the next page has items.',
  );
  expect(said([one, { ...two, has_more: true }])).toBe('A page of list has `has_more` true, and no items follow.');
  expect(said([one, { ...two, next: 'b' }])).toBe('A page of list has `next` "b", and no items follow.');
  expect(said([one, two, { data: [], has_more: false, next: null }])).toBeUndefined();
});

test('a cursor of the last page is wrong only where the document says that it has none', () => {
  const plain = listing({ nextCursor: '/after' });
  expect(
    said(
      [
        { data: [1], after: 'a' },
        { data: [2], after: 'b' },
      ],
      plain,
    ),
  ).toBeUndefined();
});

test('a documented Link that is not there before another page is reported', () => {
  const [one, two] = [{ data: [1] }, { data: [2] }];
  const linked = '</items?page=2>; rel="next"';
  expect(lacksLink(walked([one, two]))).toBe(true);
  expect(lacksLink(walked([one, two], linked))).toBe(false);
  expect(lacksLink(walked([one]))).toBe(false);
  const facts = { probe: 'walk', limit: 1, pages: [[1], [2]], hasLinks: false };
  const judged = (lacks: boolean) =>
    pageLinkHeader.judge({
      operation,
      purpose: { story: { kind: 'page', facts: { ...facts, lacksLink: lacks } } },
    } as unknown as Exchange);
  expect(judged(true).map(({ actual }) => actual)).toEqual(['no next link']);
  expect(judged(false)).toEqual([]);
});
