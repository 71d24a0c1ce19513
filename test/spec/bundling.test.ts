import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { SchemaObject } from '../../src/spec/index.ts';
import { isReadOnly, isWriteOnly, propertiesOf, xmlShapeOf } from '../../src/spec/index.ts';
import { apiOf, schemaOf } from './documents.ts';

const compile = (schema: Record<string, unknown>) => new Ajv2020({ strict: false }).compile(schema);

describe('A bundle', () => {
  it('is self-contained, with the pointer of each part as its key', () => {
    const { api, schema } = schemaOf(
      { properties: { next: { $ref: '#/components/schemas/S' }, a: { $ref: '#/components/schemas/a~1b%20' } } },
      '3.1.0',
      { 'a/b ': { type: 'integer' } },
    );
    const bundle = api.bundle(schema, 'request');
    expect(Object.keys(bundle['$defs'] as object)).toEqual(
      expect.arrayContaining(['/components/schemas/S', '/components/schemas/a~1b ']),
    );
    const accepts = compile(bundle);
    expect(accepts({ next: { a: 1 }, a: 2 })).toBe(true);
    expect(accepts({ next: { a: 'x' } })).toBe(false);
    expect(api.bundle(schema, 'request')).toBe(bundle);
  });

  it('shares its definitions with every bundle that has the same ones', () => {
    const others = { A: { properties: { b: { $ref: '#/components/schemas/B' } } }, B: { type: 'string' } };
    const { api } = schemaOf({ items: { $ref: '#/components/schemas/A' } }, '3.1.0', {
      ...others,
      T: { properties: { a: { $ref: '#/components/schemas/A' } } },
      U: { properties: { b: { $ref: '#/components/schemas/B' } } },
    });
    const defsOf = (name: string) => api.bundle(api.schemas.get(name) ?? true, 'response')['$defs'];
    expect(Object.keys(defsOf('S') as object)).toEqual(['/components/schemas/A', '/components/schemas/B']);
    expect(defsOf('T')).toBe(defsOf('S'));
    expect(defsOf('U')).not.toBe(defsOf('S'));
  });

  it.each([
    ['its own', { required: ['id', 'n'], properties: { id: { readOnly: true } } }],
    ['through $ref', { required: ['id', 'n'], properties: { id: { $ref: '#/components/schemas/Id' } } }],
    ['of an allOf branch', { required: ['id', 'n'], allOf: [{ $ref: '#/components/schemas/WithId' }] }],
    [
      'required in one branch, readOnly in another',
      { allOf: [{ required: ['id', 'n'] }, { $ref: '#/components/schemas/WithId' }] },
    ],
    [
      'required behind a $ref, readOnly outside',
      { allOf: [{ $ref: '#/components/schemas/Needs' }, { properties: { id: { readOnly: true } } }] },
    ],
    ['inside a oneOf branch', { oneOf: [{ required: ['id', 'n'], properties: { id: { readOnly: true } } }] }],
  ])('does not demand a readOnly property of a request: %s', (_, schema) => {
    const others = {
      Id: { type: 'integer', readOnly: true },
      WithId: { properties: { id: { readOnly: true } } },
      Needs: { required: ['id', 'n'] },
    };
    const { api, schema: converted } = schemaOf(schema, '3.1.0', others);
    const request = compile(api.bundle(converted, 'request'));
    const response = compile(api.bundle(converted, 'response'));
    expect(request({ n: 1 })).toBe(true);
    expect(request({})).toBe(false);
    expect(response({ n: 1 })).toBe(false);
    expect(response({ n: 1, id: 1 })).toBe(true);
  });

  it('does not demand a writeOnly property of an answer', () => {
    const { api, schema } = schemaOf({ required: ['pw'], properties: { pw: { writeOnly: true } } });
    expect(compile(api.bundle(schema, 'response'))({})).toBe(true);
    expect(compile(api.bundle(schema, 'request'))({})).toBe(false);
  });

  it('does not demand such a property beside another one either', () => {
    const demands = { properties: { pw: { writeOnly: true } }, dependentRequired: { n: ['pw', 'm'] } };
    const { api, schema } = schemaOf(demands, '3.1.0');
    const response = compile(api.bundle(schema, 'response'));
    expect([response({ n: 1, m: 1 }), response({ n: 1 })]).toEqual([true, false]);
    expect(compile(api.bundle(schema, 'request'))({ n: 1, m: 1 })).toBe(false);
  });

  it('leaves `not` and the parts of others alone', () => {
    const { api, schema } = schemaOf(
      {
        properties: { id: { readOnly: true }, o: { $ref: '#/components/schemas/Needs' } },
        not: { required: ['id'] },
        allOf: [{ $ref: '#/components/schemas/Needs' }],
      },
      '3.1.0',
      { Needs: { required: ['id'] } },
    );
    const request = compile(api.bundle(schema, 'request'));
    expect(request({})).toBe(true);
    expect(request({ id: 1 })).toBe(false);
    expect(request({ o: {} })).toBe(false);
  });

  it('of true and false', () => {
    const api = apiOf({});
    expect(api.bundle(true, 'request')).toEqual({});
    expect(compile(api.bundle(false, 'request'))(1)).toBe(false);
  });
});

describe('Following references', () => {
  it('gives the same object for the same place, and an allOf where siblings constrain', () => {
    const { api, schema } = schemaOf(
      {
        properties: {
          a: { $ref: '#/components/schemas/O' },
          b: { $ref: '#/components/schemas/O', description: 'x' },
          c: { $ref: '#/components/schemas/O', minLength: 2 },
        },
      },
      '3.1.0',
      { O: { type: 'string' } },
    );
    const { a = false, b = false, c = false } = (schema as SchemaObject).properties ?? {};
    expect(api.deref(a)).toBe(api.deref({ $ref: '#/components/schemas/O' }));
    expect(api.deref(b)).toBe(api.deref(a));
    expect(api.deref(c)).toEqual({ allOf: [{ $ref: '#/components/schemas/O' }, { minLength: 2 }] });
    expect(api.deref(c)).toBe(api.deref(c));
    expect(api.deref({ $ref: '#/nowhere' })).toBe(true);
    expect(api.deref(false)).toBe(false);
    expect(api.pointerOf(api.deref(a))).toBe('/components/schemas/O');
    expect(api.pointerOf(c)).toBe('/components/schemas/S/properties/c');
    expect(api.pointerOf({})).toBeUndefined();
  });

  it('properties are merged through allOf and $ref', () => {
    const { api, schema } = schemaOf(
      {
        allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['b'], properties: { b: { type: 'string' } } }],
        properties: { a: { maximum: 5 } },
      },
      '3.1.0',
      { Base: { required: ['a'], properties: { a: { type: 'integer', readOnly: true }, s: { writeOnly: true } } } },
    );
    const properties = propertiesOf(api, schema);
    expect(Object.entries(properties).map(([name, each]) => [name, each.required])).toEqual([
      ['a', true],
      ['s', false],
      ['b', true],
    ]);
    expect(properties['a']?.schema).toEqual({ allOf: [{ maximum: 5 }, { type: 'integer', readOnly: true }] });
    expect(isReadOnly(api, properties['a']?.schema ?? true)).toBe(true);
    expect(isWriteOnly(api, properties['s']?.schema ?? true)).toBe(true);
    expect(isReadOnly(api, properties['b']?.schema ?? true)).toBe(false);
  });

  it('the shape in XML follows names, attributes and wrapping, also of a schema in itself', () => {
    const { api, schema } = schemaOf({
      type: 'object',
      xml: { name: 'pet' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        kids: { type: 'array', xml: { wrapped: true, name: 'kids' }, items: { $ref: '#/components/schemas/S' } },
      },
    });
    const shape = xmlShapeOf(api, schema);
    expect(shape).toMatchObject({ name: 'pet', type: ['object'] });
    const kids = shape.properties?.['kids'];
    const made = typeof kids === 'function' ? kids() : kids;
    expect(made).toMatchObject({ name: 'kids', wrapped: true });
    expect(typeof made?.items === 'function' && made.items().name).toBe('pet');
  });

  it('of parts that a value of its type cannot have the shape in XML knows nothing', () => {
    const members = { id: { type: 'integer' as const, xml: { attribute: true } } };
    const text = schemaOf({ type: 'string', properties: members, items: { type: 'string' } });
    expect(xmlShapeOf(text.api, text.schema)).toEqual({ type: ['string'] });
    const object = schemaOf({ type: 'object', items: { type: 'string' }, properties: members });
    const shape = xmlShapeOf(object.api, object.schema);
    expect([shape.items, Object.keys(shape.properties ?? {})]).toEqual([undefined, ['id']]);
    const untyped = schemaOf({ properties: members });
    expect(Object.keys(xmlShapeOf(untyped.api, untyped.schema).properties ?? {})).toEqual(['id']);
  });
});
