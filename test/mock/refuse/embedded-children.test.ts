import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const address = object({ id: { ...text, readOnly: true }, line: text });
const party = object({ id: { ...text, readOnly: true }, name: text, addresses: array(ref('Address')) }, ['name']);
const kind = (name: string): object => ({
  [`/${name}`]: {
    get: answer(array(ref('Party'))),
    post: { ...sending(ref('Party')), ...answer(ref('Party'), '201') },
  },
  [`/${name}/{party}`]: { ...path('party'), get: answer(ref('Party')) },
  [`/${name}/{party}/addresses`]: {
    ...path('party'),
    get: answer(array(ref('Address'))),
    post: { ...sending(ref('Address')), ...answer(ref('Address'), '201') },
  },
});
const one = (name: string): object => ({
  [`/${name}/{party}/addresses/{address}`]: {
    parameters: ['party', 'address'].flatMap((each) => path(each).parameters),
    get: answer(ref('Address')),
  },
});
const ask = await asking(
  api({ ...kind('people'), ...one('people'), ...kind('firms'), ...one('firms') }, { Address: address, Party: party }),
);

test('an id cannot stand for an address where addresses stand below a party', async () => {
  const made = await ask('POST', '/firms', { name: 'F', addresses: [{ line: '1 Main St' }] });
  expect(made.status).toBe(201);
  expect((await ask('POST', '/firms', { name: 'F', addresses: ['a-1'] })).status).toBe(422);
});
