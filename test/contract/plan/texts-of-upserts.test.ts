import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const WORD = {
  type: 'object',
  required: ['key', 'value'],
  properties: { key: { type: 'string' }, value: { type: 'string' } },
};
const answers = { responses: { 200: { description: 'It.', ...json(WORD) }, 404: { description: 'None.' } } };
const requestBody = {
  required: true,
  ...json({ type: 'object', required: ['value'], properties: { value: { type: 'string' } } }),
};

const documented = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Words', version: '1' },
  paths: {
    '/words': { get: { responses: { 200: { description: 'All.', ...json({ type: 'array', items: WORD }) } } } },
    '/words/{key}': {
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      get: answers,
      put: { summary, requestBody, ...answers },
    },
  },
});

/** A service whose PUT makes what is not there. */
function storing(): (request: Request) => Promise<Response> {
  const words = new Map([['a', { key: 'a', value: 'first' }]]);
  return async (request) => {
    const key = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '');
    if (key === '') return Response.json([...words.values()]);
    const sent = (await request.json().catch(() => ({}))) as { readonly value?: string };
    if (request.method === 'PUT') words.set(key, { key, value: String(sent.value) });
    const word = words.get(key);
    return word === undefined ? new Response(null, { status: 404 }) : Response.json(word);
  };
}

test.each([
  ['Change a word', true],
  ['Create or replace a word', false],
] as const)(
  'a PUT for an item that is not there must fail, unless it is told to create it: %s',
  async (summary, accused) => {
    const told = await tell({
      ...(await collaboratorsOf(documented(summary))),
      target: storing(),
      phases: ['protocol'],
    });
    expect(told.summary.findings.some(({ check }) => check === 'state.unknown-accepted')).toBe(accused);
  },
);
