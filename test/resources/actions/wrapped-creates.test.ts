import { describe, expect, it } from 'vitest';
import { many, object, ref, see, small, text } from '../documents.ts';

const Place = object({ id: { type: 'integer', readOnly: true }, name: text, street: text, menu: text }, ['name']);
const Member = object({
  id: text,
  type: text,
  attributes: object({ slug: text, name: text, email: text, url: text, created_at: text }),
});
const schemas = { Place, Member };
const sent = object({ name: text, email: text, url: text });
const members = object({ data: many(ref('Member')) });
const at = '/members/{member_slug}';

async function shown(operations: Parameters<typeof small>[0]) {
  return see(await small(operations, schemas));
}

describe('A create', () => {
  it('whose body has the entity under its name is one, though its answer is empty', async () => {
    const { role } = await shown({
      'GET /places': { answer: object({ places: many(ref('Place')), total: { type: 'integer' } }) },
      'POST /places': { body: object({ place: ref('Place') }, ['place']), status: '201' },
      'DELETE /places/{placeId}': {},
    });
    expect(role('POST /places')).toMatchObject({ kind: 'create', requestEntity: '/place' });
  });

  it('may send what the entity shows in a part, and answer nothing', async () => {
    const { role } = await shown({
      'GET /members': { answer: members },
      'POST /members': { body: sent, status: '201' },
    });
    expect(role('POST /members')).toMatchObject({ kind: 'create', sentAs: '/attributes' });
  });

  it('may send it under the name of the entity', async () => {
    const { role } = await shown({
      'GET /members': { answer: members },
      'POST /members': {
        body: object({ member: sent, identity: object({ source: text }) }),
        answer: object({ data: ref('Member') }),
        status: '201',
      },
    });
    expect(role('POST /members')).toMatchObject({
      kind: 'create',
      requestEntity: '/member',
      sentAs: '/attributes',
      responseEntity: '/data',
    });
  });
});

describe('A PUT that sends what the entity shows in a part, and answers nothing', () => {
  it('changes the part of the item that the path names by a property in it', async () => {
    const { role } = await shown({
      'GET /members': { answer: members },
      [`GET ${at}`]: { answer: object({ data: ref('Member') }) },
      [`PUT ${at}`]: { body: sent, status: '204' },
    });
    expect(role(`GET ${at}`).id).toMatchObject({ property: '/attributes/slug' });
    expect(role(`PUT ${at}`)).toMatchObject({ kind: 'patch', sentAs: '/attributes' });
  });
});

describe('The answer of an action', () => {
  const Repo = object({ id: text, userId: text, name: text, created_at: text, updated_at: text });
  const Subscription = object({ id: text, repoId: text, userId: text, channel: text, created_at: text });
  it('is another record where it names the item by the parameter of the path', async () => {
    const { role } = see(
      await small(
        {
          'GET /repos': { answer: many(ref('Repo')) },
          'GET /repos/{repoId}': { answer: ref('Repo') },
          'POST /repos/{repoId}/subscribe': { body: object({ channel: text }), answer: ref('Subscription') },
          'POST /repos/{repoId}/refresh': { answer: ref('Repo') },
        },
        { Repo, Subscription },
      ),
    );
    expect(role('POST /repos/{repoId}/subscribe').responseEntity).toBeUndefined();
    expect(role('POST /repos/{repoId}/refresh').responseEntity).toBe('');
  });
});
