import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /members:
    post:
      operationId: addMember
      parameters: [{ name: target, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1, maxLength: 9 } } } } } }
      responses: { '201': { description: made }, '400': { description: wrong }, '404': { description: none } }
`;

/** Refuses valid requests with the words. */
const target =
  (words: string, isRefused: (query: URLSearchParams, label: string) => boolean) =>
  async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const sent = (await request.json().catch(() => null)) as { label?: unknown } | null;
    const { label } = sent ?? {};
    if (typeof label !== 'string' || label === '' || [...label].length > 9) return Response.json({}, { status: 400 });
    return isRefused(searchParams, label)
      ? Response.json({ error: words }, { status: 400 })
      : new Response(null, { status: 201 });
  };

/** The longest label that the document allows, in which a refusal of a valid request is seen. */
const isLong = (_query: URLSearchParams, label: string): boolean => [...label].length === 9;

async function found(
  words: string,
  isRefused: (query: URLSearchParams, label: string) => boolean = isLong,
): Promise<string[]> {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: target(words, isRefused) });
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test.each([
  'This server is not clustered',
  'authentication is not enabled',
  'The service has not been initialized yet',
  'Clustering is disabled',
  'This node is in maintenance mode',
  'Client is already trusted',
  'Error loading "zfs" module: exec: "modprobe": executable file not found in $PATH',
  'connect ECONNREFUSED 127.0.0.1:25',
])('a valid request that is refused for a state of the service is no error: %s', async (words) => {
  expect(await found(words)).toEqual([]);
});

test.each(['The request is not acceptable', 'The server does not like it', 'label is not enabled'])(
  'other refusals of a valid request are errors: %s',
  async (words) => {
    expect(await found(words)).not.toEqual([]);
  },
);

test.each([
  'Target only allowed when clustered',
  'Cannot use both target and group',
  'target and group are mutually exclusive',
])('an optional value may depend on a state of the service or on another value: %s', async (words) => {
  expect(await found(words, (query) => query.has('target'))).toEqual([]);
});
