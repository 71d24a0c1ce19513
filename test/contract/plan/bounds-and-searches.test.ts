import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Letters, version: '1' }
paths:
  /letters:
    get:
      operationId: listLetters
      parameters:
        - { name: received_before, in: query, description: Only letters that were received before this time., schema: { type: string, format: date-time } }
        - { name: received_from, in: query, description: Only letters that were received at this time or later., schema: { type: string, format: date-time } }
        - { name: weight_max, in: query, description: 'The weight in grams, exclusive.', schema: { type: integer } }
        - { name: q, in: query, description: Letters that contain the text in \`subject\` or \`note\`., schema: { type: string } }
      responses:
        '200': { description: Letters., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Letter' } } } } }
        '400': { description: Not a time. }
  /letters/{id}:
    get:
      operationId: getLetter
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: A letter., content: { application/json: { schema: { $ref: '#/components/schemas/Letter' } } } }
        '400': { description: Not a number. }
        '404': { description: None. }
components:
  schemas:
    Letter: { type: object, required: [id, subject, received, weight], properties: { id: { type: integer }, subject: { type: string }, note: { type: string }, received: { type: string, format: date-time }, weight: { type: integer } } }
`;

const LETTERS = [
  ['Rent due', 'paid by grandmother', '2026-03-01T08:00:00Z', 20],
  ['Holiday greetings', 'from the seaside', '2026-03-02T08:00:00Z', 40],
  ['Water meter', 'reading enclosed', '2026-03-03T08:00:00Z', 60],
  ['Garden fence', 'broken plank', '2026-03-04T08:00:00Z', 80],
].map(([subject, note, received, weight], index) => ({ id: index + 1, subject, note, received, weight }));

type Fault = 'none' | 'before-or-at' | 'weight-or-equal' | 'subject-only';

function letters(fault: Fault, list = LETTERS): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!['GET', 'HEAD'].includes(method)) return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    const [, id] = /^\/letters(?:\/([^/]*))?$/.exec(pathname) ?? [];
    if (id !== undefined && !/^-?\d+$/.test(id)) return new Response(null, { status: 400 });
    const letter = list.find((each) => String(each.id) === id);
    if (id !== undefined) return letter === undefined ? new Response(null, { status: 404 }) : Response.json(letter);
    const [before, from, most, q] = ['received_before', 'received_from', 'weight_max', 'q'].map((name) =>
      searchParams.get(name),
    );
    for (const time of [before, from])
      if (time && Number.isNaN(Date.parse(time))) return new Response(null, { status: 400 });
    if (most && !/^-?\d+$/.test(most)) return new Response(null, { status: 400 });
    const at = (text: unknown) => Date.parse(String(text));
    const fits = list.filter(
      ({ received, weight, subject, note }) =>
        (!before || at(received) < at(before) || (fault === 'before-or-at' && at(received) === at(before))) &&
        (!from || at(received) >= at(from)) &&
        (!most || Number(weight) < Number(most) || (fault === 'weight-or-equal' && Number(weight) === Number(most))) &&
        (!q ||
          [subject, fault === 'subject-only' ? '' : note].some((text) =>
            String(text).toLowerCase().includes(q.toLowerCase()),
          )),
    );
    return Response.json(fits);
  };
}

test.each([
  ['none', []],
  ['before-or-at', ['filter.ignored']],
  ['weight-or-equal', ['filter.ignored']],
  ['subject-only', ['search.metamorphic']],
] as const)('%s: %j', async (fault, expected) => {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: letters(fault) });
  const errors = summary.findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(errors.map(({ check }) => check))]).toEqual(expected);
  if (fault === 'weight-or-equal')
    expect(errors.map((each) => each.expected)).toContainEqual(expect.stringMatching(/\bweight is below \d+$/));
});

/** Letters without a subject, whose other properties no search looks at. */
function untitled(): (request: Request) => Promise<Response> {
  const list = LETTERS.map((each) => ({ ...each, subject: '' }));
  return async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!['GET', 'HEAD'].includes(method)) return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    const [, id] = /^\/letters(?:\/([^/]*))?$/.exec(pathname) ?? [];
    if (id !== undefined && !/^-?\d+$/.test(id)) return new Response(null, { status: 400 });
    const letter = list.find((each) => String(each.id) === id);
    if (id !== undefined) return letter === undefined ? new Response(null, { status: 404 }) : Response.json(letter);
    const q = searchParams.get('q');
    return Response.json(q ? list.filter(({ subject }) => subject.includes(q)) : list);
  };
}

test('a search looks only in the properties that its description names', async () => {
  const parameter =
    '- { name: q, in: query, description: Only letters that have this text in their subject., schema: { type: string } }';
  const document = DOCUMENT.replace(
    /(?<=parameters:\n)(?: {8}- \{ name: (?:received|weight|q).*\n)+/,
    `        ${parameter}\n`,
  );
  const { summary } = await tell({ ...fromYaml(document), target: untitled() });
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const open = document.replace(' in their subject', '');
  const { summary: other } = await tell({ ...fromYaml(open), target: untitled() });
  expect(other.findings.map(({ check }) => check)).toContain('search.metamorphic');
});

test.each([
  'Letters that contain the text in `subject`, and note that letter case counts.',
  'Letters that contain this text in their subject, not in note.',
  'Letters that contain this text in their subject. Never sort by note or subject here.',
  'Letters that contain the text in their subject.',
])('%s The search looks in the subject alone', async (description) => {
  const document = DOCUMENT.replace(
    'Letters that contain the text in `subject` or `note`.',
    JSON.stringify(description),
  ).replace('note: { type: string },', 'note: { type: string }, text: { type: string },');
  const list = LETTERS.map((each) => ({ ...each, text: 'folded twice' }));
  const { summary } = await tell({
    ...fromYaml(document),
    target: letters('subject-only', list),
    phases: ['stateful'],
  });
  expect(summary.findings.flatMap(({ check }) => (check === 'search.metamorphic' ? [check] : []))).toEqual([]);
});
