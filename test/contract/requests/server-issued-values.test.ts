import { expect, test } from 'vitest';
import { issuedByService } from '../../../src/contract/requests/server-issued-values.ts';
import { createMock } from '../../../src/library/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Links, version: '1' }
paths:
  /ListLinks:
    post:
      parameters: [{ name: NextToken, in: query, example: AAEA, schema: { type: string } }, { name: verbose, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { Max: { type: integer, minimum: 1 }, NextToken: { type: string, minLength: 1, maxLength: 40 } } }, example: { Max: 5, NextToken: AAEA } } } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: object, required: [Items], properties: { Items: { type: array, items: { $ref: '#/components/schemas/Link' } }, NextToken: { type: string } } } } } } }
  /GetLink:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [Id], properties: { Id: { type: string } } } } } }
      responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Link' } } } } }
  /resume:
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [pageToken], properties: { pageToken: { type: string } } } } } }
      responses: { '204': { description: Done. } }
components:
  schemas:
    Link: { type: object, required: [Id, Label], properties: { Id: { type: string }, Label: { type: string } } }
`;

test('a token of a page is the service’s to give, in the query and in a body, unless it has to be said', () => {
  const parts = fromYaml(DOCUMENT);
  const [list, , resume] = parts.api.operations;
  if (list === undefined || resume === undefined) throw new Error('there are no operations');
  expect(issuedByService(parts, list)).toEqual({
    cursors: ['NextToken'],
    query: ['NextToken'],
    body: ['/NextToken'],
    options: [],
    fixed: [],
  });
  expect(issuedByService(parts, resume)).toEqual({ cursors: [], query: [], body: [], options: [], fixed: [] });
});

test('an optional id of a new record is the service’s to give, and its name the client’s', () => {
  const withKey = (key: string) =>
    fromYaml(`
openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Zone' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }
      responses: { '201': { description: Made. } }
  /zones/{${key}}:
    get: { parameters: [{ name: ${key}, in: path, required: true, schema: { type: string } }], responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } } } }
components: { schemas: { Zone: { type: object, properties: { ${key}: { type: string }, colour: { type: string } } } } }
`);
  const bodyOf = (key: string) => {
    const parts = withKey(key);
    const post = parts.api.operations.find(({ method }) => method === 'POST');
    return post && issuedByService(parts, post).body;
  };
  expect(bodyOf('id')).toEqual(['/id']);
  expect(bodyOf('name')).toEqual([]);
});

test('a service that knows its tokens is not asked for the page behind one that it never gave', async () => {
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    target: async (request) => {
      if (new URL(request.url).pathname !== '/ListLinks') return new Response(null, { status: 204 });
      const sent = (await request.json().catch(() => null)) as Record<string, unknown> | null;
      const max = sent?.['Max'];
      const isWrong =
        sent === null ||
        Array.isArray(sent) ||
        typeof sent !== 'object' ||
        !(max === undefined || Number.isInteger(max));
      const isStrange = request.url.includes('NextToken') || sent?.['NextToken'] !== undefined;
      return isWrong || isStrange || Number(max) < 1
        ? new Response(null, { status: 400 })
        : Response.json({ Items: [] });
    },
    only: ['POST /ListLinks'],
    phases: ['examples', 'coverage'],
  });
  expect(summary.counts.passed).toBeGreaterThan(2);
  expect([summary.counts.inconclusive, summary.counts.failed]).toEqual([0, 0]);
});

test('the mock says which value names a page that does not exist', async () => {
  // Where the document has no refusal, such a page is empty.
  const document = JSON.parse(
    JSON.stringify(fromYaml(DOCUMENT).api.document).replaceAll(
      '"responses":{',
      '"responses":{"400":{"description":"no","content":{"application/problem+json":{"schema":{"type":"object"}}}},',
    ),
  );
  const mock = await createMock({ document });
  const ask = async (query: string, body: object) => {
    const request = new Request(`http://localhost/ListLinks${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { violations } = (await (await mock.fetch(request)).json()) as { violations: { pointer: string }[] };
    return violations.map(({ pointer }) => pointer);
  };
  expect(await ask('', { NextToken: 'nowhere' })).toEqual(['/body/NextToken']);
  expect(await ask('?NextToken=nowhere', {})).toEqual(['/query/NextToken']);
  await mock.close();
});
