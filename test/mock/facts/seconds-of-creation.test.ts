import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, text } from '../little.ts';

const bound = (name: string, description: string): object => ({ name, in: 'query', schema: number, description });
const ask = await asking(
  api(
    {
      '/bounces': {
        get: {
          parameters: [
            bound('start_time', 'Start of the time range in Unix time when a bounce was created (inclusive).'),
            bound('end_time', 'End of the time range in Unix time when a bounce was created (inclusive).'),
          ],
          ...answer(array(ref('Bounce'))),
        },
      },
    },
    { Bounce: object({ created: { type: 'number' }, email: text }, ['created', 'email']) },
  ),
);

test('bounds in seconds are compared with the seconds of the creation', async () => {
  const times: readonly number[] = (await ask('GET', '/bounces')).body.map(
    ({ created }: { created: number }) => created,
  );
  const last = Math.max(...times);
  expect((await ask('GET', `/bounces?start_time=${last + 1}`)).body).toEqual([]);
  expect((await ask('GET', `/bounces?start_time=${last}`)).body.length).toBeGreaterThan(0);
  expect((await ask('GET', `/bounces?end_time=${last}`)).body).toHaveLength(times.length);
});
