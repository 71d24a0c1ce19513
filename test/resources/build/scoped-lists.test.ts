import { describe, expect, it } from 'vitest';
import { many, object, PET, ref, see, small, text } from '../documents.ts';

const Finding = object({ title: text, severity: text });
const Record = object({ data: text, type: text, name: text });
const SCHEMAS = { Pet: PET, Finding, Record };
const findings = many(ref('Finding'));

async function short(path: string, answer: object, others: Record<string, object> = {}): Promise<string> {
  const seen = see(await small({ [`GET ${path}`]: { answer }, ...others }, SCHEMAS));
  return seen.short(`GET ${path}`);
}

describe('A path that ends in a parameter and has nothing but a GET of a list', () => {
  it.each([
    ['named after something else', '/findings/{scanId}', findings],
    ['in an envelope', '/roles/{userId}', object({ results: findings, status: text })],
    ['named as the word before it', '/shops/country/{country}', object({ data: findings })],
    ['named after the word before it', '/shops/lat/{latitude}/long/{longitude}', object({ data: findings })],
    ['several in a row', '/genes/{chr}/{start}/{stop}/{mapKey}', many(object({ name: text, mapKey: text }))],
    ['that items show and are filtered by', '/records/{type}', many(ref('Record'))],
    [
      'of another thing, where items have an id by a word in front',
      '/invoices/orders/{order_id}',
      object({ result: many(object({ invoice_id: text, total: text })) }),
    ],
  ])('is a collection for each value: %s', async (_, path, answer) => {
    expect(await short(path, answer)).toMatch(/^list /);
  });

  it.each([
    ['whose id the path has', '/pets/{id}', many(ref('Pet'))],
    ['whose id the path has in an envelope', '/carts/{cartId}', object({ items: findings, total: text })],
    ['whose name the path has', '/organizations/{username}', many(object({ username: text, name: text }))],
    ['of its parent and itself', '/articles/{username}/{slug}', many(object({ slug: text, title: text }))],
    ['that is one object', '/findings/{scanId}', ref('Finding')],
  ])('is none for an item %s', async (_, path, answer) => {
    expect(await short(path, answer)).not.toMatch(/^list /);
  });

  it('is none where the same path is written', async () => {
    const path = '/findings/{scanId}';
    expect(await short(path, findings, { [`DELETE ${path}`]: {} })).not.toMatch(/^list /);
  });

  it('leaves the items on shorter paths as they are', async () => {
    const { role, short: seen } = see(
      await small(
        {
          'GET /pets/{id}': { answer: ref('Pet') },
          'DELETE /pets/{id}': {},
          'GET /pets/{farm}/{barn}/{stall}': { answer: many(ref('Pet')) },
        },
        SCHEMAS,
      ),
    );
    expect(seen('GET /pets/{id}')).toBe('read pets');
    expect(role('GET /pets/{farm}/{barn}/{stall}')).toMatchObject({ kind: 'list', list: { items: '' } });
  });
});
