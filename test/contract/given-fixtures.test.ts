import { describe, expect, it } from 'vitest';
import { tell } from './harness.ts';
import { thingServer, things } from './things.ts';

/** Has two things, and a list that shows none of them. */
function shy(): ReturnType<typeof thingServer> {
  const server = thingServer((request) =>
    request.method === 'GET' && request.url.endsWith('/things') ? Response.json([]) : undefined,
  );
  for (const id of [7, 8]) server.things.set(id, { id, name: 'there before' });
  return server;
}

async function reads(fixtures: NonNullable<Parameters<typeof tell>[0]['fixtures']>): Promise<readonly string[]> {
  const server = shy();
  const run = { ...things(), target: server.fetch, safeOnly: true, fixtures } as const;
  const { summary } = await tell({ ...run, phases: ['coverage'], operations: ['readThing'] });
  const valid = server.requests
    .map(({ url }) => /\/things\/[1-9]\d*$/.exec(url)?.[0] ?? '')
    .filter((path) => path !== '');
  return [[...new Set(valid)].join(' '), ...summary.inconclusive.map(({ reason }) => reason)];
}

describe('records that are known to exist', () => {
  it('are asked for by their id where nothing may be created', async () => {
    expect(await reads({ things: [7, 8] })).toEqual(['/things/7']);
    expect(await reads({ things: [{ thingId: 8 }] })).toEqual(['/things/8']);
  });

  it('that are not there any more make a case inconclusive, not a finding', async () => {
    const [, ...reasons] = await reads({ things: [99] });
    expect(reasons).not.toEqual([]);
  });

  it.each([
    [{ thing: [1] }, 'The fixtures name a resource `thing`', 'Did you mean `things`?'],
    [{ things: [{ thingid: 1 }] }, 'no parameter `thingid`', 'Did you mean `thingId`?'],
    [{ things: [{}] }, 'needs `thingId` too', 'Write every parameter of /things/{thingId}: { thingId: … }.'],
  ])('%j is refused with what was meant', async (fixtures, message, hint) => {
    const run = tell({ ...things(), target: shy().fetch, fixtures } as Parameters<typeof tell>[0]);
    await expect(run).rejects.toMatchObject({ message: expect.stringContaining(message), hint });
  });
});
