import { describe, expect, test } from 'vitest';
import type { GivenValues } from '../../../src/contract/requests/given/given-value.ts';
import { withGivenValues } from '../../../src/contract/requests/given/given-values.ts';
import { withPathValues } from '../../../src/contract/requests/path-values.ts';
import type { Json } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml } from '../harness.ts';

const parts = fromYaml(`openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: team, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } }
    post:
      operationId: createPet
      parameters: [{ name: dry, in: query, schema: { type: boolean } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewPet' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}:
    get: { operationId: readPet, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
components:
  schemas:
    Pet: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
    NewPet:
      type: object
      required: [name, status, home]
      properties:
        name: { type: string, minLength: 3 }
        status: { type: string, enum: [available, sold] }
        nick: { type: string }
        collection_one: { type: string }
        tags: { type: array, items: { type: string } }
        home: { $ref: '#/components/schemas/Home' }
    Home: { type: object, required: [city], properties: { city: { type: string } } }
`);

const given = (values: GivenValues, more: { salt?: string; env?: Record<string, string> } = {}) =>
  withGivenValues(values, { ...parts, salt: more.salt ?? 'run', env: more.env ?? {} });

/** `<n>` as the placeholder of a value. */
const template = (text: string): string => text.replaceAll('<', '${').replaceAll('>', '}');

const operationOf = (id: string) => {
  const operation = parts.api.operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(id);
  return operation;
};

function drawn(values: GivenValues, at = 'a', more: Parameters<typeof given>[1] = {}, id = 'createPet') {
  const made = given(values, more).generator.request(
    operationOf(id),
    { kind: 'valid', optional: 'required' },
    { seed: 1, at },
  );
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

function body(...asked: Parameters<typeof drawn>): { readonly [name: string]: Json } {
  const request = drawn(...asked);
  if (request.body.kind !== 'parsed' || !isObject(request.body.value)) throw new Error('no body');
  expect(JSON.parse(request.body.text)).toEqual(request.body.value);
  return request.body.value;
}

describe('a given value', () => {
  test('stands at the place of an operation, also where the property would be left out', () => {
    expect(body({ 'createPet#/body/nick': 'Rexy' })).toMatchObject({ nick: 'Rexy' });
    expect(body({ 'createPet#/body/tags': ['a', 'b'], 'createPet#/body/tags/*': 'c' })).toMatchObject({
      tags: ['c', 'c'],
    });
    expect(body({ 'POST /pets#/body/home/city': 'Rome' })).toMatchObject({ home: { city: 'Rome' } });
  });

  test('of a component or a name stands wherever that is drawn, the more exact one first', () => {
    expect(body({ 'Home.city': 'Rome', city: 'Oslo' })).toMatchObject({ home: { city: 'Rome' } });
    expect(body({ city: 'Oslo' })).toMatchObject({ home: { city: 'Oslo' } });
    expect(body({ 'pets.status': 'sold' })).toMatchObject({ status: 'sold' });
    expect(body({ 'NewPet.name': 'Rex', 'createPet#/body/name': 'Ada' })).toMatchObject({ name: 'Ada' });
  });

  test('of a parameter is sent, by name also where the parameter is optional, except in lists', () => {
    expect(drawn({ 'listPets#/query/limit': 7, team: 'red' }, 'a', {}, 'listPets').query).toBe('limit=7&team=red');
    expect(drawn({ limit: 7 }, 'a', {}, 'listPets').query).not.toContain('limit');
    expect(drawn({ dry: true }).query).toBe('dry=true');
  });

  test('of a list is one of them, and of a template differs from place to place', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((at) => body({ name: ['Rex', 'Ada'] }, at)['name']);
    expect(new Set(names)).toEqual(new Set(['Rex', 'Ada']));
    const [one, other] = ['a', 'b'].map((at) => body({ name: template('pet-<n>-<salt>') }, at)['name']);
    expect(one).toMatch(/^pet-\d+-run$/);
    expect(one).not.toBe(other);
    expect(body({ name: template('pet-<n>-<salt>') })['name']).toBe(one);
  });

  test('may come from a function, with Faker at its place', () => {
    const values: GivenValues = { name: ({ fake, operation }) => `${operation} ${fake.person.firstName()}` };
    expect(body(values)['name']).toMatch(/^createPet \w+/);
    expect(body(values)).toEqual(body(values));
  });

  test('of the environment is a secret', () => {
    const values = { 'createPet#/body/name': template('<env:PET>') };
    expect(body(values, 'a', { env: { PET: 'hidden' } })).toMatchObject({ name: 'hidden' });
    expect(given(values, { env: { PET: 'hidden' } }).secrets).toEqual(['hidden']);
    expect(() => given(values)).toThrow(/PET, which is not set/);
  });

  test('never stands where a request is to be broken', () => {
    const { generator } = given({ 'createPet#/body/name': 'Rex', 'NewPet.status': 'sold' });
    const made = generator.request(
      operationOf('createPet'),
      { kind: 'breaks', pointer: '/body/name', keyword: 'minLength' },
      { seed: 1, at: 'a' },
    );
    const sent = made.ok && made.value.body.kind === 'parsed' ? made.value.body.value : {};
    expect(isObject(sent) && String(sent['name']).length).toBeLessThan(3);
    expect(sent).toMatchObject({ status: 'sold' });
  });

  test('that is null was not filled in yet', () => {
    expect(body({ 'createPet#/body/name': null })).toEqual(body({}));
  });

  test('of a template is another one for each request, and one without stays as it is', () => {
    const { vary, generator } = given({ 'createPet#/body/name': template('Rex <n>'), 'createPet#/body/nick': 'Rexy' });
    const operation = operationOf('createPet');
    const made = generator.request(operation, { kind: 'valid', optional: 'all' }, { seed: 1, at: 'planned' });
    if (!made.ok) throw new Error(made.reason);
    const at = (place: string, probed?: string) => {
      const { body: varied } = vary(operation, made.value, { seed: 1, at: place }, probed);
      return varied.kind === 'parsed' && isObject(varied.value) ? varied.value : {};
    };
    expect(at('one')['name']).toMatch(/^Rex \d+$/);
    expect(at('one')['name']).not.toBe(at('two')['name']);
    expect(at('one')['nick']).toBe('Rexy');
    expect(at('one', '/body/name')['name']).toBe(at('two', '/body/name')['name']);
  });

  test('is known to those who would put an id in its place', () => {
    const { covers } = given({ 'createPet#/body/home/city': 'Rome', 'NewPet.name': 'Rex' });
    const operation = operationOf('createPet');
    expect([
      covers(operation, '/body/home/city'),
      covers(operation, '/body/name'),
      covers(operation, '/body/status'),
    ]).toEqual([true, true, false]);
  });
});

test('a property that the document does not have is sent where the document allows others', () => {
  const { body } = drawn({ 'createPet#/body/role': 'guest' });
  expect(body.kind === 'parsed' && body.value).toMatchObject({ role: 'guest' });
  const { body: other } = drawn({ 'createPet#/body/collection': 'dogs' });
  expect(other.kind === 'parsed' && other.value).toMatchObject({ collection: 'dogs' });
});

test.each<readonly [string, GivenValues, RegExp]>([
  ['an operation', { 'createPat#/body/name': 'Rex' }, /`createPat#\/body\/name` names an operation/],
  ['a parameter', { 'listPets#/query/limmit': 1 }, /names a place that listPets does not have/],
  ['a property', { 'createPet#/body/nme': 'Rex' }, /names a property that the body of createPet does not have/],
  ['a property of a nested object', { 'createPet#/body/home/planet': 'x' }, /names a property that the body/],
  ['a body', { 'listPets#/body/name': 'Rex' }, /JSON body, which listPets does not have/],
  ['a component', { 'Pat.name': 'Rex' }, /`Pat.name` names no parameter/],
  ['a name', { nme: 'Rex' }, /`nme` names no parameter/],
])('a key that names %s that is not there is refused', (_, values, message) => {
  expect(() => given(values)).toThrow(message);
});

test('a value that the document does not allow at its place is refused, each of a list too', () => {
  expect(() => given({ 'createPet#/body/name': 'ab' })).toThrow(/is "ab", which the document does not allow there/);
  expect(() => given({ 'createPet#/body/status': ['sold', 'lost'] })).toThrow(/is "lost"/);
});

describe('a value that repeats a parameter of the path', () => {
  const zones = fromYaml(`openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones/{zone_id}/{line}:
    put:
      operationId: putRecord
      parameters:
        - { name: zone_id, in: path, required: true, schema: { type: string } }
        - { name: line, in: path, required: true, schema: { type: integer } }
        - { name: of, in: query, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, line: { type: integer } } } } } }
      responses: { '204': { description: ok } }
  /names:
    post: { operationId: addName, requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, responses: { '204': { description: ok } } }
`);
  const of = (values: GivenValues) => withGivenValues(values, { ...zones, salt: 'run', env: {} });
  const operationCalled = (id: string) => {
    const operation = zones.api.operations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(id);
    return operation;
  };
  const drawnBy = (values: GivenValues, id: string) => {
    const drawnRequest = of(values).generator.request(
      operationCalled(id),
      { kind: 'valid', optional: 'all' },
      { seed: 1, at: 'a' },
    );
    if (!drawnRequest.ok) throw new Error(drawnRequest.reason);
    return drawnRequest.value;
  };

  test('is the value of the same request, as text or as the number that it is', () => {
    const operation = operationCalled('putRecord');
    const request = drawnBy(
      {
        'putRecord#/body/name': template('www.<path.zone_id>'),
        'putRecord#/body/line': template('<path.line>'),
        'putRecord#/query/of': template('<path.zone_id>'),
      },
      'putRecord',
    );
    const sent = withPathValues(operation, { ...request, path: '/zones/a%20b.org./7' });
    expect(sent.body.kind === 'parsed' && sent.body.value).toEqual({ name: 'www.a b.org.', line: 7 });
    expect(sent.query).toBe('of=a%20b.org.');
  });

  test('is not sent by an operation without that parameter, and is an error at a place of one', () => {
    const [name] = ['name'].map((key) => ({ [key]: template('www.<path.zone_id>') }));
    const request = drawnBy(name ?? {}, 'addName');
    expect(request.body.kind === 'parsed' && request.body.text).not.toContain('path.zone_id');
    expect(() => of({ 'addName#/body/name': template('<path.zone_id>') })).toThrow(
      'repeats the path parameter zone_id, which addName does not have',
    );
  });
});
