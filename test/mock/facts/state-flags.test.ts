import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const status = { type: 'string', enum: ['DRAFT', 'RUNNING', 'STOPPED'] };
const Job = object({ id: text, name: text, status }, ['id', 'name', 'status']);
const parameter = (name: string, description = ''): object => ({ name, in: 'query', schema: flag, description });
const ask = await asking(
  api(
    {
      '/jobs': {
        get: {
          parameters: [
            parameter('running', 'Returns only jobs in the running state.'),
            parameter('only_stopped'),
            parameter('draft', 'Whether drafts are listed as well.'),
          ],
          ...answer(array(ref('Job'))),
        },
        post: { ...sending(object({ name: text, status })), ...answer(ref('Job'), '201') },
      },
      '/jobs/{id}': { ...path('id'), get: answer(ref('Job')) },
    },
    { Job },
  ),
);

test('a flag with the name of a state lists what is in that state', async () => {
  for (const state of status.enum) await ask('POST', '/jobs', { name: 'mine', status: state });
  const mine = async (query: string): Promise<readonly string[]> => {
    const { body } = await ask('GET', `/jobs?${query}`);
    const jobs: readonly { readonly name: string; readonly status: string }[] = body;
    return jobs.filter(({ name }) => name === 'mine').map((job) => job.status);
  };
  expect(await mine('')).toEqual(status.enum);
  expect(await mine('running=true')).toEqual(['RUNNING']);
  expect(await mine('running=false')).toEqual(status.enum);
  expect(await mine('only_stopped=true')).toEqual(['STOPPED']);
  expect(await mine('draft=true')).toEqual(status.enum);
});
