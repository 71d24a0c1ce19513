import { describe, expect, it } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, query, ref, sending, text } from '../little.ts';

const yes = { type: 'boolean' };
const Guest = object({ id: { ...number, readOnly: true }, name: text, vip: yes }, ['id', 'name']);
const guests = (page: object, parameters: object = {}) =>
  asking(
    api(
      {
        '/guests': {
          get: { ...parameters, ...answer(object({ guests: array(ref('Guest')), meta: page }, ['guests', 'meta'])) },
          post: { ...sending(object({ name: text, vip: yes }, ['name'])), ...answer(ref('Guest'), '201') },
        },
        '/guests/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
          get: answer(ref('Guest')),
        },
      },
      { Guest },
    ),
  );
const paged = object({
  page: number,
  per_page: number,
  next_page: { type: ['integer', 'null'] },
  total_entries: number,
});

describe('A list', () => {
  it('has the pages whose parameters only its answers show', async () => {
    const ask = await guests(paged);
    const whole = (await ask('GET', '/guests')).body;
    const first = (await ask('GET', '/guests?per_page=2')).body;
    const second = (await ask('GET', '/guests?per_page=2&page=2')).body;
    expect(first.guests).toEqual(whole.guests.slice(0, 2));
    expect(second.guests).toEqual(whole.guests.slice(2, 4));
    expect(first.meta).toMatchObject({ page: 1, per_page: 2, next_page: 2, total_entries: whole.guests.length });
    expect(second.meta).toMatchObject({ page: 2, next_page: 3 });
  });

  it('takes no such parameters where it has others', async () => {
    const ask = await guests(paged, query('limit', number));
    expect((await ask('GET', '/guests?per_page=2')).body.guests.length).toBeGreaterThan(2);
  });

  it('is as long as a limit among its filters says', async () => {
    const ask = await guests(object({ total: number }), query('filter[limit]', number));
    expect((await ask('GET', '/guests?filter[limit]=2')).body.guests).toHaveLength(2);
  });

  it('has only the items without a flag whose opposite a parameter asks for', async () => {
    const ask = await guests(object({ total: number }), query('unvip_only', yes));
    const { id } = (await ask('POST', '/guests', { name: 'Bo', vip: false })).body;
    await ask('POST', '/guests', { name: 'Ada', vip: true });
    const some = (await ask('GET', '/guests?unvip_only=true')).body.guests;
    expect(some.map((each: { readonly id: number }) => each.id)).toContain(id);
    expect(some.every(({ vip }: { readonly vip: boolean }) => vip === false)).toBe(true);
  });

  it.each(['vip_only', 'only_vip'])('has only the items with a flag that %s asks for', async (name) => {
    const ask = await guests(object({ total: number }), query(name, yes));
    const { id } = (await ask('POST', '/guests', { name: 'Ada', vip: true })).body;
    await ask('POST', '/guests', { name: 'Bo', vip: false });
    const some = (await ask('GET', `/guests?${name}=true`)).body.guests;
    expect(some.map((each: { readonly id: number }) => each.id)).toContain(id);
    expect(some.every(({ vip }: { readonly vip: boolean }) => vip)).toBe(true);
    const all = (await ask('GET', `/guests?${name}=false`)).body.guests;
    expect(all.length).toBeGreaterThan(some.length);
  });
});
