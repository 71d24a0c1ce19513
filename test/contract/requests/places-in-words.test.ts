import { expect, test } from 'vitest';
import { placesInWords, withCodesAsWords } from '../../../src/contract/requests/places-in-words.ts';
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
  /copyZone:
    post:
      operationId: copyZone
      parameters: [{ name: sourceID, in: query, schema: { type: string } }, { name: startRev, in: query, schema: { type: string } }, { name: force, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { note: { type: string } }, additionalProperties: false } } } }
      responses: { '200': { description: ok } }
`);
const [operation, copy] = api.operations;
const places = (...words: readonly string[]) => (operation === undefined ? [] : placesInWords(api, operation, words));
const ofCopy = (...words: readonly string[]) => (copy === undefined ? [] : placesInWords(api, copy, words));

test('places that a refusal names are those that a value may help at', () => {
  expect(places("Field 'name' must end with a dot")).toEqual(['createZone#/body/name']);
  expect(places('name_servers: is empty')).toEqual(['createZone#/body/name_servers']);
  expect(places('dry is not a boolean')).toEqual(['createZone#/query/dry']);
});

test('a code that says what is wrong with a value names its place', () => {
  expect(places('MISSING_NAME_SERVERS')).toEqual(['createZone#/body/name_servers']);
  expect(ofCopy('SOURCE_ID_REQUIRED : Nothing to copy.')).toEqual(['copyZone#/query/sourceID']);
  expect(ofCopy('invalid_source_id')).toEqual(['copyZone#/query/sourceID']);
});

test.each([
  ['MISSING_ID_TOKEN', 'missing "id token"'],
  ['INVALID_PHONE_NUMBER : Invalid format.', 'invalid "phone number" : Invalid format.'],
  ['missing_email', 'missing "email"'],
  ['EMAIL_REQUIRED', '"email" required'],
  ['must be one of SMS_ONLY, EMAIL_ONLY', 'must be one of SMS_ONLY, EMAIL_ONLY'],
  ['missing_email is not a property', 'missing_email is not a property'],
  ['MISSING', 'MISSING'],
])('in a refusal, %s is read as: %s', (text, words) => {
  expect(withCodesAsWords(text)).toBe(words);
});

test('where it names none, they are those that are required', () => {
  expect(places('Something is wrong')).toEqual([
    'createZone#/body/name',
    'createZone#/body/kind',
    'createZone#/query/team',
  ]);
  expect(places()).toHaveLength(3);
});

test('properties that a refusal asks for and the document does not have come first, where the document allows others', () => {
  expect(places('role is a required field')).toEqual(['createZone#/body/role']);
  expect(places('Invalid payload. "owner" is required.', 'name is too long')).toEqual([
    'createZone#/body/owner',
    'createZone#/body/name',
  ]);
  expect(places('Validation failed for field "policy". Value is required.')).toEqual(['createZone#/body/policy']);
  expect(places('Authentication is required')).not.toContain('createZone#/body/Authentication');
  expect(ofCopy('role is a required field')).not.toContain('copyZone#/body/role');
});

test('a word of a refusal may be the last one of several names; where nothing is named or required, ids may help', () => {
  expect(ofCopy('rev is not a number')).toEqual(['copyZone#/query/startRev']);
  expect(ofCopy('zoneID does not exist')).toEqual(['copyZone#/query/sourceID']);
});
