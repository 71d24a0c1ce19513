import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseApi } from '../../src/spec/index.ts';

const YAML = `openapi: 3.1.0
info:
  title: "T"   # a comment
paths:
  /a:
    get: {operationId: x, 'tags': [one,
      two]}
  ? /b
  : get:
      description: |
        text
        more
      tags:
      - first
      - "second"
x-base: &base {k: 1}
x-use: *base
`;

const JSON_TEXT = `{
  "openapi": "3.1.0",
  "paths": {
    "/a\\u002fb": { "get": { "tags": ["one", {"k": "}"}, [1, 2]], "x": -1.5e3, "y": null } }
  },
  "x-\\"q": [ ]
}`;

describe('The position of a JSON Pointer', () => {
  it.each([
    ['', 1, 1],
    ['/openapi', 1, 1],
    ['/info/title', 3, 3],
    ['/paths/~1a/get', 6, 5],
    ['/paths/~1a/get/operationId', 6, 11],
    ['/paths/~1a/get/tags', 6, 27],
    ['/paths/~1a/get/tags/1', 7, 7],
    ['/paths/~1b/get/tags/0', 14, 9],
    ['/paths/~1b/get/tags/1', 15, 9],
    ['/paths/~1b/get/responses/200', 9, 5],
    ['/paths/~1none', 4, 1],
    ['/x-use/k', 17, 1],
  ])('%j in YAML is %i:%i', (pointer, line, column) => {
    const api = parseApi({ name: 'a.yaml', text: YAML });
    expect(api.lineOf(pointer)).toEqual({ file: 'a.yaml', line, column });
    expect(parseApi({ name: 'a.yaml', text: YAML.replaceAll('\n', '\r\n') }).lineOf(pointer)).toMatchObject({ line });
  });

  it.each([
    ['', 1, 1],
    ['/openapi', 2, 3],
    ['/paths/~1a~1b/get/tags/0', 4, 38],
    ['/paths/~1a~1b/get/tags/1/k', 4, 46],
    ['/paths/~1a~1b/get/tags/2/1', 4, 61],
    ['/paths/~1a~1b/get/y', 4, 79],
    ['/paths/~1a~1b/get/none', 4, 20],
    ['/x-"q', 6, 3],
    ['/x-"q/0', 6, 3],
  ])('%j in JSON is %i:%i', (pointer, line, column) => {
    expect(parseApi({ name: 'a.json', text: JSON_TEXT }).lineOf(pointer)).toEqual({ file: 'a.json', line, column });
  });

  it('of a document that came parsed is not known', async () => {
    const { loadApi } = await import('../../src/spec/index.ts');
    expect((await loadApi({ openapi: '3.1.0', paths: {} })).lineOf('/paths')).toBeUndefined();
  });

  it('law: every value of a pretty-printed document stands where its own line says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const text = JSON.stringify({ openapi: '3.1.0', paths: {}, 'x-v': value }, null, 1);
        const api = parseApi({ name: 'a.json', text });
        const lines = text.split('\n');
        for (const key of Object.keys(value)) {
          const at = api.lineOf(`/x-v/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
          expect(lines[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1).startsWith(JSON.stringify(key))).toBe(true);
        }
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
