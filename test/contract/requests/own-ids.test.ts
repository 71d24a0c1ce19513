import { expect, test } from 'vitest';
import { hintedValue, type PlaceHints } from '../../../src/contract/hints/hinted-value.ts';
import type { Json } from '../../../src/core/index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const TAG = `{ type: object, required: [id, text, tone], properties: { id: { type: string }, text: { type: string, minLength: 1, maxLength: 40 }, tone: { type: string } } }`;

/** A document with only successes: each other answer is an undocumented one. The id is text that the client chooses. */
function documented(paths: string) {
  const parts = fromYaml(`openapi: 3.1.0
info: { title: Tags, version: '1' }
paths:
${paths}
components:
  schemas:
    Tag: ${TAG}
    Tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
`);
  return { ...parts, model: inferResources(parts.api, undefined, 'paths alone') };
}

/** Keeps tags by their ids. A second tag with the same id is a conflict. */
function tagService(readTag: (request: Request) => Promise<Json | undefined>) {
  const tags = new Map<string, Json>();
  let conflicts = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const asked = tags.get(searchParams.get('id') ?? '');
    if (pathname.endsWith('/info') && asked !== undefined) return Response.json(asked);
    if (pathname.endsWith('/list')) return Response.json([...tags.values()]);
    if (!pathname.endsWith('/add')) return Response.json({ error: 'not found' }, { status: 404 });
    const tag = request.method === 'POST' ? await readTag(request).catch(() => undefined) : undefined;
    const { id, text, tone } = isObject(tag) ? tag : {};
    if (typeof id !== 'string' || typeof text !== 'string' || typeof tone !== 'string' || !/^.{1,40}$/su.test(text))
      return Response.json({ error: 'the body is no tag' }, { status: request.method === 'POST' ? 422 : 405 });
    if (tags.has(id)) {
      conflicts += 1;
      return Response.json({ error: 'another tag has this id' }, { status: 409 });
    }
    tags.set(id, { id, text, tone });
    return Response.json({ id, text, tone });
  };
  return { fetch, tags, conflicts: () => conflicts };
}

const READS = `  /tags/list:
    get:
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tags' } } } } }
  /tags/info:
    get:
      parameters: [{ name: id, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } }, '404': { description: none } }`;

test('a call by name that creates gets an id of its own in each request', async () => {
  const service = tagService(async (request) => (await request.json()) as Json);
  await tell({
    ...documented(`${READS}
  /tags/add:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } } }`),
    target: service.fetch,
    phases: ['coverage'],
  });
  expect(service.tags.size).toBeGreaterThan(3);
  expect(service.conflicts()).toBe(0);
});

test('so does one whose item is a JSON part of a form with a file', async () => {
  const service = tagService(async (request) => {
    const part = (await request.formData()).get('tag');
    return JSON.parse(typeof part === 'string' ? part : ((await part?.text()) ?? '')) as Json;
  });
  await tell({
    ...documented(`${READS}
  /tags/add:
    post:
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [tag, picture], properties: { tag: { $ref: '#/components/schemas/Tag' }, picture: { type: string, format: binary } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } } }`),
    target: service.fetch,
    phases: ['coverage'],
  });
  expect(service.tags.size).toBeGreaterThan(2);
  expect(service.conflicts()).toBe(0);
});

test.each([
  [true, /^[a-z][a-z0-9]{5,9}$/],
  [false, /^taken$/],
])(
  'a refused value is replaced by one that the service shows, unless it is the id of the new record (%j)',
  (isOwnId, expected) => {
    const { validator, generator } = documented('  /tags: {}');
    const at = { place: '/body/id', name: 'id', schema: { type: 'string' }, required: true, description: '' } as const;
    const hints: PlaceHints = { at, fromRefusals: [], prose: [], isKey: true, isOwnId, refused: 1 };
    const parts = { validator, generator, salt: '', shown: () => ['taken'] };
    expect(hintedValue(hints, 'refused one', { seed: 1, at: 'a' }, parts)).toMatch(expected);
  },
);
