import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { SHOP } from '../../system/shop.ts';

const mock = await createMock({ document: JSON.parse(SHOP) as object });
afterAll(() => mock.close());

async function create(key: string, query = ''): Promise<{ readonly status: number; readonly id: unknown }> {
  const response = await mock.fetch(
    new Request(`http://mock/animals${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: '{"name":"Rex"}',
    }),
  );
  const { id } = (await response.json()) as { readonly id?: unknown };
  return { status: response.status, id };
}

test('the same request under the same key is answered as before, another one is refused', async () => {
  const first = await create('one');
  expect(first.status).toBe(201);
  expect(await create('one')).toEqual(first);
  expect((await create('one', '?dry=true')).status).toBe(422);
});

test('a key is remembered until a thousand others came', async () => {
  const first = await create('old');
  for (let at = 0; at < 999; at += 1) await create(`key-${at}`);
  expect(await create('old')).toEqual(first);
  await create('one more');
  const again = await create('old');
  expect(again.status).toBe(201);
  expect(again.id).not.toEqual(first.id);
});

test('a house may spell the field with an x', async () => {
  const spelled = JSON.parse(SHOP.replace(/idempotency-key/gi, 'x-idempotency-key')) as object;
  const other = await createMock({ document: spelled });
  const headers = { 'content-type': 'application/json', 'x-idempotency-key': 'one' };
  const make = async (): Promise<unknown> => {
    const response = await other.fetch(
      new Request('http://mock/animals', { method: 'POST', headers, body: '{"name":"Rex"}' }),
    );
    return ((await response.json()) as { readonly id?: unknown }).id;
  };
  expect(await make()).toEqual(await make());
  await other.close();
});
