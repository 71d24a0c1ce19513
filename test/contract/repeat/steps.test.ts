import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { CreatedItem } from '../../../src/contract/model/fixture.ts';
import type { PastExchange } from '../../../src/contract/model/flow-history.ts';
import type { Purpose } from '../../../src/contract/model/purpose.ts';
import { PLAIN } from '../../../src/contract/model/purpose.ts';
import { createCreations, emptyHistory, remember } from '../../../src/contract/repeat/history.ts';
import { type Repetition, repetitionOf } from '../../../src/contract/repeat/repetition.ts';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { createRedactor } from '../../../src/contract/transport/redactor.ts';
import type { HeaderFields, HttpRequest, Json } from '../../../src/core/index.ts';
import { decodeBody } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

const SHOP = fromYaml(`
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /shops:
    post:
      operationId: openShop
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } } }
  /shops/{shopId}:
    parameters: [ { name: shopId, in: path, required: true, schema: { type: integer } } ]
    get:
      operationId: readShop
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } } }
    put:
      operationId: changeShop
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } }
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } } }
    delete: { operationId: closeShop, responses: { "204": { description: Gone. } } }
  /orders:
    post:
      operationId: placeOrder
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
  /orders/{orderId}:
    parameters: [ { name: orderId, in: path, required: true, schema: { type: integer } } ]
    get:
      operationId: readOrder
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
    Shop: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
    Order: { type: object, required: [shopId], properties: { id: { type: integer, readOnly: true }, shopId: { type: integer }, count: { type: integer } } }
`);

const BASE = 'http://127.0.0.1:4010/v1';

interface Answer {
  readonly status: number;
  readonly headers?: HeaderFields;
  readonly body?: string;
}

/** A flow of a case by hand: what was sent and how it was answered. */
function story(secret = '') {
  const { api, model } = SHOP;
  const index = indexModel(api, model);
  const creations = createCreations(index);
  const flow = emptyHistory();
  const redactor = createRedactor(secret === '' ? [] : [{ name: 'STANDIN_BEARER', value: secret }]);
  const past = { api, model, index, creations, flow };

  function sent(operationId: string, path: string, answer: Answer, sending: Partial<HttpRequest> = {}): PastExchange {
    const operation = api.operations.find(({ id }) => id === operationId);
    const request: HttpRequest = {
      method: operation?.method ?? 'GET',
      path,
      query: '',
      headers: [],
      body: { kind: 'none' },
      ...sending,
    };
    return remember(flow, {
      number: creations.nextNumber(),
      case: 'a case',
      operation,
      request,
      outcome: {
        kind: 'answered',
        status: answer.status,
        reason: '',
        headers: answer.headers ?? [['Content-Type', 'application/json']],
        bytes: Buffer.from(answer.body ?? ''),
        cut: false,
        notes: [],
        timing: { startedAt: 0, duration: 1 },
      },
    });
  }

  return {
    sent,
    made(exchange: PastExchange, resource: string, created: Pick<CreatedItem, 'path' | 'id'>): void {
      const found = model.resource(resource);
      if (found === undefined) throw new Error(`no ${resource}`);
      creations.created(exchange, found, { scope: {}, ...created });
    },
    repetition(last: PastExchange, purpose: Purpose = PLAIN, message = 'It is wrong.', actual = 'b'): Repetition {
      const told = {
        check: 'a.check',
        message,
        expected: 'a',
        actual,
        purpose,
        isDocumented: true,
        wanted: 'all' as const,
      };
      return repetitionOf(
        { past, base: BASE, credentials: secret === '' ? {} : { bearer: secret }, redactor },
        last,
        told,
      );
    },
  };
}

function json(value: Json, text = JSON.stringify(value)): Partial<HttpRequest> {
  const body = decodeBody(Buffer.from(text), 'application/json', {});
  return { headers: [['Content-Type', 'application/json']], body };
}

/** Whether a shell can read it. */
function parses(script: string | undefined): boolean {
  return spawnSync('sh', ['-n'], { input: script ?? 'if' }).status === 0;
}

describe('What repeats a finding', () => {
  test('is one command where the request names nothing that the run created', () => {
    const { sent, repetition } = story();
    const last = sent('readShop', '/shops/1', { status: 200, body: '{"id":1}' });
    expect(repetition(last)).toEqual({ curl: expect.stringMatching(/^curl .*\/shops\/1$/) });
  });

  test('creates the item again, reads its id out of the answer, and removes it at the end', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21,"name":"a"}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const { script = '', steps, curl } = repetition(sent('readShop', '/shops/21', { status: 200, body: '{"id":21}' }));
    expect(curl).toBeUndefined();
    expect(steps?.map(({ title }) => title)).toEqual(['openShop, answered 201', 'readShop, answered 200']);
    expect(script).toContain(`BASE="\${BASE:-${BASE}}"`);
    expect(script).toContain('shop_id=$(property id)');
    expect(script).toContain('curl "$BASE/shops/$shop_id"');
    expect(script).toContain('curl -X DELETE "$BASE/shops/$shop_id" || :');
    expect(script).not.toContain('/21');
    expect(parses(script)).toBe(true);
  });

  test('puts ids into bodies as numbers, with every digit, and leaves equal numbers that are not ids alone', () => {
    const { sent, made, repetition } = story();
    const id = 9_007_199_254_740_993n;
    const create = sent('openShop', '/shops', { status: 201, body: `{"id":${id}}` }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: id }, id });
    const order = json({}, `{"shopId":${id},"count":${id}}`);
    const { script = '' } = repetition(sent('placeOrder', '/orders', { status: 201, body: '{"id":1}' }, order));
    expect(script).toContain(`'{"shopId":'"$shop_id"',"count":${id}}'`);
    expect(parses(script)).toBe(true);
  });

  test('reads an id out of Location where the answer has no body', () => {
    const { sent, made, repetition } = story();
    const headers: HeaderFields = [['Location', '/v1/shops/21']];
    const create = sent('openShop', '/shops', { status: 201, headers }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const { script = '' } = repetition(sent('readShop', '/shops/21', { status: 500 }));
    expect(script).toContain("shop_id=$(header location | sed 's/[?#].*//; s|/$||; s|.*/||')");
    expect(parses(script)).toBe(true);
  });

  test('sends the entity tag that the last answer gave', () => {
    const { sent, repetition } = story();
    sent('readShop', '/shops/1', { status: 200, headers: [['ETag', '"v7"']] });
    const headers: HeaderFields = [['If-Match', '"v7"']];
    const last = sent('changeShop', '/shops/1', { status: 412 }, { ...json({ name: 'b' }), headers });
    const { script = '' } = repetition(last);
    expect(script).toContain('etag=$(header etag)');
    expect(script).toContain('-H "If-Match: $etag"');
  });

  test('takes what was written to the item before, and ends with 1 only where every step went as before', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    sent('closeShop', '/shops/21', { status: 204 });
    sent('closeShop', '/shops/22', { status: 204 });
    const deletion = { status: 204, headers: [], body: { kind: 'none' } } as const;
    const gone: Purpose = { ...PLAIN, expect: 'absent', story: { kind: 'after-delete', deletion, again: false } };
    const { script = '', steps } = repetition(sent('readShop', '/shops/21', { status: 200, body: '{"id":21}' }), gone);
    expect(steps?.map(({ exchange }) => exchange.request.method)).toEqual(['POST', 'DELETE', 'GET']);
    expect(script).toContain('expect_status 204');
    expect(script).toContain('if [ "$as_before" = yes ] && [ "$(status)" = 200 ]');
    expect(script).toMatch(/exit "\$shows"$/);
    expect(script).not.toContain('# Remove what was created.');
  });

  test('ends with 1 or 0 where a status tells the fault, and else always with 2, which it says', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const last = sent('changeShop', '/shops/21', { status: 415 }, json({ name: 'b' }));
    const any: Purpose = { ...PLAIN, expect: 'any' };
    const decided = repetition(last, any, 'wrong', '415: send application/json').script ?? '';
    expect(decided).toContain('# Exit status: 1 if the fault shows, 0 if it does not.');
    expect(decided).toMatch(/exit "\$shows"$/);
    const open = repetition(last, any, 'wrong', '4150').script ?? '';
    expect(open).toContain('# Exit status: always 2. Compare the last answer with what is expected.');
    expect(open).toMatch(/\nexit 2$/);
    expect([parses(decided), parses(open)]).toEqual([true, true]);
  });

  test.each([
    ['eyeliner', '"Idempotency-Key: eyeliner-$run"'],
    ['8f14e45f-ceea-467f-a9d1-4f1b2c3d4e5f', '"Idempotency-Key: 8f14e45f-ceea-467f-a9d1-$run"'],
    ['"7"', `'Idempotency-Key: "7"'`],
  ])('sends the idempotency key %s anew in each run', (key, written) => {
    const { sent, made, repetition } = story();
    const headers: HeaderFields = [['Idempotency-Key', key]];
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, { ...json({ name: 'a' }), headers });
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const { script = '', steps } = repetition(sent('readShop', '/shops/21', { status: 500 }));
    expect(script).toContain(`-H ${written}`);
    expect(script.includes('\nrun=$(printf %012d "$(date +%s)")\n')).toBe(written.includes('$run'));
    expect(steps?.[0]?.exchange.request.headers).toContainEqual(['Idempotency-Key', key]);
    expect(parses(script)).toBe(true);
  });

  test('goes on where the last request is refused, and removes what it created before', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const again = sent('openShop', '/shops', { status: 201, body: '{"id":22}' }, json({ name: 'b' }));
    made(again, 'shops', { path: { shopId: 22 }, id: 22 });
    const write = sent('changeShop', '/shops/21', { status: 201, body: '{"id":21}' }, json({ name: 'c' }));
    const third = sent('openShop', '/shops', { status: 201, body: '{"id":23}' }, json({ name: 'c' }));
    made(third, 'shops', { path: { shopId: 23 }, id: 23 });
    expect(write.number).toBeLessThan(third.number);
    const story23 = { kind: 'unique', id: 21 } as unknown as Purpose['story'];
    const { script = '' } = repetition(third, { ...PLAIN, expect: 'refused', story: story23 });
    const run = (last: string) =>
      spawnSync(
        'sh',
        [
          '-c',
          `n=0; curl() { n=$((n+1)); echo "sent $*"; printf 'HTTP/1.1 201\\n' > "$tmp/head"; echo '{"id":5}' > "$tmp/body"
           case "$*" in *'"c"'*"$BASE/shops") ${last} ;; esac; }\n${script.replace(/^curl\(\) \{[\s\S]*?^\}$/m, '')}`,
        ],
        { encoding: 'utf8' },
      );
    const refused = run(`printf 'HTTP/1.1 422\\n' > "$tmp/head"; echo '{}' > "$tmp/body"`);
    expect(refused.stdout).toContain('The fault does not show.');
    expect([refused.status, refused.stderr]).toEqual([0, '']);
    expect(refused.stdout.match(/DELETE/g) ?? []).toHaveLength((script.match(/DELETE/g) ?? []).length - 1);
    const taken = run(':');
    expect([taken.status, taken.stdout.match(/DELETE/g)?.length]).toEqual([1, script.match(/DELETE/g)?.length]);
  });

  test('shows the answer of a step that went otherwise', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const { script = '' } = repetition(sent('readShop', '/shops/21', { status: 500 }));
    const server = spawnSync(
      'sh',
      [
        '-c',
        `curl() { printf 'HTTP/1.1 409 Conflict\\n' > "$tmp/head"; echo taken > "$tmp/body"; }\n${script.replace(/^curl\(\) \{[\s\S]*?^\}$/m, '')}`,
      ],
      { encoding: 'utf8' },
    );
    expect(server.stdout).toContain('(in the check, it was 201)\ntaken\n');
    expect(server.stdout).toContain('A value may have to be a new one');
  });

  test('counts the pages that it leaves out', () => {
    const { sent, repetition } = story();
    const page = (number: number): PastExchange =>
      sent('readOrder', '/orders/1', { status: 200, body: '[]' }, { query: `page=${number}&size=2` });
    for (const number of [1, 2, 3, 4, 5]) page(number);
    const purpose = { ...PLAIN, story: { kind: 'page', list: { items: '' }, facts: {} } } as unknown as Purpose;
    const { steps = [], script = '' } = repetition(page(6), purpose);
    expect(steps.map(({ exchange, leftOut = 0 }) => [exchange.request.url.replace(/.*page=/, ''), leftOut])).toEqual([
      ['1&size=2', 0],
      ['2&size=2', 0],
      ['3&size=2', 0],
      ['6&size=2', 2],
    ]);
    expect(script === '' || script.includes('after 2 more like it')).toBe(true);
  });

  test('prints no script that would name an item which it has not created', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: 'no JSON' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const told = repetition(sent('changeShop', '/shops/21', { status: 500 }, json({ name: 'b' })));
    expect(Object.keys(told)).toEqual(['steps']);
  });

  test('lets no text of a target become a command, and no secret be shown', () => {
    const { sent, made, repetition } = story('geheim-1');
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: "$(exit 9)'`x`" }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    const headers: HeaderFields = [['Authorization', 'Bearer geheim-1']];
    const last = sent('readShop', '/shops/21', { status: 500 }, { headers });
    const { script = '', steps } = repetition(last, PLAIN, 'wrong\nexit 7\r\u2028exit 8');
    expect(script.split(/\r|\n|\u2028/).filter((line) => /^exit [789]/.test(line))).toEqual([]);
    expect(script).toContain(`'{"name":"$(exit 9)'\\''\`x\`"}'`);
    expect(script).toContain(`"\${STANDIN_BEARER:?}"`);
    expect(JSON.stringify([script, steps])).not.toContain('geheim-1');
    expect(parses(script)).toBe(true);
  });

  test('stays within twelve steps', () => {
    const { sent, made, repetition } = story();
    const create = sent('openShop', '/shops', { status: 201, body: '{"id":21}' }, json({ name: 'a' }));
    made(create, 'shops', { path: { shopId: 21 }, id: 21 });
    for (let turn = 0; turn < 30; turn += 1)
      sent('changeShop', '/shops/21', { status: 200 }, json({ name: `${turn}` }));
    const { steps = [], script } = repetition(sent('readShop', '/shops/21', { status: 500 }));
    expect(steps.length).toBe(12);
    expect(steps[0]?.title).toBe('openShop, answered 201');
    expect(script).toBeDefined();
  });
});

describe('The exchanges of a run', () => {
  test('are all emitted as events with their case on request, and otherwise none is', async () => {
    const { events, summary } = await tell({ ...things(), target: thingServer().fetch, exchanges: true });
    const told = events.filter((event) => event.type === 'exchange');
    const cases = new Set(events.flatMap((event) => (event.type === 'case-finished' ? [event.case.id] : [])));
    expect(told.filter((event) => event.case !== 'clean-up').length).toBe(summary.requests);
    // Before the cases the run looks for requests that the target takes, and behind them it cleans up.
    const beside = ['reach', 'clean-up'];
    expect(told.filter((event) => !cases.has(event.case) && !beside.includes(event.case))).toEqual([]);
    const without = await tell({ ...things(), target: thingServer().fetch });
    expect(without.events.filter(({ type }) => type === 'exchange')).toEqual([]);
  });

  test('tell of those that got no answer, too', async () => {
    const target = async (): Promise<Response> => {
      throw new Error('the connection broke');
    };
    const { events } = await tell({ ...things(), target, exchanges: true });
    const told = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []));
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(({ failure }) => failure?.code === 'connection-reset')).toBe(true);
  });
});
