import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, path, ref, sending, text } from '../little.ts';

const Build = object({ sid: text, runtime: { type: 'string', enum: ['node18', 'node20'] }, label: text }, [
  'sid',
  'runtime',
]);
const refusal = { 400: { description: 'invalid' } };

function document(others: object): object {
  const sent = sending(object({ Runtime: text, Label: text }));
  return api(
    {
      '/builds': {
        get: answer({ type: 'array', items: ref('Build') }),
        post: { ...sent, ...answer(ref('Build'), '201', others) },
      },
      '/builds/{sid}': {
        ...path('sid'),
        get: answer(ref('Build')),
        put: { ...sent, ...answer(ref('Build'), '200', others) },
        patch: { ...sent, ...answer(ref('Build'), '200', others) },
      },
    },
    { Build },
  );
}

describe('A sent value that the record cannot show', () => {
  test('is left out of a new record where the operation documents no refusal of values', async () => {
    const ask = await asking(document({ 401: { description: 'no' }, 404: { description: 'no' } }));
    const { status, body } = await ask('POST', '/builds', { Runtime: 'smart', Label: 'one' });
    expect(status).toBe(201);
    expect(body.label).toBe('one');
    expect(['node18', 'node20']).toContain(body.runtime);
    expect((await ask('GET', `/builds/${body.sid}`)).body).toEqual(body);
  });

  test.each(['PUT', 'PATCH'])('is left out of a record that %s changes', async (method) => {
    const ask = await asking(document({}));
    const { body: before } = await ask('POST', '/builds', { Runtime: 'node18', Label: 'one' });
    const { status, body } = await ask(method, `/builds/${before.sid}`, { Runtime: 'smart', Label: 'two' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, label: 'two' });
  });

  test.each([
    refusal,
    { 422: { description: 'invalid' } },
    { '4XX': { description: 'no' } },
    { default: { description: 'no' } },
  ])('is refused where the operation documents %o', async (others) => {
    const ask = await asking(document(others));
    expect((await ask('POST', '/builds', { Runtime: 'smart' })).status).toBeGreaterThanOrEqual(400);
  });
});
