import { describe, expect, it } from 'vitest';
import { many, object, ref, see, small, text } from '../documents.ts';

const SCHEMAS = {
  Deploy: object({ id: text, site_id: text, state: text }),
  User: object({ id: text, name: text, email: text }),
  Pod: object({
    metadata: object({ name: text, namespace: text }),
    spec: object({ image: text }),
    status: object({ phase: text }),
  }),
};
const [deploy, user, pod] = [ref('Deploy'), ref('User'), ref('Pod')];

describe('One set of entities under several paths', () => {
  it('is one resource where the entity names what it is nested under', async () => {
    const { short, role, model } = see(
      await small(
        {
          'GET /sites/{site_id}/deploys': { answer: many(deploy) },
          'POST /sites/{site_id}/deploys': { body: object({ state: text }), answer: deploy },
          'DELETE /sites/{site_id}/deploys/{deploy_id}': { status: '204' },
          'GET /deploys/{deploy_id}': { answer: deploy },
          'DELETE /deploys/{deploy_id}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /deploys/{deploy_id}')).toBe('read deploys');
    expect(model.resources).toHaveLength(1);
    expect(model.resource('deploys')?.collectionPath).toBe('/sites/{site_id}/deploys');
    expect(role('GET /sites/{site_id}/deploys').scope).toEqual([
      { parameter: 'site_id', home: 'site_id', property: 'site_id' },
    ]);
    expect(role('GET /deploys/{deploy_id}').scope).toBeUndefined();
  });

  it('is one resource where some are made under a longer path that has nothing else', async () => {
    const product = object({ product_id: text, name: text, description: text });
    const made = (body: object) => ({ body, answer: ref('Product'), status: '201' });
    const { short } = see(
      await small(
        {
          'GET /products': { answer: many(ref('Product')) },
          'GET /products/{product_id}': { answer: ref('Product') },
          'POST /organizations/{id}/products': made(object({ name: text, description: text })),
          'POST /carts/{id}/products': made(object({ product_id: text, name: text })),
          'POST /drafts/products': made(object({ name: text, description: text })),
        },
        { Product: product },
      ),
    );
    expect(short('POST /organizations/{id}/products')).toBe('create products');
    expect(short('POST /carts/{id}/products')).toBe('action');
    expect(short('POST /drafts/products')).toBe('action');
  });

  it('has the parent that it is listed under, also where items have a path of their own that changes them', async () => {
    const { model } = see(
      await small(
        {
          'GET /sites': { answer: many(object({ id: text, name: text })) },
          'GET /sites/{site_id}': { answer: object({ id: text, name: text }) },
          'GET /sites/{site_id}/deploys': { answer: many(deploy) },
          'POST /sites/{site_id}/deploys': { body: object({ state: text }), answer: deploy },
          'GET /deploys/{id}': { answer: deploy },
          'PATCH /deploys/{id}': { body: object({ state: text }), answer: deploy },
          'DELETE /deploys/{id}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(model.resource('deploys')?.parent?.resource).toBe('sites');
  });

  it('is not one resource where the longer path only holds links', async () => {
    const { role } = see(
      await small(
        {
          'GET /users': { answer: many(user) },
          'POST /users': { body: user, answer: user },
          'GET /users/{id}': { answer: user },
          'DELETE /users/{id}': { status: '204' },
          'GET /groups/{group}/users': { answer: many(user) },
          'PUT /groups/{group}/users/{id}': { status: '204' },
          'DELETE /groups/{group}/users/{id}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    const [ended, deleted] = [role('DELETE /groups/{group}/users/{id}').resource, role('DELETE /users/{id}').resource];
    expect([ended?.name, deleted?.name]).toEqual(['groups.users', 'users']);
  });

  it('is not one resource where the longer path only puts in and takes out, even if the entity says where it is', async () => {
    const runner = object({ id: text, name: text, group_id: text });
    const { role } = see(
      await small(
        {
          'GET /runners': { answer: many(ref('Runner')) },
          'GET /runners/{id}': { answer: ref('Runner') },
          'DELETE /runners/{id}': { status: '204' },
          'GET /groups/{group_id}/runners': { answer: many(ref('Runner')) },
          'PUT /groups/{group_id}/runners/{id}': { status: '204' },
          'DELETE /groups/{group_id}/runners/{id}': { status: '204' },
        },
        { Runner: runner },
      ),
    );
    expect(role('DELETE /groups/{group_id}/runners/{id}').resource?.name).toBe('groups.runners');
  });

  it('is listed over all its parents by the shorter path', async () => {
    const list = object({ items: many(pod), metadata: object({ continue: text, resourceVersion: text }), kind: text });
    const { role, model } = see(
      await small(
        {
          'GET /v1/pods': { answer: list },
          'GET /v1/namespaces/{namespace}/pods': { answer: list },
          'POST /v1/namespaces/{namespace}/pods': { body: pod, answer: pod },
          'GET /v1/namespaces/{namespace}/pods/{name}': { answer: pod },
        },
        SCHEMAS,
      ),
    );
    expect(role('GET /v1/pods').resource).toBe(model.resource('pods'));
    expect(model.resource('pods')?.id).toMatchObject({ parameter: 'name', property: '/metadata/name' });
    expect(role('GET /v1/namespaces/{namespace}/pods')).toMatchObject({
      scope: [{ parameter: 'namespace', home: 'namespace', property: '/metadata/namespace' }],
      list: { items: '/items', envelope: { nextCursor: '/metadata/continue' } },
    });
  });

  it('may follow from singular and plural of one word', async () => {
    const { short, model } = see(
      await small(
        {
          'GET /db/branches': { answer: object({ branches: many(user) }) },
          'POST /db/branch': { body: object({ name: text }), answer: user },
          'GET /db/branch/{id}': { answer: user },
        },
        SCHEMAS,
      ),
    );
    expect(model.resources).toHaveLength(1);
    expect(short('GET /db/branches')).toBe(short('GET /db/branch/{id}').replace('read', 'list'));
  });

  it('has names that tell resources of one word apart', async () => {
    const { model } = see(
      await small({
        'GET /pets': { answer: many(object({ id: text, name: text })) },
        'GET /users/{id}/pets': { answer: many(object({ id: text, fee: text, since: text })) },
        'GET /shops/{id}/pets': { answer: many(object({ id: text, price: text, stock: text })) },
      }),
    );
    expect(model.resources.map((r) => r.name).sort()).toEqual(['pets', 'shops.pets', 'users.pets']);
  });
});

describe('Another view of entities', () => {
  it('is a list on a longer path of the same entities', async () => {
    const { short } = see(
      await small(
        {
          'GET /user/{id}': { answer: user },
          'POST /user': { body: user, answer: user },
          'GET /user/findByName': { query: { name: text }, answer: many(user) },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /user/findByName')).toBe('list user');
  });

  it('is a read by another property than the id', async () => {
    const { role } = see(
      await small(
        {
          'GET /users': { answer: many(user) },
          'GET /users/{id}': { answer: user },
          'GET /users/by/email/{email}': { answer: user },
        },
        SCHEMAS,
      ),
    );
    expect(role('GET /users/by/email/{email}')).toMatchObject({
      kind: 'read',
      id: { parameter: 'email', property: 'email' },
    });
    expect(role('GET /users/by/email/{email}').resource?.name).toBe('users');
  });

  it('is a part of an entity that shows the whole of it; putting the part merges', async () => {
    const { role, model } = see(
      await small(
        {
          'GET /pods/{name}': { answer: pod },
          'GET /pods': { answer: many(pod) },
          'GET /pods/{name}/status': { answer: pod },
          'PUT /pods/{name}/status': { body: pod, answer: pod },
          'GET /pods/{name}/log': { answer: text, media: 'text/plain' },
        },
        SCHEMAS,
      ),
    );
    expect([role('GET /pods/{name}/status').kind, role('PUT /pods/{name}/status').kind]).toEqual(['read', 'patch']);
    expect(role('PUT /pods/{name}/status')).toMatchObject({ id: { parameter: 'name', property: '/metadata/name' } });
    expect(model.resources.map((r) => r.name)).toEqual(['pods']);
  });

  it('is not another entity of the same kind', async () => {
    const { role } = see(
      await small(
        {
          'GET /users': { answer: many(user) },
          'GET /users/{id}': { answer: user },
          'GET /users/{id}/manager': { answer: user },
          'PUT /users/{id}/manager': { body: user, answer: user },
        },
        SCHEMAS,
      ),
    );
    expect(role('PUT /users/{id}/manager').resource?.name).toBe('manager');
  });
});

describe('Things of nearly one form', () => {
  const recording = (pattern: string, more: object): object =>
    object({ sid: { type: 'string', pattern }, call_sid: text, status: text, duration: text, price: text, ...more });
  const paths = (one: object, other: object) => ({
    'GET /calls/{call_sid}/recordings': { answer: many(one) },
    'POST /calls/{call_sid}/recordings': { body: object({ track: text }), answer: one, status: '201' },
    'GET /calls/{call_sid}/recordings/{sid}': { answer: one },
    'DELETE /calls/{call_sid}/recordings/{sid}': { status: '204' },
    'GET /recordings': { answer: many(other) },
    'GET /recordings/{sid}': { answer: other },
    'DELETE /recordings/{sid}': { status: '204' },
  });
  const count = async (one: object, other: object): Promise<number> =>
    see(await small(paths(one, other))).model.resources.filter(({ name }) => name.endsWith('recordings')).length;

  it('are one resource where their ids have one pattern of their own', async () => {
    const own = '^RE[0-9a-f]{32}$';
    expect(await count(recording(own, {}), recording(own, { media_url: text }))).toBe(1);
  });

  it('are two where the pattern could be that of any id, or differs', async () => {
    expect(await count(recording('^[0-9a-f]{32}$', {}), recording('^[0-9a-f]{32}$', { media_url: text }))).toBe(2);
    expect(await count(recording('^RE[0-9]+$', {}), recording('^CR[0-9]+$', { media_url: text }))).toBe(2);
  });
});

describe('What is made below several things', () => {
  it('names the one that it is about by an id with its kind beside it', async () => {
    const action = object({ id: text, status: text, resource_id: text, resource_type: text });
    const { role } = see(
      await small({
        'GET /droplets': { answer: many(object({ id: text, name: text })) },
        'GET /droplets/{droplet_id}': { answer: object({ id: text, name: text }) },
        'GET /droplets/{droplet_id}/actions': { answer: many(action) },
        'POST /droplets/{droplet_id}/actions': { body: object({ type: text }), answer: action, status: '201' },
      }),
    );
    expect(role('GET /droplets/{droplet_id}/actions').scope).toMatchObject([
      { parameter: 'droplet_id', property: 'resource_id' },
    ]);
  });
});
