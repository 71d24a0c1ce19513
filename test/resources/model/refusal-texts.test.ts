import { expect, it } from 'vitest';
import { duplicateRefusal, refusalOfUnknown, ruleOfText } from '../../../src/resources/index.ts';
import { loadApi } from '../../../src/spec/index.ts';

async function saying(description: string, ...statuses: readonly string[]) {
  const responses = Object.fromEntries(['201', ...statuses].map((status) => [status, { description: 'An answer.' }]));
  const paths = { '/seats': { post: { operationId: 'book', description, responses } } };
  const api = await loadApi({ openapi: '3.1.0', info: { title: 'Seats', version: '1' }, paths });
  const [operation] = api.operations;
  if (operation === undefined) throw new Error('no operation');
  return { api, operation };
}

it('a sentence that names a status says what this refusal means', async () => {
  const { api, operation } = await saying('A guest that does not exist is refused with 422.', '422', '409');
  expect(refusalOfUnknown(operation, api)).toBe('422');
  const other = await saying('A guest that does not exist is refused with 422.', '409');
  expect(refusalOfUnknown(other.operation, other.api)).toBeUndefined();
  expect(duplicateRefusal((await saying('A guest can book only once (409).', '409')).operation)).toBe('409');
  expect(duplicateRefusal((await saying('A guest can book only once.', '409')).operation)).toBeUndefined();
});

it('a property that the text of a create calls unique may be taken', async () => {
  const unique = 'The `code` of a seat is unique, whatever its letter case.';
  expect(duplicateRefusal((await saying(unique, '409')).operation)).toBe('409');
  expect(duplicateRefusal((await saying(unique, '400')).operation)).toBeUndefined();
  expect(duplicateRefusal((await saying('The code must be free (409).', '409')).operation)).toBe('409');
  expect(duplicateRefusal((await saying('The code must not belong to another seat (409).', '409')).operation)).toBe(
    '409',
  );
  for (const other of [
    'The answer has a unique id.',
    'The seat must be free at that time (409).',
    'The row must not belong to another theatre (409).',
  ])
    expect(duplicateRefusal((await saying(other, '409')).operation)).toBeUndefined();
});

it('items may be called by their state: only drafts can be printed', async () => {
  const states = ['draft', 'printed'].map((word) => ({ word, value: word }));
  const { operation } = await saying('Only drafts can be printed.', '409');
  expect(ruleOfText(operation, states, 'poster')).toEqual({ refused: 'outside', states: ['draft'] });
});

it('of the causes that a shared response lists, a sentence of the operation says which it is', async () => {
  const conflict = { description: 'The name is taken, or the state does not allow it.' };
  const create = (description: string): object => ({
    description,
    responses: { '201': { description: 'It.' }, '409': { $ref: '#/components/responses/Conflict' } },
  });
  const api = await loadApi({
    openapi: '3.1.0',
    info: { title: 'Tickets', version: '1' },
    paths: {
      '/tickets': { post: create('Opens a ticket.') },
      '/comments': { post: create('Locked tickets take no comments (409).') },
      '/labels': { post: create('The `name` of a label is unique (409).') },
    },
    components: { responses: { Conflict: conflict } },
  });
  expect(api.operations.map(duplicateRefusal)).toEqual(['409', undefined, '409']);
});
