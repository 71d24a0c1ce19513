import { expect, test } from 'vitest';
import { placesInWords } from '../../../src/contract/requests/places-in-words.ts';
import { fromYaml } from '../harness.ts';

const { api } = fromYaml(`openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones:
    post:
      operationId: createZone
      parameters: [{ name: dry, in: query, schema: { type: boolean } }, { name: team, in: query, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, required: [name, kind], properties: { name: { type: string }, kind: { type: string }, name_servers: { type: array, items: { type: string } } } } } } }
      responses: { '201': { description: ok } }
`);
const [operation] = api.operations;
const places = (...words: readonly string[]) => (operation === undefined ? [] : placesInWords(api, operation, words));

test('places that a refusal names are those that a value may help at', () => {
  expect(places("Field 'name' must end with a dot")).toEqual(['createZone#/body/name']);
  expect(places('name_servers: is empty')).toEqual(['createZone#/body/name_servers']);
  expect(places('dry is not a boolean')).toEqual(['createZone#/query/dry']);
});

test('where it names none, they are those that are required', () => {
  expect(places('Something is wrong')).toEqual([
    'createZone#/body/name',
    'createZone#/body/kind',
    'createZone#/query/team',
  ]);
  expect(places()).toHaveLength(3);
});
