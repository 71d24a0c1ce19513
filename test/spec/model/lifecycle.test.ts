import { describe, expect, it } from 'vitest';
import { lifecycleOf, type SchemaObject } from '../../../src/spec/index.ts';
import { diagnosticOf, operationOf, schemaOf, yaml } from '../documents.ts';

const END = Date.parse('2027-06-30T23:59:59Z');

describe('The lifecycle of an operation, parameter, header or schema', () => {
  it.each(['x-deprecated-sunset', 'x-sunset', 'x-sunset-date', 'sunset'])('is read from %s', (key) => {
    expect(lifecycleOf({ [key]: '2027-06-30' })).toEqual({ deprecated: false, sunset: END });
  });

  it.each([
    ['x-deprecated-since', 'since', '2026-07-01', Date.parse('2026-07-01T00:00:00Z')],
    ['x-deprecated-at', 'since', '2026-07-01T12:00:00+02:00', Date.parse('2026-07-01T10:00:00Z')],
    ['x-sunset', 'sunset', '2027-06-30t10:00:00.5z', Date.parse('2027-06-30T10:00:00.500Z')],
    ['x-sunset', 'sunset', new Date('2027-06-30'), END],
    ['x-stability', 'stability', 'Beta', 'beta'],
    ['x-stability-level', 'stability', 'experimental', 'experimental'],
    ['x-scalar-stability', 'stability', 'stable', 'stable'],
    ['x-fern-availability', 'stability', 'pre-release', 'pre-release'],
    ['x-beta', 'stability', true, 'beta'],
    ['x-deprecated-successor', 'successor', '/pets?id={petId}', '/pets?id={petId}'],
    ['externalDocs', 'documentation', { url: 'https://d' }, 'https://d'],
    ['deprecated', 'deprecated', true, true],
  ])('%s gives %s', (key, member, value, expected) => {
    expect(lifecycleOf({ [key]: value })).toMatchObject({ [member]: expected });
  });

  it.each(['soon', '2027-02-30', '30.06.2027', '2027-06-30T25:00:00Z', '2027-6-1', 20270630, true, null, ''])(
    'with the sunset %j is wrong, and the line is named',
    (value) => {
      const { api, operation } = operationOf({ deprecated: true, 'x-sunset': value });
      expect(operation.lifecycle).toEqual({ deprecated: true, hasInvalidSunset: true });
      expect(diagnosticOf(api, 'sunset-spec-invalid')).toMatchObject({
        severity: 'error',
        pointer: '/paths/~1x/get/x-sunset',
        position: { line: 1 },
      });
    },
  );

  it('in YAML a date may stand without quotes', () => {
    const api = yaml(
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /x:\n    get:\n      deprecated: true\n      x-sunset: 2027-06-30\n      responses: {"200": {description: ok}}\n',
    );
    expect(api.operations[0]?.lifecycle).toEqual({ deprecated: true, sunset: END });
    expect(api.diagnose()).toEqual([]);
  });

  it('of a schema with a wrong date is reported as well', () => {
    const { api } = schemaOf({ properties: { p: { deprecated: true, 'x-deprecated-sunset': 'soon' } } });
    expect(diagnosticOf(api, 'sunset-spec-invalid')?.pointer).toBe(
      '/components/schemas/S/properties/p/x-deprecated-sunset',
    );
  });

  it('of parameters, headers and schemas too', () => {
    const { operation } = operationOf({
      parameters: [{ name: 'a', in: 'query', schema: {}, deprecated: true, 'x-sunset': '2027-06-30' }],
      responses: { 200: { description: '', headers: { 'X-A': { schema: {}, deprecated: true } } } },
    });
    expect(operation.parameters[0]?.lifecycle).toEqual({ deprecated: true, sunset: END });
    expect(operation.responses[0]?.headers[0]?.lifecycle).toEqual({ deprecated: true });
    const { schema } = schemaOf({ properties: { p: { deprecated: true, sunset: '2027-06-30' } } });
    expect(lifecycleOf((schema as SchemaObject).properties?.['p'])).toEqual({ deprecated: true, sunset: END });
  });
});
