import type { FetchFunction } from '../../../src/contract/index.ts';
import { type Collaborators, fromYaml } from '../harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      tags: [reading]
      responses:
        "200":
          description: All things.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } }
    post:
      operationId: createThing
      tags: [writing]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewThing" } } }
      responses:
        "201":
          description: The thing.
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
        "400": { description: Refused. }
        "422": { description: Refused. }
  /things/{thingId}:
    parameters:
      - { name: thingId, in: path, required: true, schema: { type: integer, minimum: 1 } }
    get:
      operationId: readThing
      tags: [reading]
      deprecated: true
      responses:
        "200":
          description: The thing.
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
        "404": { description: There is no such thing. }
    delete:
      operationId: deleteThing
      tags: [writing]
      responses:
        "204": { description: Gone. }
        "404": { description: There is no such thing. }
components:
  schemas:
    NewThing:
      type: object
      required: [name]
      properties: { name: { type: string, minLength: 1, maxLength: 20 } }
    Thing:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }
`;

let known: Collaborators | undefined;

export function things(): Collaborators {
  known ??= fromYaml(DOCUMENT);
  return known;
}

export interface ThingServer {
  readonly fetch: FetchFunction;
  readonly things: Map<number, { id: number; name: string }>;
  readonly requests: Request[];
}

/** Keeps the contract, unless `before` answers first. */
export function thingServer(
  before: (request: Request, count: number) => Response | undefined | Promise<Response | undefined> = () => undefined,
): ThingServer {
  const stored = new Map<number, { id: number; name: string }>();
  const requests: Request[] = [];
  let next = 1;
  const json = (status: number, value: unknown): Response => Response.json(value, { status });
  return {
    things: stored,
    requests,
    async fetch(request) {
      requests.push(request.clone());
      const early = await before(request, requests.length);
      if (early !== undefined) return early;
      const { pathname } = new URL(request.url);
      const [, id] = /^\/things\/(\d+)$/.exec(pathname) ?? [];
      if (pathname !== '/things' && id === undefined) return new Response(null, { status: 404 });
      const allow = id === undefined ? 'GET, POST' : 'GET, DELETE';
      if (!allow.split(', ').includes(request.method === 'HEAD' ? 'GET' : request.method)) {
        return new Response(null, { status: request.method === 'OPTIONS' ? 204 : 405, headers: { Allow: allow } });
      }
      if (id === undefined)
        return request.method === 'POST' ? create(await request.text()) : json(200, [...stored.values()]);
      const thing = stored.get(Number(id));
      if (thing === undefined) return new Response(null, { status: 404 });
      if (request.method !== 'DELETE') return json(200, thing);
      stored.delete(thing.id);
      return new Response(null, { status: 204 });
    },
  };

  function create(text: string): Response {
    let body: { name?: unknown };
    try {
      body = JSON.parse(text);
    } catch {
      return new Response(null, { status: 400 });
    }
    const { name } = body ?? {};
    if (typeof name !== 'string' || name.length < 1 || name.length > 20) return new Response(null, { status: 422 });
    const thing = { id: next++, name };
    stored.set(thing.id, thing);
    return json(201, thing);
  }
}
