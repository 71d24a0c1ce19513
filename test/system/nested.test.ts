import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, TRANSPORTS } from './harness.ts';

const whole = { type: 'integer' };
const text = { type: 'string' };
const json = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } });
const list = (name: string): object => json({ type: 'array', items: ref(name) });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string): object => ({ content: { 'application/json': { schema: ref(name) } } });
const query = (name: string, schema: object, more: object = {}): object => ({ name, in: 'query', schema, ...more });
const path = (name: string, schema: object = whole): object => ({ name, in: 'path', required: true, schema });
const none = { description: 'none' };

/** Some of what is nested has a path of its own, too. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Practice', version: '1' },
  paths: {
    '/owners': {
      get: { responses: { 200: list('Owner') } },
      post: { requestBody: body('Owner'), responses: { 201: json(ref('Owner')) } },
    },
    '/owners/{ownerId}': {
      parameters: [path('ownerId')],
      get: { responses: { 200: json(ref('Owner')), 404: none } },
      delete: { responses: { 204: none, 404: none } },
    },
    '/owners/{ownerId}/animals': {
      parameters: [path('ownerId')],
      get: { responses: { 200: list('Animal'), 404: none } },
      post: { requestBody: body('Animal'), responses: { 201: json(ref('Animal')), 404: none } },
    },
    '/animals': {
      get: {
        parameters: [
          query('tag', text),
          query('tags', { type: 'array', items: text }, { explode: false }),
          query('colours', text),
          query('ids', text),
          query('groups', { type: 'array', items: text }),
        ],
        responses: { 200: list('Animal') },
      },
    },
    '/animals/{id}': {
      parameters: [path('id')],
      get: { responses: { 200: json(ref('Animal')), 404: none } },
      delete: { responses: { 204: none, 404: none } },
    },
    '/animals/{animalId}/visits': {
      parameters: [path('animalId')],
      get: { responses: { 200: list('Visit'), 404: none } },
      post: { requestBody: body('Visit'), responses: { 201: json(ref('Visit')) } },
    },
    '/visits/{visitId}': {
      parameters: [path('visitId')],
      get: { responses: { 200: json(ref('Visit')), 404: none } },
    },
    '/visits/{visitId}/notes': {
      parameters: [path('visitId')],
      get: { responses: { 200: list('Note'), 404: none } },
      post: { requestBody: body('Note'), responses: { 201: json(ref('Note')) } },
    },
    '/notes/{noteId}': {
      parameters: [path('noteId')],
      get: { responses: { 200: json(ref('Note')), 404: none, 422: none } },
    },
    '/reports/{reportId}': {
      parameters: [path('reportId', { type: 'string', format: 'uuid' })],
      get: { responses: { 200: json({ type: 'object', properties: { reportId: text } }), 400: none, 404: none } },
    },
  },
  components: {
    schemas: {
      Owner: thing({ name: text }),
      Animal: thing({
        ownerId: whole,
        tags: { type: 'array', items: text },
        colours: { type: 'array', items: text },
        groups: { type: 'array', items: { type: 'object', properties: { id: whole, name: text } } },
      }),
      Visit: thing({ animalId: whole, at: text }),
      Note: thing({ visitId: whole, text }),
    },
  },
};

function thing(properties: object): object {
  return { type: 'object', required: ['id'], properties: { id: { ...whole, readOnly: true }, ...properties } };
}

describe.each(TRANSPORTS)('what belongs to something else, %s', (_, open) => {
  let server: Server;
  beforeAll(async () => {
    server = await open({ document: DOCUMENT });
  });
  afterAll(() => server.close());
  const status = async (line: string, sent?: unknown): Promise<number> => (await server.call(line, sent)).status;
  const made = async (line: string, sent: object): Promise<number> => (await server.call(line, sent)).json.id;

  it('is 404 below what is not there, also where it has a collection of its own', async () => {
    expect(await status('DELETE /owners/3')).toBe(204);
    expect(await status('GET /owners/3/animals')).toBe(404);
    expect(await status('POST /owners/3/animals', { tags: [] })).toBe(404);
    expect(await status('GET /owners/4/animals')).toBe(200);
    expect(await status('GET /animals')).toBe(200);
  });

  it('goes with what it is nested in, however deep, and by every path', async () => {
    const animal = await made('POST /owners/1/animals', { tags: [] });
    const visit = await made(`POST /animals/${animal}/visits`, { at: 'now' });
    const note = await made(`POST /visits/${visit}/notes`, { text: 'well' });
    const other = await made('POST /animals/2/visits', { at: 'now' });
    expect([await status(`GET /visits/${visit}`), await status(`GET /notes/${note}`)]).toEqual([200, 200]);
    expect(await status(`DELETE /animals/${animal}`)).toBe(204);
    expect([await status(`GET /visits/${visit}`), await status(`GET /notes/${note}`)]).toEqual([404, 404]);
    expect(await status(`GET /visits/${visit}/notes`)).toBe(404);
    expect(await status(`GET /visits/${other}`)).toBe(200);
  });

  it('goes so with what was seeded, whether it was read before or not', async () => {
    const world = { 'standin-world': 'seeded' };
    const visits = (await server.call('GET /animals/5/visits')).json as { id: number }[];
    expect((await server.call('DELETE /animals/5', undefined, world)).status).toBe(204);
    for (const { id } of visits) expect((await server.call(`GET /visits/${id}`, undefined, world)).status).toBe(404);
    expect(visits.length).toBeGreaterThan(0);
    const [first] = visits;
    const notes = (await server.call(`GET /visits/${first?.id}/notes`)).json as { id: number }[];
    const ask = async (path: string): Promise<number> => (await server.call(`GET ${path}`, undefined, world)).status;
    expect(notes.length).toBeGreaterThan(0);
    for (const { id } of notes) expect(await ask(`/notes/${id}`)).toBe(404);
  });

  it('is found by one of its tags, by one of several, by names of its parts, and by ids with commas', async () => {
    const sent = { tags: ['a', 'b'], colours: ['red', 'blue'], groups: [{ id: 1, name: 'g' }] };
    const id = await made('POST /owners/1/animals', sent);
    const found = async (asked: string): Promise<readonly number[]> =>
      ((await server.call(`GET /animals?${asked}`)).json as { id: number }[]).map((each) => each.id);
    for (const asked of ['tag=a', 'tags=b', 'tags=zz,a', 'colours=red', 'colours=blue,zz', 'groups=g', `ids=${id}`])
      expect([asked, await found(asked)]).toEqual([asked, [id]]);
    expect(await found(`ids=${id},2`)).toEqual([2, id]);
    for (const asked of ['tag=zz', 'tags=zz', 'colours=zz', 'groups=zz', 'ids=999999'])
      expect(await found(asked)).toEqual([]);
  });

  it('has a name that is none refused with the status that is documented: 422, 400, or 404', async () => {
    expect(await status('GET /notes/none')).toBe(422);
    expect(await status('GET /reports/none')).toBe(400);
    expect(await status('GET /animals/none')).toBe(404);
  });
});
