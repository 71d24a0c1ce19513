import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const says = (name: string, description: string): object => ({ name, in: 'query', schema: text, description });
const ask = await asking(
  api(
    {
      '/orgs': {
        parameters: [says('org', 'Only the organization with this name.')],
        get: answer(array(ref('Org'))),
        post: { ...sending(ref('Org')), ...answer(ref('Org'), '201') },
      },
      '/orgs/{orgID}': {
        ...path('orgID'),
        get: answer(ref('Org')),
        put: { ...sending(ref('Org')), ...answer(ref('Org')) },
      },
      '/buckets': {
        get: {
          parameters: [says('org', 'The name of the organization.'), says('orgID', 'The organization ID.')],
          ...answer(array(ref('Bucket'))),
        },
        post: { ...sending(ref('Bucket')), ...answer(ref('Bucket'), '201') },
      },
      '/tokens': {
        get: answer(array(ref('Token'))),
        post: { ...sending(ref('Token')), ...answer(ref('Token'), '201') },
      },
      '/tokens/{tokenID}': { ...path('tokenID'), get: answer(ref('Token')) },
      '/buckets/{bucketID}': { ...path('bucketID'), get: answer(ref('Bucket')) },
    },
    {
      Org: object({ id: { ...text, readOnly: true }, name: text }, ['name']),
      Bucket: object({ id: { ...text, readOnly: true }, name: text, orgID: text }, ['name', 'orgID']),
      Token: object({
        id: { ...text, readOnly: true },
        orgID: text,
        org: { ...text, readOnly: true, description: 'Name of the organization.' },
      }),
    },
  ),
);

const { id: orgID } = (await ask('POST', '/orgs', { name: 'acme' })).body;
const made = (await ask('POST', '/buckets', { name: 'b', orgID })).body;
const ids = async (address: string): Promise<unknown[]> =>
  (await ask('GET', address)).body.map(({ id }: { readonly id: unknown }) => id);

test('a list is filtered by the name of the record to which its items refer', async () => {
  expect(await ids('/buckets?org=acme')).toEqual([made.id]);
  expect(await ids('/buckets?org=nobody')).toEqual([]);
});

test('so it is after that record has got another name', async () => {
  expect(await ids('/buckets?org=renamed')).toEqual([]);
  await ask('PUT', `/orgs/${orgID}`, { name: 'renamed' });
  expect(await ids('/buckets?org=renamed')).toEqual([made.id]);
  await ask('PUT', `/orgs/${orgID}`, { name: 'acme' });
});

test('a parameter called like a record of the list filters by name, if the description says so', async () => {
  expect(await ids('/orgs?org=acme')).toEqual([orgID]);
});

test('a text called like the reference beside it shows the name of the record', async () => {
  expect((await ask('POST', '/tokens', { orgID })).body.org).toBe('acme');
});
