import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const doing = object(
  {
    id: number,
    command: text,
    status: { type: 'string', enum: ['running', 'success'] },
    resources: array(object({ id: number, type: text }, ['id', 'type'])),
  },
  ['id'],
);
const done = answer(object({ action: doing }), '201');
const route = object({ destination: text, gateway: text }, ['destination', 'gateway']);
const server = object(
  {
    id: { ...number, readOnly: true },
    name: text,
    size: number,
    status: { type: 'string', enum: ['running', 'off'], readOnly: true },
    rescue_enabled: { ...flag, default: false },
    protection: object({ delete: flag, rebuild: flag }),
    volume: { type: ['integer', 'null'] },
    kind: object({ name: text, cores: number }),
    routes: array(route),
  },
  ['id', 'name', 'volume'],
);
const act = (name: string, body?: object): object => ({
  [`/servers/{id}/actions/${name}`]: {
    ...path('id', number),
    post: { ...(body === undefined ? {} : sending(body)), ...done },
  },
});
const paths = {
  '/servers': {
    get: answer(object({ servers: array(server) })),
    post: {
      ...sending(object({ name: text, size: number, kind: text }, ['name'])),
      ...answer(object({ server }), '201'),
    },
  },
  '/servers/{id}': { ...path('id', number), get: answer(object({ server })) },
  '/actions': { get: answer(object({ actions: array(doing) })) },
  '/actions/{id}': { ...path('id', number), get: answer(object({ action: doing })) },
  ...act('poweroff'),
  ...act('poweron'),
  ...act('enable_rescue'),
  ...act('disable_rescue'),
  ...act('resize', object({ size: number })),
  ...act('change_kind', object({ kind: text })),
  ...act('change_protection', object({ delete: flag })),
  ...act('attach', object({ volume: number })),
  ...act('detach'),
  ...act('add_route', route),
  ...act('set_routes', object({ routes: array(route) })),
  ...act('delete_route', object({ destination: text })),
  ...act('reset_password', object({ name: text })),
};
const below = { get: answer(object({ actions: array(doing) })) };
const ask = await asking(api(paths));
const askBelow = await asking(api({ ...paths, '/servers/{id}/actions': { ...path('id', number), ...below } }));

/** A new server after these actions. */
async function after(...actions: readonly (readonly [name: string, body?: object])[]): Promise<object> {
  const { server } = (await ask('POST', '/servers', { name: 'web', size: 1, kind: 'cx11' })).body;
  for (const [name, body] of actions)
    expect((await ask('POST', `/servers/${server.id}/actions/${name}`, body)).status).toBe(201);
  return (await ask('GET', `/servers/${server.id}`)).body.server;
}

describe('an action that answers what was done', () => {
  test.each<[string, readonly (readonly [string, object?])[], object]>([
    ['changes the state', [['poweroff']], { status: 'off' }],
    ['changes the state back', [['poweroff'], ['poweron']], { status: 'running' }],
    ['switches a part on', [['enable_rescue']], { rescue_enabled: true }],
    ['switches a part off', [['enable_rescue'], ['disable_rescue']], { rescue_enabled: false }],
    ['sets what is sent', [['resize', { size: 5 }]], { size: 5 }],
    ['sets what is sent as a name', [['change_kind', { kind: 'cx21' }]], { kind: { name: 'cx21' } }],
    [
      'sets members of the part that it names',
      [['change_protection', { delete: true }]],
      { protection: { delete: true } },
    ],
    ['puts something on it', [['attach', { volume: 7 }]], { volume: 7 }],
    ['takes it off again', [['attach', { volume: 7 }], ['detach']], { volume: null }],
    [
      'adds to a list',
      [['add_route', { destination: 'a', gateway: 'b' }]],
      { routes: [{ destination: 'a', gateway: 'b' }] },
    ],
    [
      'replaces a list',
      [
        ['add_route', { destination: 'a', gateway: 'b' }],
        ['set_routes', { routes: [{ destination: 'c', gateway: 'd' }] }],
      ],
      { routes: [{ destination: 'c', gateway: 'd' }] },
    ],
    [
      'takes from a list what it describes',
      [
        ['add_route', { destination: 'a', gateway: 'b' }],
        ['add_route', { destination: 'c', gateway: 'd' }],
        ['delete_route', { destination: 'a' }],
      ],
      { routes: [{ destination: 'c', gateway: 'd' }] },
    ],
    ['sets nothing where its verb does not say so', [['reset_password', { name: 'x' }]], { name: 'web' }],
  ])('%s', async (_, actions, wanted) => {
    expect(await after(...actions)).toMatchObject(wanted);
  });

  test('is found where such answers are listed', async () => {
    const { server } = (await ask('POST', '/servers', { name: 'web' })).body;
    const { action } = (await ask('POST', `/servers/${server.id}/actions/poweroff`)).body;
    expect((await ask('GET', `/actions/${action.id}`)).body.action).toEqual(action);
    expect((await ask('GET', '/actions')).body.actions).toContainEqual(action);
    expect(action.resources).toEqual([{ id: server.id, type: 'server' }]);
  });

  test('is found in the list of what was done to the item', async () => {
    const { server } = (await askBelow('POST', '/servers', { name: 'web', size: 1 })).body;
    const { action } = (await askBelow('POST', `/servers/${server.id}/actions/resize`, { size: 5 })).body;
    await askBelow('POST', `/servers/${server.id}/actions/poweroff`);
    expect((await askBelow('GET', `/servers/${server.id}`)).body.server).toMatchObject({ size: 5, status: 'off' });
    expect((await askBelow('GET', `/servers/${server.id}/actions`)).body.actions).toContainEqual(action);
    expect(action.resources).toEqual([{ id: server.id, type: 'server' }]);
  });
});

test('an action never moves a record away from its path', async () => {
  const Repo = object({ name: text, team: text, note: text }, ['name', 'team']);
  const at = { parameters: [...path('team').parameters, ...path('name').parameters] };
  const there = await asking(
    api(
      {
        '/teams/{team}/repos': {
          ...path('team'),
          get: answer(array(ref('Repo'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Repo'), '201') },
        },
        '/teams/{team}/repos/{name}': { ...at, get: answer(ref('Repo'), '200', { 404: { description: '' } }) },
        '/teams/{team}/repos/{name}/transfer': {
          ...at,
          post: { ...sending(object({ team: text, new_name: text, note: text })), ...answer(ref('Repo')) },
        },
      },
      { Repo },
    ),
  );
  await there('POST', '/teams/red/repos', { name: 'mill' });
  const moved = { team: 'blue', new_name: 'belt', note: 'moved' };
  expect((await there('POST', '/teams/red/repos/mill/transfer', moved)).status).toBe(200);
  expect((await there('GET', '/teams/red/repos/mill')).body).toEqual({ name: 'mill', team: 'red', note: 'moved' });
});
