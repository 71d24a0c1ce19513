import { describe, expect, it } from 'vitest';
import { parseApi } from '../../src/spec/index.ts';
import { refusalOf } from './documents.ts';

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';
const operation =
  '  /a: {get: {responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}}\n';
const withSchemas = (schemas: string): string => `${head}paths:\n${operation}components:\n  schemas:\n${schemas}`;

/** A reference to another reference that is reached through it, and so on. */
const chain = (length: number, last: string): string =>
  withSchemas(
    Array.from({ length }, (_, index) =>
      index === length - 1
        ? `    ${nameAt(index)}: ${last}\n`
        : `    ${nameAt(index)}: {$ref: "#/components/schemas/${nameAt(index + 1)}/properties/x"}\n`,
    ).join(''),
  );
const nameAt = (index: number): string => (index === 0 ? 'A' : `A${index}`);

describe('A reference whose pointer leads through itself', () => {
  it.each([
    ['a component', '    A: {$ref: "#/components/schemas/A/properties/x"}\n', '#/components/schemas/A/properties/x'],
    [
      'two components',
      '    A: {$ref: "#/components/schemas/B/properties/x"}\n    B: {$ref: "#/components/schemas/A/properties/x"}\n',
      '#/components/schemas/B/properties/x',
    ],
    ['a schema with a name of its own', '    A: {$id: "http://x/y", $ref: "#/z"}\n', '#/z'],
  ])('is refused with its line: %s', async (_, schemas, reference) => {
    const { message } = await refusalOf(() => parseApi({ name: 'api.yaml', text: withSchemas(schemas) }));
    expect(message).toContain(`the reference ${reference} never arrives anywhere`);
    expect(message).toContain('api.yaml:7:');
  });

  it.each([
    ['a path item', `${head}paths:\n  /x: {$ref: "#/paths/~1x/get"}\n${operation}`, 4],
    ['a response', `${head}paths:\n  /x: {get: {responses: {"200": {$ref: "#/paths/~1x/get/responses/200/x"}}}}\n`, 4],
    [
      'a parameter',
      `${head}paths:\n  /x: {parameters: [{$ref: "#/paths/~1x/parameters/0/x"}], get: {responses: {}}}\n`,
      4,
    ],
    ['a property', withSchemas('    A: {properties: {p: {$ref: "#/components/schemas/A/properties/p/items"}}}\n'), 7],
  ])('is a diagnostic with its line, and the rest is served: %s', (_, text, line) => {
    const api = parseApi({ name: 'api.yaml', text });
    const told = api.diagnose().filter(({ code }) => code === 'reference-loop');
    expect(told).toMatchObject([{ severity: 'error', position: { line } }]);
  });

  it('differs from one that leads through others and arrives', () => {
    const text = withSchemas(
      '    A: {$ref: "#/components/schemas/B/properties/x"}\n    B: {$ref: "#/components/schemas/C"}\n    C: {properties: {x: {type: string}}}\n',
    );
    const api = parseApi({ name: 'api.yaml', text });
    const schema = api.operations[0]?.responses[0]?.content[0]?.schema ?? false;
    expect(api.deref(schema)).toEqual({ type: 'string' });
    expect(api.diagnose()).toEqual([]);
  });

  it.each([60, 3_000])('ends where %i references lead through each other', (length) => {
    const api = parseApi({ name: 'api.yaml', text: chain(length, '{type: object}') });
    expect(api.diagnose().map(({ code }) => code)).toContain('unresolvable-reference');
  });

  it('is followed once, however many lead to it', () => {
    const plain = withSchemas(
      `    A: {$ref: "#/components/schemas/A1"}\n${Array.from({ length: 5_000 }, (_, index) => `    A${index + 1}: {$ref: "#/components/schemas/A${index + 2}"}\n`).join('')}    A5001: {type: boolean}\n`,
    );
    const api = parseApi({ name: 'api.yaml', text: plain });
    const schema = api.operations[0]?.responses[0]?.content[0]?.schema ?? false;
    expect(api.deref(schema)).toEqual({ type: 'boolean' });
  });
});
