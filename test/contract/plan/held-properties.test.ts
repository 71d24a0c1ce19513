import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** A document of posters. Their properties are in an object of the poster, and posters are in an envelope. */
const posters = (envelope: string, holder: string) =>
  fromYaml(`
openapi: 3.1.0
info: { title: Posters, version: '1' }
paths:
  /posters:
    get:
      operationId: list
      parameters: [{ name: sort, in: query, schema: { type: string, enum: [width, -width] } }]
      responses: { '200': { description: Posters., content: { application/json: { schema: { type: object, required: [${envelope}], properties: { ${envelope}: { type: array, items: { $ref: '#/components/schemas/Poster' } } } } } } } }
    post:
      operationId: add
      description: The \`code\` of a poster is unique. A poster must end after it starts (422).
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses: { '201': { description: The poster., ${shown} }, '400': { description: No. }, '409': { description: No. }, '422': { description: No. } }
  /posters/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: The poster., ${shown} }, '404': { description: None. } } }
    patch:
      operationId: change
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Changed' } } } }
      responses: { '200': { description: The poster., ${shown} }, '400': { description: No. }, '404': { description: None. } }
    delete: { operationId: remove, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /posters/{id}/print:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: print, description: Only drafts can be printed., responses: { '200': { description: The poster., ${shown} }, '404': { description: None. }, '409': { description: No. } } }
components:
  schemas:
    Text: { type: string, minLength: 4, maxLength: 40 }
    Given: { type: object, required: [code, title, width, startsAt, endsAt], properties: { code: { $ref: '#/components/schemas/Text' }, title: { $ref: '#/components/schemas/Text' }, width: { type: integer, minimum: 1, maximum: 999 }, startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time } } }
    Sent: { type: object, required: [${envelope}], properties: { ${envelope}: { type: object, required: [${holder}], properties: { ${holder}: { $ref: '#/components/schemas/Given' } } } } }
    Changed: { type: object, required: [${envelope}], properties: { ${envelope}: { type: object, properties: { ${holder}: { type: object, properties: { title: { $ref: '#/components/schemas/Text' }, width: { type: integer, minimum: 1, maximum: 999 } } } } } } }
    Poster: { type: object, required: [id, kind, ${holder}], properties: { id: { type: string }, kind: { type: string, enum: [poster] }, ${holder}: { type: object, required: [code, title, width, status, createdAt], properties: { code: { type: string }, title: { type: string }, width: { type: integer }, startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time }, status: { type: string, enum: [draft, printed] }, printedAt: { type: [string, 'null'], format: date-time }, createdAt: { type: string, format: date-time } } } } }
    Document: { type: object, required: [${envelope}], properties: { ${envelope}: { $ref: '#/components/schemas/Poster' } } }
`);
const shown = `content: { application/json: { schema: { $ref: '#/components/schemas/Document' } } }`;

const OLD = { title: 'Spring fair', status: 'draft', printedAt: null, createdAt: '2026-01-01T00:00:00Z' };
const FAULTS = [
  'printed-twice',
  'code-twice',
  'ends-first',
  'letters-lost',
  'made-again',
  'no-date',
  'width-as-text',
] as const;
type Fault = (typeof FAULTS)[number] | 'none';
type Values = Readonly<Record<string, unknown>>;

function serving(envelope: string, holder: string, fault: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<string, Values>(
    [9, 100].map((width) => [`w${width}`, { ...OLD, code: `WIDE-${width}`, width }]),
  );
  let last = 0;
  const now = (): string => new Date(Date.UTC(2026, 10, 30) + 1_000 * ++last).toISOString();
  const show = (id: string) => ({ id, kind: 'poster', [holder]: kept.get(id) });
  const answer = (value: unknown, status = 200): Response =>
    new Response(JSON.stringify({ [envelope]: value }), { status, headers: { 'content-type': 'application/json' } });
  const no = (status: number): Response => new Response(null, { status });
  const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 3 && [...value].length < 41;
  const isWidth = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 1_000;
  const isTime = (value: unknown): boolean =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && Date.parse(value) > 0;
  const put = (id: string, values: Values): Response => {
    const title = String(values['title']);
    kept.set(id, { ...values, title: fault === 'letters-lost' ? title.replace(/[^ -~]/g, '?') : title });
    return answer(show(id));
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [id, deed] = pathname.split('/').slice(2);
    const body = (await request.json().catch(() => ({}))) as Record<
      string,
      Record<string, Values | null> | null
    > | null;
    const given = body?.[envelope]?.[holder];
    if (id === undefined && request.method === 'GET') {
      const width = (each: string): number => Number(kept.get(each)?.['width']);
      const text = (each: string): string => String(kept.get(each)?.['width']);
      const order = (one: string, other: string): number =>
        fault === 'width-as-text' ? (text(one) < text(other) ? -1 : 1) : width(one) - width(other);
      const sort = searchParams.get('sort');
      if (sort !== null && !['width', '-width'].includes(sort)) return no(400);
      const ids = [...kept.keys()].sort((one, other) => (sort === null ? 0 : order(one, other)));
      return answer((sort === '-width' ? ids.reverse() : ids).map(show));
    }
    if (id === undefined) {
      if (given === undefined || given === null || ![given['code'], given['title']].every(isText)) return no(400);
      if (!isWidth(given['width']) || ![given['startsAt'], given['endsAt']].every(isTime)) return no(400);
      if ([...kept.values()].some(({ code }) => code === given['code']) && fault !== 'code-twice') return no(409);
      const [from, to] = [given['startsAt'], given['endsAt']].map((each) => Date.parse(String(each)));
      if ((to ?? 0) <= (from ?? 0) && fault !== 'ends-first') return no(422);
      const { code, title, width, startsAt, endsAt } = given;
      const made = put(String(++last), {
        code,
        title,
        width,
        startsAt,
        endsAt,
        status: 'draft',
        printedAt: null,
        createdAt: now(),
      });
      return new Response(made.body, { status: 201, headers: made.headers });
    }
    const before = kept.get(id);
    if (before === undefined) return no(404);
    if (deed === 'print') {
      if (before['status'] !== 'draft' && fault !== 'printed-twice') return no(409);
      return put(id, { ...before, status: 'printed', printedAt: fault === 'no-date' ? null : now() });
    }
    if (request.method === 'DELETE') return kept.delete(id) ? no(204) : no(404);
    if (request.method === 'GET') return answer(show(id));
    if (body === null || typeof body[envelope] !== 'object' || body[envelope] === null || given === null)
      return no(400);
    const { title = before['title'], width = before['width'] } = given ?? {};
    if (!isText(title) || !isWidth(width)) return no(400);
    return put(id, { ...before, title, width, ...(fault === 'made-again' ? { createdAt: now() } : {}) });
  };
}

const EXPECTED: Readonly<Record<Fault, readonly string[]>> = {
  none: [],
  'printed-twice': ['state.transition-accepted'],
  'code-twice': ['state.duplicate-accepted'],
  'ends-first': ['reject.reversed-times'],
  'letters-lost': ['state.roundtrip-lossy'],
  'made-again': ['state.creation-changed'],
  'no-date': ['state.action-without-effect'],
  'width-as-text': ['sort.ignored'],
};

for (const [envelope, holder] of [
  ['data', 'attributes'],
  ['resource', 'fields'],
] as const)
  test.each(Object.entries(EXPECTED))(`the properties of an item are in its ${holder}: %s`, async (fault, expected) => {
    const target = serving(envelope, holder, fault as Fault);
    const { summary } = await tell({
      ...posters(envelope, holder),
      target,
      phases: ['stateful', 'protocol'],
      seed: 3,
      checks: { 'content-type.missing': 'off' },
    });
    const found = summary.findings.filter(
      ({ check, severity }) => severity === 'error' && !check.startsWith('method.'),
    );
    expect([...new Set(found.map(({ check }) => check))]).toEqual(expected);
  });
