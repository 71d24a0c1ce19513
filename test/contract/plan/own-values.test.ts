import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const KINDS = Array.from({ length: 60 }, (_, index) => `kind ${index}`);
const JAR = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    label: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 20 }, lastUpdate: { type: 'integer' } },
    },
    kind: { readOnly: true, allOf: [{ $ref: '#/components/schemas/Kind' }] },
  },
};
const answers = (status: number) => ({
  responses: { [status]: { description: 'It.', ...json(JAR) }, 404: { description: 'None.' } },
});
const FIELDS = { name: JAR.properties.name, label: JAR.properties.label };
const bodyOf = (required: string[]) => ({ required: true, ...json({ type: 'object', required, properties: FIELDS }) });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Jars', version: '1' },
  paths: {
    '/jars': { post: { requestBody: bodyOf(['name']), ...answers(201) } },
    '/jars/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: answers(200),
      patch: { requestBody: bodyOf([]), ...answers(200) },
      delete: { responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } } },
    },
  },
  components: { schemas: { Kind: { type: 'string', enum: KINDS } } },
};

interface Jar {
  readonly label?: object;
  readonly kind?: string;
}

/** A service that counts changes inside of a label, or forgets the text of a label that is not sent. */
function jars(forgets: boolean): (request: Request) => Promise<Response> {
  const all = new Map<number, Jar>();
  let last = 0;
  let changes = 0;
  return async (request) => {
    const { method, url } = request;
    const body = (await request.json().catch(() => null)) as Record<string, unknown> | null;
    const text = new URL(url).pathname.split('/')[2];
    if (method === 'POST') last += 1;
    const id = text === undefined ? last : Number(text);
    if (text !== undefined && !all.has(id)) return new Response(null, { status: 404 });
    if (method === 'DELETE') return new Response(null, { status: all.delete(id) ? 204 : 404 });
    if (method === 'GET') return Response.json(all.get(id));
    changes += 1;
    const was = all.get(id);
    const { kind, ...sent } = (body ?? {}) as Jar;
    const label = { text: 'jam', ...was?.label, ...sent.label, lastUpdate: changes };
    const shown = forgets && was !== undefined && sent.label === undefined ? { lastUpdate: changes, text: '' } : label;
    // The service happens to choose the kind that the request names.
    all.set(id, { ...was, ...sent, kind: was?.kind ?? kind ?? 'kind 0', id, label: shown } as Jar);
    return Response.json(all.get(id), { status: method === 'POST' ? 201 : 200 });
  };
}

const found = async (forgets: boolean, asked: string) => {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: jars(forgets),
    phases: ['protocol', 'stateful'],
  });
  return summary.findings.filter(({ check }) => check === asked);
};

test('the time of a change inside of an object may move with every change, and other values may not', async () => {
  expect(await found(false, 'state.patch-drops-others')).toEqual([]);
  expect(await found(true, 'state.patch-drops-others')).not.toEqual([]);
});

test('a read-only value from a list of values shows nothing, because the service may choose the same one', async () => {
  expect(await found(false, 'schema.read-only-writable')).toEqual([]);
});
