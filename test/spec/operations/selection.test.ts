import { describe, expect, it } from 'vitest';
import { mediaTypeFor, responseFor } from '../../../src/spec/index.ts';
import { operationOf } from '../documents.ts';

describe('Of the documented responses', () => {
  const { operation } = operationOf({
    responses: { default: { description: 'd' }, '2XX': { description: 'range' }, 201: { description: 'exact' } },
  });

  it.each([
    [201, '201'],
    [200, '2XX'],
    [404, 'default'],
  ])('%i is answered by %s: exact before range before default', (status, documented) => {
    expect(responseFor(operation, status)?.status).toBe(documented);
  });

  it('none is for a status that nothing covers', () => {
    expect(responseFor(operationOf({}).operation, 404)).toBeUndefined();
  });
});

describe('Of the documented media types', () => {
  const content = Object.fromEntries(
    ['*/*', 'text/*', 'text/plain', 'application/json', 'application/json; v=2'].map((each) => [each, {}]),
  );
  const { operation } = operationOf({ requestBody: { content } });
  const documented = operation.body?.content ?? [];

  it.each([
    ['text/plain; charset=utf-8', 'text/plain'],
    ['text/html', 'text/*'],
    ['image/png', '*/*'],
    ['APPLICATION/JSON', 'application/json'],
    ['application/json; v=2', 'application/json; v=2'],
    ['application/vnd.api+json', '*/*'],
  ])('%s falls under %s, the most specific', (mediaType, key) => {
    expect(mediaTypeFor(documented, mediaType)?.mediaType).toBe(key);
  });

  it('none is for a type that no key covers, or for text that is none', () => {
    const json = documented.filter((each) => each.mediaType === 'application/json');
    expect(mediaTypeFor(json, 'application/vnd.api+json')).toBeUndefined();
    expect(mediaTypeFor(json, 'nonsense')).toBeUndefined();
  });
});
