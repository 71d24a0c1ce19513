import { expect, it } from 'vitest';
import { loadApi, type SchemaObject } from '../../src/spec/index.ts';

async function read(schema: object): Promise<{ schema: SchemaObject; codes: string[] }> {
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const api = await loadApi({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/x': { get: { operationId: 'x', responses } } },
  });
  const read = api.operation('x')?.responses[0]?.content[0]?.schema as SchemaObject;
  return { schema: read, codes: api.diagnostics.map(({ code }) => code) };
}

it.each([
  { type: 'integer', enum: ['0 (Unknown)', '1 (Known)'] },
  { type: 'object', properties: { name: { type: 'string' } }, enum: ['CAR', 'VAN'] },
  { type: 'string', enum: [1, 2] },
  { type: 'integer', enum: [1.5] },
])('a list of values none of which is of the type is left out with a diagnostic: $type $enum', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema).toMatchObject({ type: given.type });
  expect(schema.enum).toBeUndefined();
  expect(codes).toEqual(['foreign-enum']);
});

it.each([
  { type: 'integer', enum: [1, 'two'] },
  { type: 'number', enum: [1] },
  { type: 'string', nullable: true, enum: [null] },
  { type: 'array', enum: [['a']] },
  { enum: [1, 'two'] },
])('and stays where one is: $enum', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema.enum).toEqual(given.enum);
  expect(codes).toEqual([]);
});

it.each([
  { type: 'object', example: 'New name' },
  { type: 'object', example: [1, 2] },
])('an object of which nothing is said, and whose example is none, may be any value: $example', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema.type).toBeUndefined();
  expect(codes).toEqual(['foreign-example']);
});

it.each([
  { type: 'object', example: { name: 'New' } },
  { type: 'object', properties: { name: { type: 'string' } }, example: 'New name' },
  { type: 'object', additionalProperties: false, example: 'New name' },
  { type: 'object' },
])('and stays an object otherwise: $example', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema.type).toBe('object');
  expect(codes).not.toContain('foreign-example');
});

it.each([
  { type: 'string', pattern: '^[a-z]((?!--|__|..)[a-z0-9-_.])+$', example: 'server-12' },
  { type: 'string', pattern: 'YYYY-MM', example: '2022-10' },
])('a pattern that refuses the example beside it is left out with a diagnostic: $pattern $example', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema.type).toBe('string');
  expect(schema.pattern).toBeUndefined();
  expect(codes).toContain('foreign-example');
});

it.each([
  { type: 'string', pattern: '^[a-z]+$', example: 'server' },
  { type: 'string', pattern: '^[a-z]+$' },
  { type: 'string', pattern: '^[a-z]+$', example: '' },
  { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', example: '2025-10-15T13:51:36.147Z' },
  { type: 'string', pattern: '^sha256:[a-f0-9]{64}$', example: 'sha256:0ecbaa60...' },
  { type: 'string', pattern: '^[a-z]+$', example: '<NAME>' },
  { type: 'string', pattern: '^(a+)+$', example: 'b' },
  // A backtracking engine would not come to an end.
  { type: 'string', pattern: '^(\\w+\\s?)*$', example: `${'a'.repeat(60)}!` },
])('and stays where one fits, or the example says nothing: $pattern $example', async (given) => {
  const { schema, codes } = await read(given);
  expect(schema.pattern).toBe(given.pattern);
  expect(codes).not.toContain('foreign-example');
});
