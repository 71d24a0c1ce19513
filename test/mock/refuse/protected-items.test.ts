import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean', description: 'If true, prevents the disk from being deleted.', default: false };
const Disk = object({ id: text, name: text, protection: object({ delete: flag }) }, ['protection']);
const done = { responses: { 204: { description: 'done' } } };
const disks = (refusals: object): object =>
  api(
    {
      '/disks': { get: answer(array(ref('Disk'))), post: { ...sending(ref('Disk')), ...answer(ref('Disk'), '201') } },
      '/disks/{id}': {
        ...path('id'),
        get: answer(ref('Disk'), '200', { 404: { description: '' } }),
        patch: { ...sending(ref('Disk')), ...answer(ref('Disk')) },
        delete: { responses: { ...done.responses, ...refusals } },
      },
    },
    { Disk },
  );

test.each([
  ['the documented status', { 409: { description: '' } }, 409],
  ['423 where none is documented', {}, 423],
])('an item whose flag prevents its deletion is kept until the flag is taken away: %s', async (_, refusals, status) => {
  const ask = await asking(disks(refusals));
  const { body } = await ask('POST', '/disks', { name: 'data', protection: { delete: true } });
  expect((await ask('DELETE', `/disks/${body.id}`)).status).toBe(status);
  expect((await ask('GET', `/disks/${body.id}`)).body.name).toBe('data');
  await ask('PATCH', `/disks/${body.id}`, { protection: { delete: false } });
  expect((await ask('DELETE', `/disks/${body.id}`)).status).toBe(204);
  expect((await ask('GET', `/disks/${body.id}`)).status).toBe(404);
});
