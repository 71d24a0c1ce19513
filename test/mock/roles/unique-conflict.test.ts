import { afterAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const user = {
  type: 'object',
  required: ['id', 'email'],
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { type: 'string' },
    userName: { type: 'string' },
    team: { type: 'string' },
    kind: { enum: ['guest', 'member'] },
    user: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
};

function documentOf(conflict: string | undefined, refusal = 409): object {
  const refusals = conflict === undefined ? {} : { [refusal]: { description: conflict } };
  return {
    openapi: '3.1.0',
    info: { title: 'users', version: '1' },
    paths: {
      '/teams/{teamId}/users': {
        parameters: [{ name: 'teamId', in: 'path', required: true, schema: { type: 'string' } }],
        post: { requestBody: json(user), responses: { 201: { description: '', ...json(user) }, ...refusals } },
      },
      '/teams/{teamId}/users/{id}': {
        parameters: [
          { name: 'teamId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        ],
        get: { responses: { 200: { description: '', ...json(user) } } },
        patch: { requestBody: json({ type: 'object' }), responses: { 200: { description: '', ...json(user) } } },
        delete: { responses: { 204: { description: '' } } },
      },
    },
  };
}

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

/** The statuses of creations of users, one after the other, in a team. */
async function creating(
  conflict: string | undefined,
  bodies: readonly object[],
  { teams = ['a'], refusal = 409 }: { readonly teams?: readonly string[]; readonly refusal?: number } = {},
): Promise<readonly number[]> {
  const mock = await createMock({ document: documentOf(conflict, refusal) });
  open.push(mock);
  const statuses: number[] = [];
  for (const [at, body] of bodies.entries()) {
    const team = teams[at % teams.length] ?? 'a';
    statuses.push((await send(mock, 'POST', `/teams/${team}/users`, body)).status);
  }
  return statuses;
}

function send(mock: StandinMock, method: string, path: string, body?: object): Promise<Response> {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return mock.fetch(new Request(`http://mock${path}`, { method, ...sent }));
}

const ADA = { email: 'ada@example.com', userName: 'ada', team: 'x' };

describe('A create that documents 409', () => {
  test.each([
    ['A user with this email already exists', { email: 'ada@example.com', userName: 'other' }],
    ['The email is already taken.', { email: 'ada@example.com' }],
    ['Duplicate user email', { email: 'ada@example.com', userName: 'other' }],
    ['Duplicate e-mail or user name. `userName` must be unique.', { email: 'b@example.com', userName: 'ada' }],
    ['Email or user name already in use', { email: 'b@example.com', userName: 'ada' }],
    [
      'A user with the same email and user name exists already',
      { email: 'ada@example.com', userName: 'ada', team: 'y' },
    ],
  ])('refuses what it says may be there once only: %s', async (conflict, again) => {
    expect(await creating(conflict, [ADA, again])).toEqual([201, 409]);
  });

  test.each([
    ['A user with this email already exists', { ...ADA, email: 'b@example.com' }],
    ['A user with the same email and user name exists already', { ...ADA, email: 'b@example.com' }],
    ['A user with this kind already exists', { ...ADA, kind: 'guest', userName: 'b' }],
    ['The user already exists in the team', { ...ADA, email: 'b@example.com' }],
    ['The request conflicts with the state of the team', ADA],
    ['Taken.', ADA],
    [undefined, ADA],
  ])('takes everything else: %s', async (conflict, again) => {
    expect(await creating(conflict, [ADA, again])).toEqual([201, 201]);
  });

  test('refuses the very same where it says no more than that it exists', async () => {
    const tagged = { ...ADA, kind: 'member', tags: ['a'] };
    const others = [{ ...tagged, tags: ['b'] }, ADA, { ...tagged, kind: 'guest' }];
    expect(await creating('Already exists', [tagged, tagged, ...others])).toEqual([201, 409, 201, 201, 201]);
  });

  test.each(['Already being tracked', 'The user is already subscribed', 'Already a member of the team'])(
    'refuses the very same where it says so in other words: %s',
    async (conflict) => {
      expect(await creating(conflict, [ADA, ADA, { ...ADA, email: 'b@example.com' }])).toEqual([201, 409, 201]);
    },
  );

  test('takes letters of either case for the same where it says so', async () => {
    const loud = { ...ADA, email: ADA.email.toUpperCase() };
    const text = 'There is a user with this e-mail address; upper and lower case are the same.';
    expect(await creating(text, [ADA, loud, { ...loud, email: 'GRACE@EXAMPLE.COM' }])).toEqual([201, 409, 201]);
    expect(await creating('A user with this email already exists', [ADA, loud])).toEqual([201, 201]);
  });

  test('tells places apart', async () => {
    expect(await creating('A user with this email already exists', [ADA, ADA, ADA], { teams: ['a', 'b'] })).toEqual([
      201, 201, 409,
    ]);
  });

  test('looks at what is there now', async () => {
    const mock = await createMock({ document: documentOf('A user with this email already exists') });
    open.push(mock);
    const { id } = (await (await send(mock, 'POST', '/teams/a/users', ADA)).json()) as { id: number };
    await send(mock, 'PATCH', `/teams/a/users/${id}`, { email: 'new@example.com' });
    expect((await send(mock, 'POST', '/teams/a/users', ADA)).status).toBe(201);
    const refused = await send(mock, 'POST', '/teams/a/users', ADA);
    expect(await refused.json()).toMatchObject({
      detail: 'Another user with email "ada@example.com" is there already.',
    });
    await send(mock, 'DELETE', `/teams/a/users/${id}`);
    expect((await send(mock, 'POST', '/teams/a/users', { email: 'new@example.com' })).status).toBe(201);
  });
});

describe('A create whose 400 or 422 says that a record exists', () => {
  const OTHER = { email: 'b@example.com', userName: 'ada' };

  test.each([
    ['userName already exist', 422],
    ['Y800 : Invalid kind<br>Y806 : Invalid input<br>Y811 : userName value already exists', 400],
  ])('refuses it with that status: %s', async (text, refusal) => {
    const bodies = [ADA, OTHER, { ...OTHER, userName: 'b' }];
    expect(await creating(text, bodies, { refusal })).toEqual([201, refusal, 201]);
  });

  test('takes it where that is one of many possible causes', async () => {
    expect(await creating('The userName may already exist', [ADA, OTHER], { refusal: 422 })).toEqual([201, 201]);
  });
});
