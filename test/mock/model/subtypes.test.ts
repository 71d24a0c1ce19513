import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const text = { type: 'string' };
const schemasAt = (place: string): Record<string, object> => ({
  Pet: {
    type: 'object',
    required: ['petType', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, petType: text, name: text },
  },
  Cat: { allOf: [{ $ref: `${place}Pet` }, { type: 'object', properties: { mood: text } }] },
  Lion: { allOf: [{ $ref: `${place}Cat` }], properties: { mane: { type: 'boolean' }, secret: { ...text } } },
  Rock: { type: 'object', properties: { weight: { type: 'number' } } },
});

const three = {
  openapi: '3.0.3',
  info: { title: 'pets', version: '1' },
  components: {
    schemas: {
      ...schemasAt('#/components/schemas/'),
      Pet: { ...schemasAt('')['Pet'], discriminator: { propertyName: 'petType' } },
    },
  },
  paths: {
    '/pets': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          201: {
            description: '',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
    },
  },
};

const pet = { $ref: '#/definitions/Pet' };
const two = {
  swagger: '2.0',
  info: { title: 'pets', version: '1' },
  consumes: ['application/json'],
  produces: ['application/json'],
  definitions: { ...schemasAt('#/definitions/'), Pet: { ...schemasAt('')['Pet'], discriminator: 'petType' } },
  paths: {
    '/pets': {
      post: {
        parameters: [{ name: 'pet', in: 'body', schema: pet }],
        responses: { 201: { description: '', schema: pet } },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
      get: { responses: { 200: { description: '', schema: pet } } },
    },
  },
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

test.each([
  ['3.0', three],
  ['2.0', two],
])('What a subtype adds to its base is kept, near and far, and nothing else is (%s)', async (_, document) => {
  const mock = await createMock({ document });
  open.push(mock);
  const sent = { petType: 'Lion', name: 'Leo', mood: 'calm', mane: true, weight: 7 };
  const headers = { 'content-type': 'application/json' };
  const made = await mock.fetch(
    new Request('http://localhost/pets', { method: 'POST', headers, body: JSON.stringify(sent) }),
  );
  const body = JSON.parse(await made.text());
  expect(body).toEqual({ id: body.id, petType: 'Lion', name: 'Leo', mood: 'calm', mane: true });
  const read = await mock.fetch(new Request(`http://localhost/pets/${body.id}`));
  expect(JSON.parse(await read.text())).toEqual(body);
});
