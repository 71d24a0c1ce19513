import { describe, expect, it } from 'vitest';
import { loadApi, type SchemaObject } from '../../../src/spec/index.ts';

const TEXT = { type: 'string' };
const USER = { $ref: '#/components/schemas/User' };
const object = (properties: object, required: readonly string[] = [], more: object = {}): object => ({
  type: 'object',
  properties,
  required,
  ...more,
});

async function read(forms: readonly unknown[], more: object = {}): Promise<{ schema: SchemaObject; codes: string[] }> {
  const api = await loadApi({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        get: {
          operationId: 'x',
          responses: {
            200: { description: '', content: { 'application/json': { schema: { oneOf: forms, ...more } } } },
          },
        },
      },
    },
    components: { schemas: { Text: { ...TEXT, description: 'A text.' }, User: { properties: { name: TEXT } } } },
  });
  const schema = api.operation('x')?.responses[0]?.content[0]?.schema as SchemaObject;
  return { schema, codes: api.diagnostics.map(({ code }) => code) };
}

describe('Alternatives that must not fit together', () => {
  it.each([
    ['say the same', [TEXT, { ...TEXT, description: 'Another text.' }]],
    ['say the same by reference', [{ $ref: '#/components/schemas/Text' }, TEXT]],
    ['differ by a format', [TEXT, { ...TEXT, format: 'uri' }]],
    ['differ by optional members', [object({ a: TEXT }), object({ b: TEXT })]],
    ['extend another one', [USER, { allOf: [USER, { properties: { count: TEXT } }] }]],
    ['demand more than another one', [object({ a: TEXT }, ['a']), object({ a: TEXT, b: TEXT }, ['a', 'b'])]],
    [
      'list fewer values',
      [
        { ...TEXT, enum: ['a', 'b'] },
        { ...TEXT, enum: ['b'] },
      ],
    ],
    [
      'are lists of such',
      [
        { type: 'array', items: TEXT },
        { type: 'array', items: { ...TEXT, maxLength: 3 } },
      ],
    ],
    [
      'are equal, without a type',
      [
        { properties: { a: { ...TEXT, enum: ['x'] } } },
        { properties: { a: { ...TEXT, enum: ['x'] } }, title: 'Other' },
      ],
    ],
  ])('may all the same where they %s, with a diagnostic', async (_, forms) => {
    const { schema, codes } = await read(forms);
    expect(schema.oneOf).toBeUndefined();
    expect(schema.anyOf).toHaveLength(forms.length);
    expect(codes).toContain('overlapping-alternatives');
  });

  it.each([
    ['have types of their own', [TEXT, { type: 'integer' }]],
    ['demand members of their own', [object({ a: TEXT }, ['a']), object({ b: TEXT }, ['b'])]],
    ['have a tag', [object({ t: { ...TEXT, enum: ['a'] } }), object({ t: { ...TEXT, enum: ['b'] } })]],
    [
      'have bounds of their own',
      [
        { ...TEXT, maxLength: 3 },
        { ...TEXT, minLength: 2 },
      ],
    ],
    ['have members of other types', [object({ a: TEXT }), object({ a: { type: 'integer' } })]],
    ['are closed', [object({ a: TEXT }, [], { additionalProperties: false }), object({ a: TEXT, b: TEXT }, ['b'])]],
    ['say nothing at all', [{}, TEXT]],
    ['only demand members', [{ required: ['a'] }, { required: ['a', 'b'] }]],
    ['are always or never true', [true, false]],
    ['may be null alone', [TEXT, { ...TEXT, enum: ['a', null], nullable: true }]],
  ])('must not where they %s', async (_, forms) => {
    const { schema, codes } = await read(forms);
    expect(schema.oneOf).toHaveLength(forms.length);
    expect(codes).not.toContain('overlapping-alternatives');
  });

  it('must not where a discriminator tells them apart', async () => {
    const { schema } = await read([object({ a: TEXT }), object({ b: TEXT })], { discriminator: { propertyName: 'a' } });
    expect(schema.oneOf).toHaveLength(2);
  });
});
