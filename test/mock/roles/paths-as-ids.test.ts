import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'there is none' } };
const tag = { 412: { description: 'another version' } };
const words = (...names: readonly string[]): { readonly parameters: readonly object[] } => ({
  parameters: names.flatMap((name) => path(name).parameters),
});
const at = '/accounts/{account}/groups/{group}/Vendor.Net/servers';
const general = 'Whole id. Ex - /accounts/{account}/groups/{group}/{provider}/{kind}/{name}';
const readOnly = { ...text, readOnly: true };
const Server = object({ id: readOnly, name: readOnly, etag: text, size: number, owner: object({ id: text }) });
const Disk = object({ id: { ...readOnly, description: general }, name: readOnly, size: number });
const shown = { id: '/accounts/a1/groups/g1/Vendor.Net/servers/s1', name: 's1', size: 2, owner: { id: 'o1' } };
const ifMatch = { name: 'If-Match', in: 'header', schema: text };
const list = answer(object({ value: array(ref('Server')) }));
const ask = await asking(
  api(
    {
      '/accounts/{account}/Vendor.Net/servers': { ...words('account'), get: list },
      [at]: { ...words('account', 'group'), get: list },
      [`${at}/{name}`]: {
        ...words('account', 'group', 'name'),
        get: {
          responses: {
            200: {
              description: 'one',
              content: { 'application/json': { schema: ref('Server'), examples: { shown: { value: shown } } } },
            },
            ...missing,
          },
        },
        put: {
          parameters: [ifMatch],
          ...sending(object({ size: number })),
          ...answer(ref('Server'), '200', tag),
        },
        patch: {
          parameters: [ifMatch],
          ...sending(object({ size: number })),
          ...answer(ref('Server'), '200', { ...missing, ...tag }),
        },
      },
      [`${at.replace('servers', 'disks')}`]: {
        ...words('account', 'group'),
        get: answer(object({ value: array(ref('Disk')) })),
      },
      [`${at.replace('servers', 'disks')}/{name}`]: {
        ...words('account', 'group', 'name'),
        get: answer(ref('Disk'), '200', missing),
        put: { ...sending(object({ size: number })), ...answer(ref('Disk')) },
      },
    },
    { Server, Disk },
  ),
);
const server = (account: string, group: string, name: string): string =>
  `/accounts/${account}/groups/${group}/Vendor.Net/servers/${name}`;
const namesAt = async (where: string): Promise<readonly string[]> =>
  (await ask('GET', where)).body.value.map(({ name }: { name: string }) => name);

test('an id that an example shows as the path of its record is that path', async () => {
  const { body } = await ask('PUT', server('acme', 'red', 'web'), { size: 3 });
  expect(body).toMatchObject({ id: server('acme', 'red', 'web'), name: 'web', size: 3 });
  expect((await ask('GET', body.id)).body.id).toBe(body.id);
  expect(body.owner.id).not.toContain('/accounts/');
});

test('so is an id whose description shows the form of all paths', async () => {
  const where = '/accounts/acme/groups/red/Vendor.Net/disks/d';
  expect((await ask('PUT', where, { size: 1 })).body.id).toBe(where);
});

test('a list over the inner parents shows what was made below each of them, and nothing of another outer one', async () => {
  await ask('PUT', server('wide', 'red', 'one'), { size: 1 });
  await ask('PUT', server('wide', 'blue', 'two'), { size: 1 });
  await ask('PUT', server('other', 'red', 'three'), { size: 1 });
  const all = await namesAt('/accounts/wide/Vendor.Net/servers');
  expect(all).toEqual(expect.arrayContaining(['one', 'two']));
  expect(all).not.toContain('three');
  const red = await namesAt('/accounts/wide/groups/red/Vendor.Net/servers');
  expect(red).toContain('one');
  expect(red).not.toContain('two');
  expect((await ask('GET', server('wide', 'blue', 'one'))).status).toBe(404);
});

test('the tag that a record shows names its version', async () => {
  const { etag } = (await ask('PUT', server('acme', 'red', 'tagged'), { size: 1 })).body;
  const patched = await ask('PATCH', server('acme', 'red', 'tagged'), { size: 2 }, { 'if-match': etag });
  expect(patched.body).toMatchObject({ size: 2 });
  const stale = await ask('PATCH', server('acme', 'red', 'tagged'), { size: 3 }, { 'if-match': 'other' });
  expect(stale.status).toBe(412);
});

test('the example of the property alone shows that an id is the path of its record', async () => {
  const Unit = object({ id: { ...text, example: '/Groups/g9/units/u9' }, name: text }, ['id', 'name']);
  const units = { get: answer(array(Unit)), post: { ...sending(object({ name: text })), ...answer(Unit, '201') } };
  const other = await asking(
    api({
      '/groups/{group}/units': { ...words('group'), ...units },
      '/groups/{group}/units/{name}': { ...words('group', 'name'), get: answer(Unit) },
    }),
  );
  const unit = { id: '/groups/g1/units/one', name: 'one' };
  expect((await other('POST', '/groups/g1/units', { name: 'one' })).body).toEqual(unit);
  expect((await other('GET', '/groups/g1/units/one')).body).toEqual(unit);
});
