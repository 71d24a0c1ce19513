import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'there is none' } };
const done = answer(object({}));
const flag = { type: 'boolean' };
const aim = object({ Enabled: flag, Types: array(text), Topic: object({ Arn: text }) });
const schemas = {
  Details: object({ Sending: flag, Kind: text, GroupName: text, Verified: flag }),
  Plan: object({
    PlanName: text,
    Size: number,
    SendingOptions: object({ SendingEnabled: flag }),
    MailFromAttributes: object({ Domain: text, Verified: flag }),
    GroupName: text,
  }),
  Block: object({ Address: text, Reason: { type: 'string', enum: ['BOUNCE', 'COMPLAINT'] }, Since: text }),
  Target: object({ Name: text, Enabled: flag, Types: array(text), Topic: object({ Arn: text }) }),
};
const ask = await asking(
  api(
    {
      '/plans': {
        get: answer(object({ Plans: array(text), NextToken: text })),
        post: {
          operationId: 'CreatePlan',
          ...sending(object({ PlanName: text, SendingOptions: object({ SendingEnabled: flag }) }, ['PlanName'])),
          ...done,
        },
      },
      '/plans/{PlanName}': { ...path('PlanName'), get: answer(ref('Plan'), '200', missing) },
      '/plans/{PlanName}/sending': {
        ...path('PlanName'),
        put: { ...sending(object({ SendingEnabled: flag })), ...done },
      },
      '/plans/{PlanName}/mail-from': {
        ...path('PlanName'),
        put: { ...sending(object({ Domain: text })), ...done },
      },
      '/plans/{PlanName}/group': {
        ...path('PlanName'),
        put: { ...sending(object({ GroupName: text })), ...done },
      },
      '/plans/{PlanName}/size-report': {
        ...path('PlanName'),
        put: { ...sending(object({ GroupName: text })), ...done },
      },
      '/plans/{PlanName}/targets': {
        ...path('PlanName'),
        get: answer(object({ Targets: array(ref('Target')) })),
        post: {
          ...sending(object({ TargetName: text, Target: aim }, ['TargetName', 'Target'])),
          ...done,
        },
      },
      '/plans/{PlanName}/targets/{TargetName}': {
        parameters: [...path('PlanName').parameters, ...path('TargetName').parameters],
        put: { ...sending(object({ Target: aim })), ...answer(object({}), '200', missing) },
        delete: answer(object({}), '200', missing),
      },
      '/identities': {
        get: answer(object({ Identities: array(object({ IdentityName: text, Sending: flag })) })),
        post: {
          ...sending(object({ MailIdentity: text, GroupName: text }, ['MailIdentity'])),
          ...answer(ref('Details')),
        },
      },
      '/identities/{MailIdentity}': { ...path('MailIdentity'), get: answer(ref('Details'), '200', missing) },
      '/blocks': {
        get: answer(object({ Blocks: array(ref('Block')) })),
        put: { ...sending(object({ Address: text, Reason: text }, ['Address', 'Reason'])), ...done },
      },
      '/blocks/{Address}': {
        ...path('Address'),
        get: answer(object({ Block: ref('Block') }), '200', missing),
        delete: answer(object({}), '200', missing),
      },
    },
    schemas,
  ),
);

test('a create beside a list of names makes what its name leads to', async () => {
  await ask('POST', '/plans', { PlanName: 'large', SendingOptions: { SendingEnabled: true } });
  expect((await ask('GET', '/plans/large')).body).toMatchObject({
    PlanName: 'large',
    SendingOptions: { SendingEnabled: true },
  });
  expect((await ask('GET', '/plans')).body.Plans).toContain('large');
});

test('a PUT below an item sets the part whose name begins as its path', async () => {
  await ask('POST', '/plans', { PlanName: 'parts' });
  for (const SendingEnabled of [true, false]) {
    await ask('PUT', '/plans/parts/sending', { SendingEnabled });
    expect((await ask('GET', '/plans/parts')).body.SendingOptions).toEqual({ SendingEnabled });
  }
  await ask('PUT', '/plans/parts/mail-from', { Domain: 'm.example.org' });
  expect((await ask('GET', '/plans/parts')).body.MailFromAttributes).toMatchObject({ Domain: 'm.example.org' });
});

test('it sets a value whose name begins as its path, and no other', async () => {
  await ask('POST', '/plans', { PlanName: 'grouped' });
  await ask('PUT', '/plans/grouped/group', { GroupName: 'first' });
  await ask('PUT', '/plans/grouped/size-report', { GroupName: 'second' });
  expect((await ask('GET', '/plans/grouped')).body.GroupName).toBe('first');
});

test('an id beside the object with the other values is the name of the new record', async () => {
  await ask('POST', '/plans', { PlanName: 'aimed' });
  await ask('POST', '/plans/aimed/targets', { TargetName: 'log', Target: { Enabled: true, Types: ['a'] } });
  expect((await ask('GET', '/plans/aimed/targets')).body.Targets).toMatchObject([
    { Name: 'log', Enabled: true, Types: ['a'] },
  ]);
  expect((await ask('DELETE', '/plans/aimed/targets/log')).status).toBe(200);
  expect((await ask('GET', '/plans/aimed/targets')).body.Targets).toEqual([]);
});

test('a list shows the name of an item that does not show it itself', async () => {
  await ask('POST', '/identities', { MailIdentity: 'a@example.org', GroupName: 'g' });
  expect((await ask('GET', '/identities/a@example.org')).body.GroupName).toBe('g');
  const { Identities } = (await ask('GET', '/identities')).body;
  expect(Identities.map(({ IdentityName }: { IdentityName: string }) => IdentityName)).toContain('a@example.org');
});

test('a PUT on a collection that names its record makes it, and changes it the second time', async () => {
  for (const Reason of ['BOUNCE', 'COMPLAINT']) {
    await ask('PUT', '/blocks', { Address: 'a@example.org', Reason });
    expect((await ask('GET', '/blocks/a@example.org')).body.Block).toMatchObject({ Address: 'a@example.org', Reason });
  }
  const { Blocks } = (await ask('GET', '/blocks')).body;
  expect(Blocks.filter(({ Address }: { Address: string }) => Address === 'a@example.org')).toHaveLength(1);
  await ask('DELETE', '/blocks/a@example.org');
  expect((await ask('GET', '/blocks/a@example.org')).status).toBe(404);
});

const block = object({ Address: text, Reason: text }, ['Address', 'Reason']);

test.each([
  [
    'a POST makes records',
    { post: { ...sending(block), ...answer(ref('Block'), '201') }, put: { ...sending(block), ...done } },
  ],
  ['it answers a list', { put: { ...sending(block), ...answer(array(ref('Block'))) } }],
  ['it may leave out the name', { put: { ...sending(object({ Address: text, Reason: text })), ...done } }],
  [
    'it sends what no record has',
    { put: { ...sending(object({ Address: text, Scope: text }, ['Address'])), ...done } },
  ],
])('a PUT on a collection makes no record where %s', async (_, methods) => {
  const asks = await asking(
    api(
      {
        '/blocks': { get: answer(array(ref('Block'))), ...methods },
        '/blocks/{Address}': { ...path('Address'), get: answer(ref('Block'), '200', missing), delete: done },
      },
      schemas,
    ),
  );
  await asks('PUT', '/blocks', { Address: 'b@example.org', Reason: 'BOUNCE' });
  expect((await asks('GET', '/blocks/b@example.org')).status).toBe(404);
});
