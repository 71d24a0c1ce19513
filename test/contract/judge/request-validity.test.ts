import { expect, test } from 'vitest';
import { spoiltBy } from '../../../src/contract/judge/request-validity.ts';
import type { Purpose } from '../../../src/contract/model/purpose.ts';
import { withJson } from '../../../src/contract/requests/with-value.ts';
import { prepareRun } from '../../../src/contract/run/prepare-run.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';
import { fromYaml } from '../harness.ts';

const { context: parts } = prepareRun(
  {
    ...fromYaml(`
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves/{id}:
    put:
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: force, in: query, schema: { type: boolean } }
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [room], properties: { room: { type: integer } } } } } }
      responses: { '200': { description: Changed. } }
`),
    target: () => new Response(),
    now: () => 0,
  },
  new AbortController().signal,
  () => {},
);

const [operation] = parts.api.operations;
if (operation === undefined) throw new Error('there is no operation');

function put(path: string, query: string, value: Json): HttpRequest {
  const bare = { method: 'PUT', path, query, headers: [['Content-Type', 'application/json']], body: { kind: 'none' } };
  const body = { kind: 'parsed', mediaType: 'application/json', value, text: JSON.stringify(value) };
  return { ...bare, body } as unknown as HttpRequest;
}

function ends(request: HttpRequest, pointer: string, planned?: HttpRequest): string {
  const story = { kind: 'broken', fault: 'wrong-type', pointer, keyword: 'type' } as const;
  const purpose: Purpose = { expect: 'refused', proven: true, relational: false, story };
  if (operation === undefined) return '';
  return (
    spoiltBy(parts, operation, request, planned === undefined ? { purpose } : { purpose, planned })?.kind ?? 'broken'
  );
}

test('a request that was made of a broken one, and is whole again, is not taken for a broken one', () => {
  const planned = put('/shelves/1', '', { room: 'x' });
  expect(ends({ ...planned, path: '/shelves/7' }, '/body/room', planned)).toBe('broken');
  expect(ends(withJson(planned, { room: 7 }), '/body/room', planned)).toBe('skipped');
  expect(ends(withJson(planned, { room: 'y' }), '/body/room', planned)).toBe('broken');

  const odd = put('/shelves/1', 'force=maybe', { room: 1 });
  expect(ends(odd, '/query/force', odd)).toBe('broken');
  expect(ends({ ...odd, query: 'force=true' }, '/query/force', odd)).toBe('skipped');

  const nameless = put('/shelves/x', '', { room: 1 });
  expect(ends(nameless, '/path/id', nameless)).toBe('broken');
  expect(ends({ ...nameless, path: '/shelves/7' }, '/path/id', nameless)).toBe('skipped');
  expect(ends({ ...nameless, path: '/shelves/7' }, '/path/id')).toBe('skipped');
});
