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

  it.each([
    ['/posts/author/{authorId}', { id: text, title: text, author_id: text }],
    ['/posts/author/{id}', { id: text, title: text, authorId: text }],
    ['/posts/user/{user_id}', { postId: text, title: text, userId: text }],
  ])('lists what the shorter path lists, by the reference that it is called after: %s', async (path, properties) => {
    const page = object({ content: many(object(properties)), number: { type: 'integer' }, size: { type: 'integer' } });
    const others = { 'GET /posts': { answer: page }, 'GET /posts/{id}': { answer: object(properties) } };
    expect(await short(path, page, others)).toBe('list posts');
  });

  it('is none for an item behind a word that its reference is called after, if it is one object', async () => {
    const post = object({ id: text, title: text, author_id: text });
    expect(await short('/posts/author/{authorId}', post)).not.toMatch(/^list /);
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

  describe('with a POST beside it', () => {
    const Task = object({ id: text, project_id: text, title: text, done: { type: 'boolean' } });
    const schemas = { ...SCHEMAS, Task };
    const at = '/tasks/{projectId}';
    const made = { body: object({ title: text }), answer: ref('Task'), status: '201' };

    it('is a collection of its own, whose items stand behind a word', async () => {
      const { short: seen, role } = see(
        await small(
          {
            [`GET ${at}`]: { answer: many(ref('Task')) },
            [`POST ${at}`]: made,
            [`GET ${at}/t/{taskId}`]: { answer: ref('Task') },
            [`PUT ${at}/t/{taskId}`]: { body: object({ title: text }), answer: ref('Task') },
            [`DELETE ${at}/t/{taskId}`]: {},
          },
          schemas,
        ),
      );
      expect(seen(`GET ${at}`)).toBe('list tasks');
      expect(seen(`POST ${at}`)).toBe('create tasks');
      expect(seen(`GET ${at}/t/{taskId}`)).toBe('read tasks');
      expect(seen(`PUT ${at}/t/{taskId}`)).toBe('replace tasks');
      expect(seen(`DELETE ${at}/t/{taskId}`)).toBe('delete tasks');
      expect(role(`GET ${at}/t/{taskId}`).id).toMatchObject({ parameter: 'taskId', property: 'id' });
      expect(role(`GET ${at}`).scope).toMatchObject([{ parameter: 'projectId', property: 'project_id' }]);
    });

    it('is none where what stands behind it is called otherwise', async () => {
      const { short: seen } = see(
        await small(
          {
            [`GET ${at}`]: { answer: many(ref('Task')) },
            [`POST ${at}`]: made,
            [`GET ${at}/files/{fileId}`]: { answer: ref('Task') },
          },
          schemas,
        ),
      );
      expect(seen(`GET ${at}/files/{fileId}`)).not.toMatch(/ tasks$/);
    });

    it('is an item where the POST has the id of what it answers', async () => {
      const path = '/pets/{petId}';
      const post = { body: object({ name: text }), answer: ref('Pet') };
      expect(await short(path, many(ref('Pet')), { [`POST ${path}`]: post })).not.toMatch(/^list /);
    });
  });

  it('may be deleted as a whole, if each of its items can be, too', async () => {
    const Message = object({ id: text, title: text });
    const found = see(
      await small(
        {
          'GET /messages/{logId}': { answer: object({ messages: many(ref('Message')), total: { type: 'integer' } }) },
          'POST /messages/{logId}': {
            body: object({ title: text }),
            answer: object({ location: text }),
            status: '201',
          },
          'DELETE /messages/{logId}': {},
          'GET /messages/{logId}/{id}': { answer: ref('Message') },
          'DELETE /messages/{logId}/{id}': {},
        },
        { Message },
      ),
    );
    expect(found.short('GET /messages/{logId}')).toBe('list messages');
    expect(found.short('POST /messages/{logId}')).toBe('create messages');
    expect(found.short('GET /messages/{logId}/{id}')).toBe('read messages');
    expect(found.short('DELETE /messages/{logId}/{id}')).toBe('delete messages');
  });
});
