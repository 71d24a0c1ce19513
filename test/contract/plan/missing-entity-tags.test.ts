import { expect, test } from 'vitest';
import { servers } from '../../targets/catalogue.ts';
import { readDocument } from '../../targets/document.ts';
import { collaboratorsOf, tell } from '../harness.ts';

/** What comes of the cases about entity tags of a server that keeps its contract, and says so much about what it answers. */
async function conditions(tag: string | undefined) {
  const server = servers.find(({ name }) => name === 'books');
  if (server === undefined) throw new Error('there is no such server');
  const target = server.create();
  const { events } = await tell({
    ...(await collaboratorsOf(readDocument('books'))),
    ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
    phases: ['examples', 'stateful'],
    async target(request) {
      const answer = await target.fetch(request);
      if (tag !== undefined && request.method === 'GET') answer.headers.set('ETag', tag);
      return answer;
    },
  });
  return events.flatMap((event) =>
    event.type === 'case-finished' && /if-match|entity-tags/.test(event.case.id)
      ? [{ verdict: event.result.verdict, requests: event.requests }]
      : [],
  );
}

test('where reading gives no entity tag nothing is asked to find one', async () => {
  const told = await conditions(undefined);
  expect(told.length).toBeGreaterThan(1);
  for (const each of told) expect(each).toEqual({ verdict: 'skipped', requests: 0 });
});

test('where it gives one, conditions are asked about it', async () => {
  const told = await conditions('"always-the-same"');
  expect(told.length).toBeGreaterThan(1);
  for (const { verdict, requests } of told) expect([verdict !== 'skipped', requests > 2]).toEqual([true, true]);
  expect(told.some(({ verdict }) => verdict === 'failed')).toBe(true);
});
