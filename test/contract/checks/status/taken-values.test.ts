import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Roles, version: '1' }
paths:
  /roles:
    post:
      operationId: makeRole
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, enum: [red, blue, green] }, note: { type: string, maxLength: 9 } } } } } }
      responses: { '201': { description: made }, '400': { description: wrong } }
`;

/** Takes every role with a note, and of those without one only the first of its title. */
function target(words: (title: string) => string, name: string): (request: Request) => Promise<Response> {
  const taken = new Set<string>();
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const sent = (await request.json().catch(() => null)) as { title?: unknown; note?: unknown } | null;
    const { title, note } = sent ?? {};
    if (typeof title !== 'string' || !['red', 'blue', 'green'].includes(title))
      return Response.json({}, { status: 400 });
    if (note !== undefined && (typeof note !== 'string' || [...note].length > 9))
      return Response.json({}, { status: 400 });
    if (note === undefined && taken.has(title)) return Response.json({ [name]: words(title) }, { status: 400 });
    if (note === undefined) taken.add(title);
    return new Response(null, { status: 201 });
  };
}

async function found(
  words: (title: string) => string,
  name = 'message',
  document = DOCUMENT,
): Promise<readonly string[]> {
  const { summary } = await tell({ ...fromYaml(document), target: target(words, name) });
  return summary.findings.flatMap(({ check }) => (check.startsWith('accept.') ? [check] : []));
}

test('a 400 that says that a value is taken is a conflict', async () => {
  expect(await found((title) => `role "${title}" already exists`)).toEqual([]);
  expect(await found((title) => `Another role has title "${title}" already.`, 'error_description')).toEqual([]);
});

test('a 400 that does not say so refuses a valid request', async () => {
  expect(await found(() => 'no')).not.toEqual([]);
});

test('a 400 without words is a conflict where the document says no more of it than that', async () => {
  const document = DOCUMENT.replace('wrong', 'title already exist');
  expect(await found(() => '', 'title', document)).toEqual([]);
  expect(await found(() => 'The service is asleep.', 'message', document)).not.toEqual([]);
});
