import { describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
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

async function ask(
  mock: Awaited<ReturnType<typeof createMock>>,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: never }> {
  const response = await mock.fetch(
    new Request(`http://localhost${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    }),
  );
  return { status: response.status, body: (await response.json()) as never };
}

describe('items without a path of their own, which actions name', () => {
  test('have ids of which no two are equal, whatever they are nested in', async () => {
    const mock = await createMock({ document: visits });
    const patients: readonly { id: string }[] = (await ask(mock, 'GET', '/patients')).body;
    const all: number[] = [];
    for (const { id } of patients) {
      const listed: readonly { id: number }[] = (await ask(mock, 'GET', `/patients/${id}/visits`)).body;
      all.push(...listed.map((each) => each.id));
    }
    expect(all.length).toBeGreaterThan(patients.length);
    expect(new Set(all).size).toBe(all.length);
    await mock.close();
  });

  test('are found by the action, which changes them where they are listed', async () => {
    const mock = await createMock({ document: visits });
    const [{ id: patient, visitCount }] = (await ask(mock, 'GET', '/patients')).body as [
      { id: string; visitCount: number },
    ];
    const made = await ask(mock, 'POST', `/patients/${patient}/visits`, { reason: 'cough' });
    const { id } = made.body as { id: number };
    expect(made.body).toMatchObject({ status: 'arranged', reason: 'cough', cancelledAt: null });
    expect((await ask(mock, 'GET', `/patients/${patient}`)).body).toMatchObject({ visitCount: visitCount + 1 });
    const done = await ask(mock, 'POST', `/visits/${id}/cancel`);
    expect(done).toMatchObject({ status: 200, body: { id, status: 'cancelled', cancelledAt: expect.any(String) } });
    const listed: readonly { id: number }[] = (await ask(mock, 'GET', `/patients/${patient}/visits`)).body;
    expect(listed.find((each) => each.id === id)).toEqual(done.body);
    await mock.close();
  });

  test('are refused where they are unknown, and where what is asked for has been done', async () => {
    const mock = await createMock({ document: visits });
    const [{ id: patient }] = (await ask(mock, 'GET', '/patients')).body as [{ id: string }];
    const { id } = (await ask(mock, 'POST', `/patients/${patient}/visits`, {})).body as { id: number };
    expect((await ask(mock, 'POST', `/visits/${id}/cancel`)).status).toBe(200);
    expect((await ask(mock, 'POST', `/visits/${id}/cancel`)).status).toBe(409);
    expect((await ask(mock, 'POST', '/visits/987654321/cancel')).status).toBe(404);
    await mock.close();
  });
});
