import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Jobs, version: '1' }
paths:
  /jobs:
    get: { operationId: listJobs, responses: { '200': { description: All., content: { application/json: { schema: { type: object, properties: { jobs: { type: array, items: { $ref: '#/components/schemas/Job' } } } } } } } } }
  /job/submit:
    post: { operationId: submitJob, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [script], properties: { script: { type: string }, job_id: { type: integer, minimum: 1 } } } } } }, responses: { '200': { description: Submitted., content: { application/json: { schema: { type: object, properties: { job_id: { type: integer }, message: { type: string } } } } } }, '400': { description: No. } } }
  /job/{job_id}:
    parameters: [{ name: job_id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: updateJob, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [comment], properties: { comment: { type: string } } } } } }, responses: { '200': { description: Changed. }, '400': { description: No. }, '404': { description: None. } } }
    delete: { operationId: cancelJob, responses: { '200': { description: Gone. }, '404': { description: None. } } }
components: { schemas: { Job: { type: object, required: [job_id], properties: { job_id: { type: integer }, script: { type: string }, comment: { type: string } } } } }
`;

type Job = Record<string, unknown>;

/** Jobs of others, and the jobs that a run submits. `shows`: whether the answer to a submission has the new id. */
function jobs(shows: boolean) {
  const kept = new Map<number, Job>([[7, { job_id: 7, script: 'sleep', comment: 'there before' }]]);
  const reached = new Set<string>();
  let last = 7;
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, , name = ''] = pathname.split('/');
    const { method } = request;
    if (pathname === '/jobs')
      return method === 'GET'
        ? Response.json({ jobs: [...kept.values()] })
        : new Response(null, { status: 405, headers: { Allow: 'GET' } });
    const sent: unknown = method === 'POST' ? await request.json().catch(() => undefined) : {};
    const body = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Job) : undefined;
    if (name === 'submit') {
      if (method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
      const { script, job_id: wish = 1 } = body ?? {};
      const isWish = Number.isInteger(wish) && Number(wish) > 0;
      if (typeof script !== 'string' || !isWish) return new Response(null, { status: 400 });
      last += 1;
      kept.set(last, { job_id: last, script });
      return Response.json(shows ? { job_id: last } : { message: 'done' });
    }
    if (method !== 'POST' && method !== 'DELETE')
      return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
    const job = kept.get(Number(name));
    if (job === undefined) return new Response(null, { status: 404 });
    if (method === 'POST' && typeof body?.['comment'] !== 'string') return new Response(null, { status: 400 });
    reached.add(method);
    if (method === 'DELETE') kept.delete(Number(name));
    else job['comment'] = body?.['comment'];
    return Response.json({});
  };
  return { target, kept, reached };
}

test('what a submission answers with the id of is changed and removed, and nothing else is', async () => {
  const { target, kept, reached } = jobs(true);
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target });
  expect([...reached].sort()).toEqual(['DELETE', 'POST']);
  expect([[...kept.values()], summary.leftovers]).toEqual([
    [{ job_id: 7, script: 'sleep', comment: 'there before' }],
    [],
  ]);
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('the id that only the request has may be that of another record', async () => {
  const { target, kept, reached } = jobs(false);
  await tell({ ...fromYaml(DOCUMENT), target });
  expect([...reached]).toEqual([]);
  expect(kept.get(7)).toEqual({ job_id: 7, script: 'sleep', comment: 'there before' });
});
