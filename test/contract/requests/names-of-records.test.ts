import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const id = '{ name: id, in: path, required: true, schema: { type: integer } }';
const answer = (status: number, schema: string): string =>
  `'${status}': { description: It, content: { application/json: { schema: ${schema} } } }`;
const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const LABEL =
  '{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 30 } } }';
const ISSUE =
  '{ type: object, required: [id, title, labels], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1, maxLength: 60 }, labels: { type: array, maxItems: 5, items: { type: string }, description: Names of existing labels. } } }';

const ISSUES = fromYaml(`
openapi: 3.1.0
info: { title: Issues, version: '1' }
paths:
  /labels:
    get: { operationId: listLabels, responses: { ${answer(200, `{ type: array, items: ${LABEL} }`)} } }
    post: { operationId: addLabel, ${body(LABEL)}, responses: { ${answer(201, LABEL)}, '422': { description: Refused } } }
  /labels/{id}:
    parameters: [${id}]
    get: { operationId: readLabel, responses: { ${answer(200, LABEL)}, '404': { description: None } } }
    delete: { operationId: removeLabel, responses: { '204': { description: Gone }, '404': { description: None } } }
  /issues:
    get: { operationId: listIssues, responses: { ${answer(200, `{ type: array, items: ${ISSUE} }`)} } }
    post: { operationId: addIssue, ${body(ISSUE)}, responses: { ${answer(201, ISSUE)}, '422': { description: Refused } } }
  /issues/{id}:
    parameters: [${id}]
    get: { operationId: readIssue, responses: { ${answer(200, ISSUE)}, '404': { description: None } } }
    delete: { operationId: removeIssue, responses: { '204': { description: Gone }, '404': { description: None } } }
`);

interface Sent {
  readonly name?: string;
  readonly title?: string;
  readonly labels?: readonly string[];
}

test('a list of names of records that have ids gets their names, at once', async () => {
  const records = { labels: new Map<string, Sent>(), issues: new Map<string, Sent>() };
  const refusedLabels: string[] = [];
  let count = 0;
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', own] = new URL(request.url).pathname.split('/');
    const known = kind === 'labels' ? records.labels : records.issues;
    const text = await request.text();
    if (own === undefined && request.method === 'GET') return Response.json([...known.values()]);
    const record = known.get(own ?? '');
    if (own !== undefined && record === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(record);
    if (request.method === 'DELETE' && own !== undefined) {
      known.delete(own);
      return new Response(null, { status: 204 });
    }
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, POST, DELETE' } });
    let sent: Sent;
    try {
      sent = JSON.parse(text) as Sent;
    } catch {
      return new Response(null, { status: 422 });
    }
    const names = new Set([...records.labels.values()].map((each) => each.name));
    const unknown = Array.isArray(sent?.labels) ? sent.labels.filter((each) => !names.has(each)) : [];
    if (kind === 'issues' && unknown.every((each) => /^\d+$/.test(each))) refusedLabels.push(...unknown);
    const isRight =
      kind === 'labels'
        ? typeof sent?.name === 'string' && sent.name.length > 0 && sent.name.length <= 30
        : typeof sent?.title === 'string' &&
          sent.title.length > 0 &&
          sent.title.length <= 60 &&
          Array.isArray(sent.labels) &&
          sent.labels.length <= 5 &&
          unknown.length === 0;
    if (!isRight) return new Response(null, { status: 422 });
    count += 1;
    const made = { ...sent, id: count };
    known.set(String(count), made);
    return Response.json(made, { status: 201 });
  };
  const { summary } = await tell({ ...ISSUES, target, phases: ['coverage', 'stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
  expect(refusedLabels).toEqual([]);
});
