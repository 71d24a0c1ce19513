import { expect, test } from 'vitest';
import { createVersionsOf } from '../../../src/mock/facts/versions.ts';
import { createFieldsOf } from '../../../src/mock/model/fields.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { parseApi, type Schema } from '../../../src/spec/index.ts';

const whole = { type: 'integer' } as const;
const own = { type: 'integer', readOnly: true } as const;

test('The versions of a schema are those that the server counts, and are looked for once', () => {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'notes', version: '1' }, paths: {} });
  const note: Schema = { properties: { id: own, version: own, revision: whole, lockVersion: own, conversion: own } };
  const api = parseApi({ name: 'notes.json', text });
  const versionsOf = createVersionsOf({ api, model: inferResources(api), fieldsOf: createFieldsOf(api) });
  const found = versionsOf(note);
  expect([...found.keys()]).toEqual(['version', 'lockVersion']);
  expect(versionsOf(note)).toBe(found);
  expect(versionsOf(true).size).toBe(0);
});
