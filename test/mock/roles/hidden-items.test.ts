import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const visits = api(
  {
    '/patients': { get: answer(array(ref('Patient'))) },
    '/patients/{patientId}': { ...path('patientId'), get: answer(ref('Patient')) },
    '/patients/{patientId}/visits': {
      ...path('patientId'),
      get: answer(array(ref('Visit'))),
      post: { ...sending(object({ reason: text })), ...answer(ref('Visit'), '201') },
    },
    '/visits/{id}/cancel': {
      ...path('id', number),
      post: answer(ref('Visit'), '200', { '404': { description: 'unknown' }, '409': { description: 'done before' } }),
    },
  },
  {
    Patient: object({ id: text, visitCount: number }, ['id', 'visitCount']),
    Visit: object(
      {
        id: number,
        patientId: text,
        status: { type: 'string', enum: ['arranged', 'arrived', 'cancelled'] },
        reason: text,
        cancelledAt: { type: ['string', 'null'], format: 'date-time' },
      },
      ['id', 'patientId', 'status', 'cancelledAt'],
    ),
  },
);

test('What can only be created and read in part is answered for any id, since its clients may know others', async () => {
  const ask = await asking(
    api({
      '/tickets': { post: { ...sending(object({ seat: text })), ...answer(object({ id: text, seat: text }), '201') } },
      '/tickets/{id}/seat': {
        ...path('id'),
        get: answer(object({ seat: text }), '200', { '404': { description: 'unknown' } }),
      },
    }),
  );
  expect((await ask('GET', '/tickets/382c0820/seat')).status).toBe(200);
});

describe('items without a path of their own, which actions name', () => {
  test('have ids of which no two are equal, whatever they are nested in', async () => {
    const ask = await asking(visits);
    const patients: readonly { id: string }[] = (await ask('GET', '/patients')).body;
    const all: number[] = [];
    for (const { id } of patients) {
      const listed: readonly { id: number }[] = (await ask('GET', `/patients/${id}/visits`)).body;
      all.push(...listed.map((each) => each.id));
    }
    expect(all.length).toBeGreaterThan(patients.length);
    expect(new Set(all).size).toBe(all.length);
  });

  test('are found by the action, which changes them where they are listed', async () => {
    const ask = await asking(visits);
    const [{ id: patient, visitCount }] = (await ask('GET', '/patients')).body as [{ id: string; visitCount: number }];
    const made = await ask('POST', `/patients/${patient}/visits`, { reason: 'cough' });
    const { id } = made.body as { id: number };
    expect(made.body).toMatchObject({ status: 'arranged', reason: 'cough', cancelledAt: null });
    expect((await ask('GET', `/patients/${patient}`)).body).toMatchObject({ visitCount: visitCount + 1 });
    const done = await ask('POST', `/visits/${id}/cancel`);
    expect(done).toMatchObject({ status: 200, body: { id, status: 'cancelled', cancelledAt: expect.any(String) } });
    const listed: readonly { id: number }[] = (await ask('GET', `/patients/${patient}/visits`)).body;
    expect(listed.find((each) => each.id === id)).toEqual(done.body);
  });

  test('are refused where they are unknown, and where what is asked for has been done', async () => {
    const ask = await asking(visits);
    const [{ id: patient }] = (await ask('GET', '/patients')).body as [{ id: string }];
    const { id } = (await ask('POST', `/patients/${patient}/visits`, {})).body as { id: number };
    expect((await ask('POST', `/visits/${id}/cancel`)).status).toBe(200);
    expect((await ask('POST', `/visits/${id}/cancel`)).status).toBe(409);
    expect((await ask('POST', '/visits/987654321/cancel')).status).toBe(404);
  });
});

test('a list shows the documented default of a filter that another value switches off, also where it is not sent', async () => {
  const state = { type: 'string', enum: ['open', 'closed'] };
  const bug = object({ id: text, title: text, state }, ['id', 'title', 'state']);
  const by = (values: readonly string[]) => ({
    parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: values, default: 'open' } }],
  });
  for (const [values, isHidden] of [
    [['open', 'closed', 'all'], true],
    [['open', 'closed'], false],
  ] as const) {
    const ask = await asking(
      api(
        {
          '/bugs': {
            get: { ...by(values), ...answer(array(ref('Bug'))) },
            post: { ...sending(object({ title: text, state }, ['title', 'state'])), ...answer(ref('Bug'), '201') },
          },
          '/bugs/{id}': { ...path('id'), get: answer(ref('Bug')) },
        },
        { Bug: bug },
      ),
    );
    const closed = (await ask('POST', '/bugs', { title: 'a', state: 'closed' })).body.id;
    const open = (await ask('POST', '/bugs', { title: 'b', state: 'open' })).body.id;
    const ids = async (query: string): Promise<readonly string[]> =>
      (await ask('GET', `/bugs${query}`)).body.map(({ id }: { readonly id: string }) => id);
    expect(await ids('')).toContain(open);
    expect((await ids('')).includes(closed)).toBe(!isHidden);
    expect(await ids('?state=closed')).toContain(closed);
    if (isHidden) expect(await ids('?state=all')).toEqual(expect.arrayContaining([open, closed]));
  }
});
