import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FIELDS, OTHER_ROWS, rowOf } from './facts.ts';

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no type of its own, and every access is an assertion
type Doc = any;

const read = (name: string): string => readFileSync(new URL(`../../spec/${name}`, import.meta.url), 'utf8');
const document: Doc = parse(read('petstore.openapi.yaml'));
/** Rows of the table, without the spaces that align its columns. */
const rows = read('README.md')
  .split('\n')
  .map((line) => line.replace(/ {2,}/g, ' '));
const schemas: Doc = document.components.schemas;
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

function deref(node: Doc): Doc {
  if (typeof node?.$ref !== 'string') return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Doc, key: string) => at[key], document);
}

const operations: { method: string; path: string; operation: Doc }[] = Object.entries<Doc>(document.paths).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })),
);

describe('The document states every given fact', () => {
  test.each(FIELDS.map((fact) => [`${fact.schema}.${fact.field}`, fact] as const))('%s', (_, fact) => {
    const schema = schemas[fact.schema];
    const property = schema.properties[fact.field];
    expect((schema.required ?? []).includes(fact.field)).toBe(fact.required);
    if (fact.type === 'PetStatus') {
      expect(property).toEqual({ $ref: '#/components/schemas/PetStatus' });
    } else {
      expect(property.type).toBe(fact.type);
      expect(property.format).toBe(fact.format);
      expect(property.description).toBe(fact.meaning);
    }
  });

  test('no schema that was given has a field beyond the given ones', () => {
    for (const name of new Set(FIELDS.map((fact) => fact.schema)))
      expect(Object.keys(schemas[name].properties).sort(), name).toEqual(
        FIELDS.filter((fact) => fact.schema === name)
          .map((fact) => fact.field)
          .sort(),
      );
  });

  test('PetStatus allows available, pending and sold, and nothing else', () => {
    expect(schemas.PetStatus.type).toBe('string');
    expect(schemas.PetStatus.enum).toEqual(['available', 'pending', 'sold']);
  });

  test('Pets is an array of Pet', () => {
    expect(schemas.Pets.type).toBe('array');
    expect(schemas.Pets.items).toEqual({ $ref: '#/components/schemas/Pet' });
  });

  test.each([
    ['Pet', 'NewPet'],
    ['Category', 'NewCategory'],
  ])('%s has every field of %s with the same rules, plus a required id', (whole, payload) => {
    const { id, ...rest } = schemas[whole].properties;
    expect(id).toMatchObject({ type: 'integer', format: 'int64' });
    expect(rest).toEqual(schemas[payload].properties);
    expect([...schemas[whole].required].sort()).toEqual([...schemas[payload].required, 'id'].sort());
  });

  test('no field of Order is required', () => expect(schemas.Order.required).toBeUndefined());

  test('the version is 1.0.0', () => expect(document.info.version).toBe('1.0.0'));

  test('paths are relative to {base_url}', () => {
    expect(document.servers).toEqual([expect.objectContaining({ url: '{base_url}' })]);
    expect(document.servers[0].variables.base_url.default).toBe('http://127.0.0.1:4010');
  });

  test('operations are grouped under Pets and Store, and a tag without operations is navigation only', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect([...used].sort()).toEqual(['Pets', 'Store']);
    expect(document.tags.map((tag: Doc) => tag.name)).toEqual(['Pets', 'Store', 'Guides']);
  });

  test('GET /pets/{petId} is tagged Pets, takes petId in the path, and is deprecated with a sunset date', () => {
    const operation = document.paths['/pets/{petId}'].get;
    expect(operation.tags).toEqual(['Pets']);
    expect(operation.parameters).toEqual([expect.objectContaining({ name: 'petId', in: 'path', required: true })]);
    expect(operation.deprecated).toBe(true);
    expect(operation['x-deprecated-sunset']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test('GET /store/orders is tagged Store, and trying-out is switched off', () => {
    const operation = document.paths['/store/orders'].get;
    expect(operation.tags).toEqual(['Store']);
    expect(operation['x-hideTryItPanel']).toBe(true);
  });

  test('some operations are experimental and some are beta', () => {
    const markers = operations.flatMap(({ operation }) => operation['x-stability'] ?? []);
    expect(new Set(markers)).toEqual(new Set(['experimental', 'beta']));
  });

  test('identifiers are int64 wherever they stand', () => {
    const ids = FIELDS.filter((fact) => /^id$|Id$/.test(fact.field));
    expect(ids.map((fact) => fact.format)).toEqual(ids.map(() => 'int64'));
    for (const { operation } of operations)
      for (const parameter of (operation.parameters ?? []).map(deref).filter((one: Doc) => /^id$|Id$/.test(one.name)))
        expect(parameter.schema.items ?? parameter.schema).toMatchObject({ type: 'integer', format: 'int64' });
  });

  test('every error answer has the body Error', () => {
    for (const { operation } of operations)
      for (const [status, response] of Object.entries<Doc>(operation.responses).filter(([status]) => status >= '400'))
        expect(deref(response).content['application/json'].schema, `${operation.operationId} ${status}`).toEqual({
          $ref: '#/components/schemas/Error',
        });
  });
});

describe('spec/README.md lists every given fact', () => {
  test.each([...FIELDS.map(rowOf), ...OTHER_ROWS])('%s', (row) => expect(rows).toContain(row));

  test('and claims no other', () => {
    const given = rows.filter((line) => line.startsWith('| given |'));
    expect(given.sort()).toEqual([...FIELDS.map(rowOf), ...OTHER_ROWS].sort());
  });
});

describe('The document is one that tools can work with', () => {
  test('it is OpenAPI 3.1.1, and uses no schema keyword that 3.0 lacks', () => {
    expect(document.openapi).toBe('3.1.1');
    const later =
      /"(const|examples|prefixItems|if|then|else|\$defs|unevaluated\w+|dependent\w+|patternProperties|propertyNames|contains|contentEncoding)":|"type":\[|"exclusiveM\w+":\d/;
    expect(JSON.stringify(schemas)).not.toMatch(later);
    for (const { operation } of operations)
      for (const parameter of operation.parameters ?? [])
        expect(JSON.stringify(deref(parameter).schema)).not.toMatch(later);
    expect(document.webhooks).toBeUndefined();
    expect(document.jsonSchemaDialect).toBeUndefined();
  });

  test('every operation has an operationId of its own, a summary, a description and one tag', () => {
    expect(operations).toHaveLength(19);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { operation } of operations) {
      expect(operation.summary).toEqual(expect.any(String));
      expect(operation.description).toEqual(expect.any(String));
      expect(operation.tags).toHaveLength(1);
    }
  });

  test('every request body and every 2xx answer with a body has examples, and all examples fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('int64', true);
    ajv.addFormat('uri-reference', true);
    ajv.addSchema(document, 'doc');
    const fits = (schema: Doc, value: unknown, where: string) => {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/'));
      const check = ajv.compile(absolute);
      check(value);
      expect(check.errors ?? [], where).toEqual([]);
    };
    for (const { operation } of operations) {
      const bodies = Object.entries<Doc>(operation.responses).map(([status, one]) => [status, deref(one)] as const);
      const media = [
        ...Object.values<Doc>(operation.requestBody?.content ?? {}),
        ...bodies.flatMap(([, response]) => Object.values<Doc>(response.content ?? {})),
      ];
      for (const { schema, examples } of media) {
        expect(Object.keys(examples ?? {}), operation.operationId).not.toEqual([]);
        for (const [name, example] of Object.entries<Doc>(examples))
          fits(schema, example.value, `${operation.operationId} ${name}`);
      }
      for (const [status, response] of bodies) {
        if (status !== '204') expect(response.content, `${operation.operationId} ${status}`).toBeDefined();
        for (const header of Object.values<Doc>(response.headers ?? {}).map(deref))
          if (header.example !== undefined) fits(header.schema, header.example, operation.operationId);
      }
      for (const parameter of (operation.parameters ?? []).map(deref))
        if (parameter.example !== undefined) fits(parameter.schema, parameter.example, parameter.name);
    }
  });

  test('every create links to read, replace and delete of what it created', () => {
    const links = (id: string): string[] =>
      Object.values<Doc>(
        operations.find(({ operation }) => operation.operationId === id)?.operation.responses['201'].links,
      ).map((link) => link.operationId);
    expect(links('createPet')).toEqual(expect.arrayContaining(['getPet', 'replacePet', 'updatePet', 'deletePet']));
    expect(links('createCategory')).toEqual(['getCategory', 'replaceCategory', 'deleteCategory']);
    expect(links('placeOrder')).toEqual(['getOrder', 'replaceOrder', 'cancelOrder']);
    const known = new Set(operations.map(({ operation }) => operation.operationId));
    for (const id of ['createPet', 'createCategory', 'placeOrder'])
      for (const target of links(id)) expect(known).toContain(target);
  });

  test('each operation documents the errors that can occur to it, and none documents 405', () => {
    for (const { method, operation } of operations) {
      const expected = new Set(['400', '401', '422', '429', '500']);
      if (method !== 'delete') expected.add('406');
      if (operation.requestBody) for (const status of ['413', '415']) expected.add(status);
      if ((operation.parameters ?? []).map(deref).some((one: Doc) => one.in === 'path')) expected.add('404');
      if (operation.deprecated) expected.add('410');
      if (['deletePet', 'deleteCategory', 'placeOrder', 'replaceOrder', 'cancelOrder'].includes(operation.operationId))
        expected.add('409');
      const errors = Object.keys(operation.responses).filter((status) => status >= '400');
      expect(new Set(errors), operation.operationId).toEqual(expected);
    }
  });

  test('every reference has its target', () => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    for (const [, ref] of refs) expect(deref({ $ref: ref }), ref).toBeDefined();
  });
});
