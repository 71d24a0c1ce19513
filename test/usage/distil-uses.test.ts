import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distilUsage, stringifyJson } from '../../src/library/index.ts';
import { folder } from '../system/folder.ts';
import { PAGE_TOKEN, SHOP_DOCUMENT } from '../system/shop-page.ts';
import { apiOf, BATCH_PACT, distilledUses, edited, harEntryOf, harOf, judgeOf, SHOP, usesOf, WEB_HAR } from './shop.ts';

const CANARY = 'canary-of-a-person';

async function distilled(
  files: Readonly<Record<string, string>>,
  usage: readonly string[],
  more: object = {},
): Promise<string> {
  const cwd = await folder({ 'shop.yaml': SHOP, ...files });
  const { file } = await distilUsage({ document: 'shop.yaml', cwd, usage, ...more });
  return stringifyJson(file, 2);
}

describe('distilled uses', () => {
  it('say what each client uses, how often, and when it was last seen', async () => {
    const file = JSON.parse(
      await distilled({ 'web.har': WEB_HAR, 'batch.json': BATCH_PACT }, ['har=web.har', 'pact=batch.json']),
    );
    expect(file.clients.map(({ name }: { name: string }) => name)).toEqual(['batch', 'web/1.2']);
    const [list, create] = file.clients[1].operations;
    expect(list).toMatchObject({
      operation: 'GET /orders',
      calls: 1,
      last: '2026-11-21T10:00:00.000Z',
      parameters: { '/query/status': { values: ['open'] } },
      responses: { 200: { calls: 1, delivered: { '/*/id': 1 }, read: {} } },
    });
    expect(create.sent['/note']).toEqual({ calls: 1, types: ['string'], lengths: [48, 48] });
    expect(Object.keys(file.clients[0].operations[0].responses[201].read)).toEqual(['', '/id']);
  });

  it('hold no value that is not in the document, and no name of a property that it does not give', async () => {
    const sent = { petId: 1, quantity: 2, note: CANARY, [`${CANARY}@example`]: 1, status: 'open' };
    const entry = harEntryOf(
      ['POST', `/orders?token=${CANARY}`],
      [201, { id: 7, petId: 1, status: 'open', [CANARY]: CANARY }],
      {
        sent,
        headers: { cookie: `sid=${CANARY}`, 'x-name': CANARY },
      },
    );
    const text = await distilled({ 'web.har': harOf(entry) }, ['har=web.har']);
    expect(text).not.toContain(CANARY);
    expect(JSON.parse(text).clients[0].operations[0].sent).toMatchObject({
      '/*': { calls: 1 },
      '/status': { values: ['open'] },
    });
  });

  it('keep recorded requests only where they are asked for, without credentials', async () => {
    const entry = harEntryOf(['POST', '/orders'], [201, { id: 7, petId: 1, status: 'open' }], {
      sent: { petId: 1, quantity: 2, note: 'ring twice' },
      headers: { cookie: `sid=${CANARY}`, 'x-api-key': CANARY },
    });
    const text = await distilled({ 'web.har': harOf(entry, entry, entry) }, ['har=web.har'], { witnesses: 2 });
    expect(text).not.toMatch(new RegExp(`${CANARY}|abcdefgh-12345678`));
    const [client] = JSON.parse(text).clients;
    expect(client.witnesses).toHaveLength(2);
    expect(client.witnesses[0].request.postData.text).toContain('ring twice');
    const shorter = judgeOf(apiOf(edited(['minimum: 1 ', 'minimum: 5 '])));
    const samples = usesOf('uses', text).filter(({ kind }) => kind === 'exchange');
    expect(samples.flatMap((use) => shorter.breaches(use).map(({ at }) => at))).toEqual([
      '/body/quantity',
      '/body/quantity',
    ]);
  });

  it('are the same bytes again', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => distilled({ 'web.har': WEB_HAR }, ['har=web.har'])));
    expect(one).toBe(other);
  });

  it('say nothing of bodies that the recorder left out', async () => {
    const entry = harEntryOf(['POST', '/orders'], [201, {}], { sent: { petId: 1 } });
    delete (entry['request'] as Record<string, unknown>)['postData'];
    const uses = distilledUses('har', harOf(entry));
    expect(uses[0]).toMatchObject({ calls: 1, unjudged: 1, sent: {} });
    expect(judgeOf(apiOf(SHOP)).breaches(uses[0] as (typeof uses)[number])).toEqual([]);
  });

  it('leave out old calls and clients that do not count', async () => {
    const at = (client: string, day: string) =>
      harEntryOf(['GET', '/orders'], [200, []], { client, at: `2026-11-${day}T00:00:00.000Z` });
    const files = { 'all.har': harOf(at('web', '20'), at('web', '01'), at('smoke-1', '20')) };
    const more = { since: Date.parse('2026-11-10'), ignoreClients: ['smoke*'] };
    const { clients } = JSON.parse(await distilled(files, ['har=all.har'], more));
    expect(
      clients.map(({ name, operations }: { name: string; operations: { calls: number }[] }) => [
        name,
        operations[0]?.calls,
      ]),
    ).toEqual([['web', 1]]);
  });

  it.each([
    ['wrong kind', 'hra=web.har', 'Did you mean `har`'],
    ['missing file', 'har=none.har', 'none.har cannot be read'],
    ['a uses file that is none', 'uses=web.har', 'is not a file of uses'],
    ['a broken uses file', 'uses=broken.json', '#/clients/0/operations/0/calls is not a number of calls'],
  ])('refuse bad input: %s', async (_, usage, message) => {
    const broken = JSON.stringify({
      standin: 'uses/1',
      clients: [{ name: 'a', operations: [{ operation: 'GET /orders', calls: -1 }] }],
    });
    const said = await distilled({ 'web.har': WEB_HAR, 'broken.json': broken }, [usage]).catch(
      (error: Error & { hint?: string }) => `${error.message} ${error.hint}`,
    );
    expect(said).toContain(message);
  });
});

it('a recording of a browser is distilled to the calls of the service', async () => {
  const har = join(import.meta.dirname, '../system/recordings/shop-page.har');
  const { file, notes } = await distilUsage({ document: SHOP_DOCUMENT, usage: [`har=${har}`], client: 'page' });
  const text = stringifyJson(file, 2);
  const [client] = JSON.parse(text).clients;
  expect(client.name).toBe('page');
  expect(
    client.operations.map((each: { operation: string; calls: number }) => `${each.calls} ${each.operation}`),
  ).toEqual([
    '3 GET /api/items',
    '1 POST /api/items',
    '1 GET /api/items/{itemId}',
    '1 DELETE /api/items/{itemId}',
    '1 POST /api/orders',
    '1 GET /api/logo',
  ]);
  expect(notes[0]).toMatch(/11 of 19 recorded exchanges are left out: 7 of other origins, 4 preflights$/);
  expect(text).not.toContain(PAGE_TOKEN);
});
