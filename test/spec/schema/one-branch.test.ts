import { expect, test } from 'vitest';
import { parseApi, propertiesOf, type Schema } from '../../../src/spec/index.ts';

const api = parseApi({
  name: 'api.yaml',
  text: `openapi: 3.1.0
info: { title: Flows, version: '1' }
paths: {}
components:
  schemas:
    Flow: { type: object, required: [name], properties: { name: { type: string } } }
    Step: { type: object, properties: { flow: { type: string } } }
`,
});
const FLOW: Schema = { $ref: '#/components/schemas/Flow' };
const STEP: Schema = { $ref: '#/components/schemas/Step' };

const names = (schema: Schema): readonly string[] => Object.keys(propertiesOf(api, schema));

test('a schema with one alternative has the properties of that one', () => {
  for (const form of ['allOf', 'anyOf', 'oneOf']) expect(names({ [form]: [FLOW] }), form).toEqual(['name']);
  expect(propertiesOf(api, { anyOf: [FLOW] })['name']?.required).toBe(true);
});

test('a schema with several alternatives has none of theirs for sure', () => {
  for (const form of ['anyOf', 'oneOf']) expect(names({ [form]: [FLOW, STEP] }), form).toEqual([]);
});
