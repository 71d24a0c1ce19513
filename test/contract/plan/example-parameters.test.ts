import { describe, expect, it } from 'vitest';
import { apiOf } from '../../spec/documents.ts';
import { collaborators, tell } from '../harness.ts';

const named = (...values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`of operation ${index}`, { value }]));

const parameter = (name: string, examples: object) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  examples,
});

const job = { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string' } } };
const content = { 'application/json': { schema: job, example: { note: 'as shown' } } };
const shown = { description: 'the job', content };
const gone = { description: 'gone' };
const missing = { description: 'no such job' };

/** Jobs at places that the client names, whose parameters show what several operations do with them. */
const API = apiOf({
  paths: {
    '/jobs/{job}': {
      parameters: [parameter('job', named('job1', 'job1', 'job2', 'job1'))],
      get: { operationId: 'read', responses: { 200: shown, 404: missing } },
      put: { operationId: 'put', requestBody: { content }, responses: { 200: shown, 201: shown } },
      delete: { operationId: 'remove', responses: { 200: gone, 404: missing } },
    },
  },
});

/** Keeps what it is given, and takes its time. */
function jobs(): (request: Request) => Promise<Response> {
  const kept = new Map<string, unknown>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const sent: unknown = request.method === 'PUT' ? await request.json() : undefined;
    await new Promise((resolve) => setTimeout(resolve, 1));
    const there = kept.get(pathname);
    if (request.method === 'PUT') kept.set(pathname, { ...Object(sent), name: decodeURIComponent(pathname.slice(6)) });
    if (request.method === 'DELETE') kept.delete(pathname);
    if (there === undefined && request.method !== 'PUT') return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: 200 });
    return Response.json(kept.get(pathname), { status: there === undefined ? 201 : 200 });
  };
}

describe('Examples of parameters', () => {
  it('that say the same together are sent once, and an item for one case is not used by another', async () => {
    const { events, summary } = await tell({
      ...collaborators(API),
      target: jobs(),
      phases: ['examples'],
      allowWrites: true,
    });
    const ids = events.flatMap((event) => (event.type === 'case-finished' ? [event.case.id] : []));
    expect(ids.filter((id) => id.startsWith('examples/remove'))).toEqual([
      'examples/remove/parameters-1',
      'examples/remove/parameters-3',
    ]);
    expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
