import { expect, test } from 'vitest';
import { type Finding, planContract } from '../../../src/contract/index.ts';
import { casePlaceOf, casePlaces, isBetterShown, wantedOf } from '../../../src/contract/judge/case-places.ts';
import { fromYaml, tell } from '../harness.ts';

const BOOKS = fromYaml(`
openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }
        - { name: genre, in: query, schema: { type: string, enum: [novel, poetry] } }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items: { type: object, properties: { id: { type: integer } } }
`);

/** A server whose ids are strings; the n-th answer comes after \`delay(n)\` milliseconds. */
function wrongIds(delay: (count: number) => number): (request: Request) => Promise<Response> {
  let count = 0;
  return async () => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, delay(count)));
    return Response.json([{ id: '7' }]);
  };
}

test('a finding is shown by the simplest case that has it, whichever answer comes first', async () => {
  const phases = ['coverage'] as const;
  const told = [(count: number) => count * 3, (count: number) => Math.max(0, 60 - count * 3)].map(async (delay) => {
    const { summary } = await tell({ ...BOOKS, target: wrongIds(delay), phases: [...phases], concurrency: 8 });
    const { case: shown, exchange, curl, count } = summary.findings.find(({ check }) => check === 'schema.type') ?? {};
    return { shown, target: exchange?.request.url, curl, count };
  });
  const [one, other] = await Promise.all(told);
  expect(one).toEqual(other);
  expect(one?.count).toBeGreaterThan(2);
  expect(one?.curl).toMatch(/^curl/);
  const { cases } = planContract({ ...BOOKS, phases: [...phases] });
  expect(one?.shown).toBe('coverage/listBooks/valid-required');
  expect(cases.map(({ id }) => id)).toContain(one?.shown);
});

test('the order is that of the plan, after requests with only what is required', () => {
  const ids = ['coverage/a/valid-all', 'coverage/a/valid-required', 'protocol/a/head', 'coverage/b/valid-required'];
  expect([...casePlaces(ids).keys()]).toEqual([ids[1], ids[3], ids[0], ids[2]]);
});

test('a command or steps are made where they improve on what was reported', () => {
  const places = new Map(['a', 'b', 'c'].map((id, place) => [id, place]));
  const wanted = (byOne: boolean): readonly string[] => {
    const parts = { places, reported: new Map([['finding', { place: 1, byOne }]]) };
    return ['a', 'b', 'c', 'unplanned'].map((id) => wantedOf(parts, 'finding', id));
  };
  expect(wanted(true)).toEqual(['one', 'one', 'one', 'one']);
  expect(wanted(false)).toEqual(['all', 'one', 'one', 'one']);
  expect(wantedOf({ places, reported: new Map() }, 'finding', 'c')).toBe('all');
  expect(casePlaceOf({ places }, undefined)).toBe(Number.POSITIVE_INFINITY);
});

test('one command is better shown than steps, and an earlier case than a later one', () => {
  const places = new Map(['a', 'b'].map((id, place) => [id, place]));
  const better = (one: object, other: object): boolean => isBetterShown({ places }, one as Finding, other as Finding);
  expect(better({ case: 'b', curl: 'curl' }, { case: 'a', steps: [] })).toBe(true);
  expect(better({ case: 'a', steps: [] }, { case: 'b', curl: 'curl' })).toBe(false);
  expect(better({ case: 'a', curl: 'curl' }, { case: 'b', curl: 'curl' })).toBe(true);
  expect(better({ case: 'b', steps: [] }, { case: 'a', steps: [] })).toBe(false);
});
