import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    get:
      operationId: listBoxes
      parameters: [{ name: all, in: query, schema: { type: boolean, default: false } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Box' } } } } } }
    post:
      operationId: createBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewBox' } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
        '400': { description: refused }
  /boxes/{id}:
    parameters: [{ $ref: '#/components/parameters/id' }]
    get:
      operationId: readBox
      parameters: [{ name: scope, in: query, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }, '404': { description: none } }
    delete: { operationId: deleteBox, responses: { '204': { description: gone }, '404': { description: none } } }
  /boxes/{id}/commands:
    parameters: [{ $ref: '#/components/parameters/id' }]
    post:
      operationId: runInBox
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { line: { type: string } } } } } }
      responses: { '200': { description: ok }, '404': { description: none } }
components:
  parameters: { id: { name: id, in: path, required: true, schema: { type: string } } }
  schemas:
    NewBox: { type: object, required: [image], properties: { image: { type: string, enum: [small, large] }, driver: { type: string, default: local }, note: { type: string } } }
    Box: { type: object, required: [id, image], properties: { id: { type: string }, image: { type: string }, driver: { type: string }, note: { type: [string, 'null'] } } }
`;

interface Service {
  /** Whether a box is listed without \`all\`. */
  readonly lists?: (id: string) => boolean;
  /** What a read shows of the image, and the driver of a box without one. */
  readonly image?: (sent: string) => string;
  readonly driver?: string;
  /** What a read shows of an empty note. */
  readonly emptyNote?: null;
  readonly command?: (isThere: boolean) => number;
  readonly isShared?: (scope: string | null) => boolean;
}

/** The checks that accuse a service of boxes, which are stopped when they are made and hidden from plain lists. */
async function accused(service: Service): Promise<readonly string[]> {
  const boxes = new Map<string, JsonObject & { readonly id: string }>();
  let count = 0;
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id = '', below] = pathname.split('/');
    const box = boxes.get(id);
    const json = (status: number, body: Json = {}): Response => Response.json(body, { status });
    if (id === '' && request.method === 'GET') {
      const listed = [...boxes.values()].filter(
        (each) => searchParams.get('all') === 'true' || service.lists?.(each.id) === true,
      );
      return json(200, listed);
    }
    if (id === '') {
      const body = (await request.json().catch(() => undefined)) as Json | undefined;
      if (!isObject(body) || (body.image !== 'small' && body.image !== 'large')) return json(400);
      if (body.driver !== undefined && typeof body.driver !== 'string') return json(400);
      if (body.note !== undefined && typeof body.note !== 'string') return json(400);
      count += 1;
      const made = {
        id: `box${count}`,
        image: service.image?.(body.image) ?? body.image,
        driver: body.driver || (service.driver ?? 'local'),
        ...(body.note === undefined ? {} : { note: body.note === '' && 'emptyNote' in service ? null : body.note }),
      };
      boxes.set(made.id, made);
      return json(201, made);
    }
    if (below === 'commands') return json(service.command?.(box !== undefined) ?? (box === undefined ? 404 : 200));
    if (box === undefined) return json(404);
    if (request.method === 'DELETE') boxes.delete(id);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    return service.isShared?.(searchParams.get('scope')) === false ? json(404) : json(200, box);
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, concurrency: 1 });
  return [...new Set(summary.findings.map(({ check }) => check))];
}

test('a list with a flag for all items is asked for all of them', async () => {
  expect(await accused({})).not.toContain('state.list-omits-created');
});

test('a refusal that an item that exists gets as well has not the wrong status for a missing item', async () => {
  expect(await accused({ command: () => 400 })).not.toContain('reject.wrong-code');
  expect(await accused({ command: (isThere) => (isThere ? 200 : 400) })).toContain('reject.wrong-code');
});

test('a 404 may be about an optional name in the query, also before the operation has worked', async () => {
  const isShared = (scope: string | null): boolean => scope === null || scope === 'local';
  expect(await accused({ isShared })).not.toContain('status.unexpected');
  expect(await accused({ isShared: () => false })).toContain('state.available-after-create');
});

test('a name may be shown as the digest of what it names, and an empty value as the documented default', async () => {
  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
  expect(await accused({ image: () => digest })).not.toContain('state.roundtrip-lossy');
  expect(await accused({ image: () => 'medium' })).toContain('state.roundtrip-lossy');
  expect(await accused({ driver: 'remote' })).toContain('state.roundtrip-lossy');
});

test('an empty value is not the null of a property without a default', async () => {
  expect(await accused({})).not.toContain('state.roundtrip-lossy');
  expect(await accused({ emptyNote: null })).toContain('state.roundtrip-lossy');
});
