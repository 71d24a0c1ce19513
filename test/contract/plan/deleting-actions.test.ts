import { expect, test } from 'vitest';
import { useOf } from '../../../src/contract/plan/planner.ts';
import { checked } from '../../laws/self-checked.ts';
import { answer, api, array, object, path, ref, sending, text } from '../../mock/little.ts';

const Dialog = object({ id: { type: 'string', format: 'uuid', readOnly: true }, title: text }, ['id', 'title']);
const dialogId = path('dialogId', { type: 'string', format: 'uuid' });
const DIALOGS = api(
  {
    '/dialogs': {
      get: answer(array(ref('Dialog'))),
      post: { ...sending(ref('Dialog')), ...answer(ref('Dialog'), '201') },
    },
    '/dialogs/{dialogId}': { ...dialogId, get: answer(ref('Dialog'), '200', { '404': { description: 'None.' } }) },
    '/dialogs/{dialogId}/actions/purge': {
      ...dialogId,
      post: { responses: { '204': { description: 'Deleted.' }, '404': { description: 'None.' } } },
    },
  },
  { Dialog },
);

test('an action that deletes its item gets an item of its own for each request', async () => {
  expect(useOf({ method: 'POST', path: '/dialogs/{dialogId}/actions/purge' })).toBe('fresh');
  expect(useOf({ method: 'POST', path: '/dialogs/{dialogId}/actions/close' })).toBe('write');
  expect(useOf({ method: 'POST', path: '/dialogs/delete' })).toBe('write');
  expect((await checked(DIALOGS)).errors).toEqual([]);
});
