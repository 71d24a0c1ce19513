import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, kept, type Service, service } from './small-service.ts';

/** Ways to change a record of others that no path of an item shows. */

const PET = `    Pet: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewPet: { type: object, required: [name], properties: { name: { type: string }, id: { type: integer, enum: [1, 2, 3, 41, 42, 43, 44] } } }
`;
const PETS = { '/pets': { get: 'list Pet', post: 'create Pet' }, '/pets/{id}': { get: 'read Pet', delete: 'remove' } };
const OTHERS = [1, 2, 3].map((id) => ({ id, name: `precious ${id}` }));

async function check(document: string, target: Service): Promise<readonly string[]> {
  const { summary } = await tell({ ...fromYaml(document), target: target.fetch, strict: true });
  return summary.inconclusive?.map(({ reason }) => reason) ?? [];
}

test('a creation under the id of a record that exists is not sent; it takes another id', async () => {
  const target = service({ pets: OTHERS }, ({ method, path, body }, { pets }) => {
    const sent = body as { id?: number } | undefined;
    if (method !== 'POST' || path !== '/pets' || typeof sent?.id !== 'number') return undefined;
    pets?.set(String(sent.id), { ...sent });
    return json(201, sent);
  });
  await check(documentOf(PETS, PET), target);
  expect(kept(target, { pets: OTHERS })).toEqual({ pets: OTHERS });
  expect(target.unsafe).toContain('POST /pets');
});

test('a command that names records of others in its body or its query is not sent', async () => {
  const commands = {
    ...PETS,
    '/adoptions': { post: 'do' },
    '/transfers': {
      post: "{ operationId: transfer, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [petId], properties: { petId: { type: integer, enum: [1, 2, 3] } } } } } }, responses: { '204': { description: Done. }, '400': { description: No. } } }",
    },
    '/retirements': {
      post: "{ operationId: retire, parameters: [{ name: petId, in: query, required: true, schema: { type: integer, enum: [1, 2, 3] } }], responses: { '204': { description: Done. }, '400': { description: No. } } }",
    },
  };
  const target = service({ pets: OTHERS }, ({ method, path, query, body }, { pets }) => {
    if (method !== 'POST' || !['/transfers', '/retirements'].includes(path)) return undefined;
    const id = (body as { petId?: number } | undefined)?.petId ?? query.get('petId');
    pets?.delete(String(id));
    return json(204);
  });
  await check(documentOf(commands, PET), target);
  expect(kept(target, { pets: OTHERS })).toEqual({ pets: OTHERS });
});

/** Tags by their names. A POST answers nothing of them, and takes what the document does not allow. */
const TAG = `    Tag: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    NewTag: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, loud: { type: boolean } } }
`;
const TAGS = {
  '/tags': {
    get: 'list Tag',
    post: "{ operationId: addTag, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTag' } } } }, responses: { '201': { description: Made. }, '400': { description: No. } } }",
  },
  '/tags/{name}': { get: 'read Tag', delete: 'remove' },
};

test('what a creation that the document does not allow has made is removed where a list has shown every record before', async () => {
  const tags = new Set(['kept']);
  const target = service({}, ({ method, path, body }) => {
    const name = decodeURIComponent(path.replace(/^\/tags\/?/, ''));
    if (method === 'GET' && name === '')
      return json(
        200,
        [...tags].map((each) => ({ name: each })),
      );
    if (method === 'POST') {
      const sent = (body as { name?: unknown } | undefined)?.name;
      if (typeof sent !== 'string' || sent === '') return json(400);
      tags.add(sent);
      return json(201);
    }
    if (method === 'DELETE') return json(tags.delete(name) ? 204 : 404);
    return tags.has(name) ? json(200, { name }) : json(404);
  });
  await check(documentOf(TAGS, TAG), target);
  expect([...tags]).toEqual(['kept']);
});

test('nothing is created below a record of others', async () => {
  const NOTE = `${PET}    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
`;
  const below: string[] = [];
  const target = service({ pets: OTHERS }, ({ method, path, body }) => {
    const pet = /^\/pets\/(\d+)\/notes$/.exec(path)?.[1];
    if (path === '/pets' && method === 'POST') return json(422, { message: 'no more pets' });
    if (pet === undefined) return undefined;
    if (method === 'GET') return json(200, []);
    below.push(pet);
    return json(201, { id: 7, ...(body as object) });
  });
  const paths = { ...PETS, '/pets/{id}/notes': { get: 'list Note', post: 'create Note' } };
  await check(documentOf(paths, NOTE), target);
  expect(below.filter((id) => OTHERS.some((each) => String(each.id) === id))).toEqual([]);
});

const SETTINGS = `    Settings: { type: object, required: [host], properties: { host: { type: string }, password: { type: string, writeOnly: true } } }
    NewSettings: { type: object, required: [host], properties: { host: { type: string }, password: { type: string, writeOnly: true } } }
`;

test.each([
  ['hides what a write needs', { get: 'read Settings', put: 'write Settings' }, SETTINGS, { host: 'a' }],
  [
    'masks it',
    { get: 'read Settings', put: 'write Settings' },
    SETTINGS.replaceAll(', writeOnly: true', ''),
    { host: 'a', password: '********' },
  ],
  [
    'shows what the document of a write does not',
    {
      get: 'read Settings',
      patch:
        "{ operationId: change, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { '200': { description: Done. } } }",
    },
    SETTINGS,
    { host: 'a' },
  ],
  [
    'shows that they do not exist yet',
    { get: 'read Settings', patch: 'write Settings' },
    `    Settings: &all { type: object, required: [host], properties: { id: { type: integer, readOnly: true }, host: { type: string } } }\n    NewSettings: *all\n`,
    { id: null, host: 'a' },
  ],
  ['could only be deleted', { get: 'read Settings', delete: 'remove' }, SETTINGS, { host: 'a' }],
])('settings of which the reading %s are left alone', async (_, operations, schemas, shown) => {
  const target = service({}, ({ method, path }) => {
    if (path !== '/settings') return undefined;
    return method === 'DELETE' ? json(204) : json(200, shown);
  });
  await check(documentOf({ '/settings': operations }, schemas), target);
  expect(target.unsafe.filter((line) => line.endsWith('/settings'))).toEqual([]);
});

const PRECIOUS = '{ type: string, enum: [precious 1, precious 2, precious 3] }';

test.each([
  ['names', PRECIOUS],
  ['parts of items', `{ type: object, required: [name], properties: { name: ${PRECIOUS} } }`],
  ['items', "{ $ref: '#/components/schemas/Pet' }"],
])('records of others whose ids a POST answers to a list of %s are not the run’s to delete', async (_, item) => {
  const nameOf = (each: unknown): unknown => (typeof each === 'string' ? each : (each as { name?: unknown }).name);
  const schemas = `    Pet: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: ${PRECIOUS} } }\n`;
  const found = `{ operationId: findPets, requestBody: { required: true, content: { application/json: { schema: { type: array, minItems: 1, items: ${item} } } } }, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: integer } } } } }, '400': { description: no } } }`;
  const target = service({ pets: OTHERS }, ({ method, path, body }, { pets }) => {
    if (method !== 'POST' || path !== '/pets') return undefined;
    if (!Array.isArray(body)) return json(400, { message: 'a list is wanted' });
    const names = body.map(nameOf);
    return json(
      200,
      names.flatMap((name) => [...(pets?.values() ?? [])].filter((pet) => pet['name'] === name).map(({ id }) => id)),
    );
  });
  const paths = { '/pets': { get: 'list Pet', post: found }, '/pets/{id}': { get: 'read Pet', delete: 'remove' } };
  await check(documentOf(paths, schemas), target);
  expect(target.unsafe).toContain('POST /pets');
  expect(kept(target, { pets: OTHERS })).toEqual({ pets: OTHERS });
});

test.each([
  [
    'like those of the list',
    '{ id: { type: integer }, name: { type: string }, nick: { type: string }, colour: { type: string } }',
  ],
  ['hardly like those of the list', '{ id: { type: integer }, name: { type: string } }'],
])('every item that one request has created is removed, where they are %s', async (_like, properties) => {
  const several =
    "{ operationId: addPets, requestBody: { required: true, content: { application/json: { schema: { type: array, minItems: 3, maxItems: 4, items: { $ref: '#/components/schemas/NewPet' } } } } }, responses: { '201': { description: Made., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }, '400': { description: No. } } }";
  let next = 100;
  let most = 0;
  const target = service({ pets: OTHERS }, ({ method, path, body }, { pets }) => {
    if (method !== 'POST' || path !== '/pets') return undefined;
    const isPet = (each: { name?: unknown } | null): boolean => typeof each?.name === 'string';
    if (!Array.isArray(body) || !body.every(isPet)) return json(400, { message: 'a list of pets, please' });
    const made = body.map((each: object) => ({ ...each, id: next++ }));
    for (const each of made) pets?.set(String(each.id), each);
    most = Math.max(most, made.length);
    return json(201, made);
  });
  const pet = `    Pet: { type: object, required: [id, name], properties: ${properties} }
    NewPet: { type: object, required: [name], properties: ${properties.replace(' id: { type: integer },', '')} }
`;
  await check(documentOf({ ...PETS, '/pets': { get: 'list Pet', post: several } }, pet), target);
  expect(most).toBeGreaterThan(2);
  expect([...(target.tables['pets']?.values() ?? [])]).toEqual(OTHERS);
});
