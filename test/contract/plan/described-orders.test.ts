import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const BARNS = [
  { id: 1, name: 'Ash', size: 40, built: '1990-05-01', fireDate: '2020-01-01', stalls: 9 },
  { id: 2, name: 'beech', size: 30, built: '2001-05-01', fireDate: '2021-01-01', stalls: 7 },
  { id: 3, name: 'Cedar', size: 20, built: '2010-05-01', fireDate: '2022-01-01', stalls: 5 },
];

/** The findings about a list that is described so and comes in the order of these ids. */
async function run(description: string, ...ids: readonly number[]): Promise<readonly string[]> {
  const list = ids.flatMap((id) => BARNS.find((barn) => barn.id === id) ?? []);
  const { fetch } = service({ barns: list }, ({ path }) => (path === '/barns' ? json(200, list) : undefined));
  const schema = `{ type: array, items: { $ref: '#/components/schemas/Barn' } }`;
  const document = documentOf(
    {
      '/barns': {
        get: `{ operationId: list, description: ${JSON.stringify(description)}, responses: { '200': { description: Barns., content: { application/json: { schema: ${schema} } } } } }`,
      },
    },
    `    Barn: { type: object, required: [id, name, size, built, stalls], properties: { id: { type: integer }, name: { type: string }, size: { type: integer }, built: { type: string, format: date }, fireDate: { type: string, format: date }, stalls: { type: integer } } }`,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  return summary.findings.flatMap(({ check, message }) => (check === 'sort.ignored' ? [message] : []));
}

test.each([
  ['Sorted by name.', 3, 1, 2],
  ['Barns in the order of their name, ascending.', 3, 2, 1],
  ['Sorted by size, largest first.', 3, 2, 1],
  ['Sorted by size (ascending).', 1, 2, 3],
  ['Sorted by size.', 2, 1, 3],
  ['All barns by name.', 3, 1, 2],
  ['Barns with their stalls, the largest `size` first.', 3, 2, 1],
  ['In the order of their fire date, the earliest first.', 3, 1, 2],
  ['Sorted by fire date (newest first).', 1, 2, 3],
])('%s is not the order of %j, %j, %j', async (description, ...ids) => {
  expect(await run(description, ...ids)).toEqual([
    expect.stringContaining('list is not sorted as its description says: the items are not in the order of `'),
  ]);
});

test.each([
  ['Sorted by name.', 1, 2, 3],
  ['Sorted by size, largest first.', 1, 2, 3],
  // Nothing is said of the direction, and the highest number or the newest date may come first.
  ['Sorted by size.', 1, 2, 3],
  ['Sorted by size.', 3, 2, 1],
  ['Ordered by built.', 3, 2, 1],
  // The number of stalls need not be the stall.
  ['Sorted by stall.', 2, 1, 3],
  // Of something else, or no promise.
  ['The stalls of each barn are sorted by name.', 3, 1, 2],
  ['Within a region, barns are sorted by name.', 3, 1, 2],
  ['A client may show them sorted by name.', 3, 1, 2],
  ['The barns are not sorted by name.', 3, 1, 2],
  ['All barns.', 3, 1, 2],
  ['All barns by name.', 1, 2, 3],
  ['All barns by size.', 2, 1, 3],
  ['Gets all barns by name.', 3, 1, 2],
  ['Barns with their stalls, the largest `size` first.', 1, 2, 3],
  ['Shows which barns got the latest stall first.', 2, 1, 3],
  // What a client may do, how something else works, what was once so, and what stands before the order.
  ['The filter works by name.', 3, 1, 2],
  ['All lookups go by name.', 3, 1, 2],
  ['All callers search barns by name.', 3, 1, 2],
  ['Use `sort=-size` to get the largest size first.', 2, 1, 3],
  ['With `order=desc`, the largest size first.', 2, 1, 3],
  ['We repair the oldest `built` first.', 2, 1, 3],
  ['Clients usually show the barns, the largest size first.', 2, 1, 3],
  ['Sorted by name (pinned barns come first).', 2, 1, 3],
  ['Sorted by size (rounded to tens of square metres).', 2, 1, 3],
  ['In earlier versions, sorted by size, largest first.', 2, 1, 3],
  ['No longer sorted by name.', 3, 1, 2],
])('%s allows the order of %j, %j, %j', async (description, ...ids) => {
  expect(await run(description, ...ids)).toEqual([]);
});
