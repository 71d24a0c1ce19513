import { expect, test } from 'vitest';
import { lifecycleFieldsOf } from '../../../src/mock/facts/lifecycle.ts';
import { parseApi } from '../../../src/spec/index.ts';

/** The lifecycle fields of an operation that says so much of itself. */
function fields(said: object, pathParams: Record<string, string> = {}): Readonly<Record<string, string>> {
  const responses = { 200: { description: 'ok' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/a': { get: { responses, ...said } } },
  };
  const operation = parseApi({ name: 'a.json', text: JSON.stringify(document) }).operations[0];
  return operation === undefined ? {} : Object.fromEntries(lifecycleFieldsOf(operation)(pathParams));
}

test('what will be gone and is not yet deprecated has a Sunset and no Deprecation', () => {
  const dates = { 'x-deprecated-since': '2026-01-01', 'x-sunset': '2027-06-30' };
  expect(fields(dates)).toEqual({ Sunset: 'Wed, 30 Jun 2027 23:59:59 GMT' });
  expect(fields({ ...dates, deprecated: true })).toEqual({
    Deprecation: '@1767225600',
    Sunset: 'Wed, 30 Jun 2027 23:59:59 GMT',
  });
});

test("a successor takes the request's own path parameters, and none that it has not", () => {
  const successor = { deprecated: true, 'x-deprecated-successor': '/v2/{id}/{constructor}' };
  expect(fields(successor, { id: '7' })['Link']).toBe('</v2/7/%7Bconstructor%7D>; rel="successor-version"');
});
