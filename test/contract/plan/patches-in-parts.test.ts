import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const document = (type: string): string =>
  `content: { ${type}: { schema: { $ref: '#/components/schemas/Document' } } }`;
const body = (type: string, schema: string): string =>
  `requestBody: { required: true, content: { ${type}: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
const json = 'application/vnd.api+json';
const CLUBS = fromYaml(`
openapi: 3.1.0
info: { title: Clubs, version: '1' }
paths:
  /clubs:
    get: { operationId: list, responses: { '200': { description: Clubs., content: { ${json}: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Club' } } } } } } } } }
    post: { operationId: add, ${body(json, 'Create')}, responses: { '201': { description: The club., ${document(json)} }, '400': { description: No. } } }
  /clubs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: The club., ${document(json)} }, '404': { description: None. } } }
    patch: { operationId: change, ${body('application/merge-patch+json', 'Change')}, responses: { '200': { description: The club., ${document(json)} }, '400': { description: No. }, '404': { description: None. } } }
components:
  schemas:
    Seats: { type: integer, minimum: 4, maximum: 5 }
    Place: { type: object, properties: { street: { type: string, minLength: 1, maxLength: 9 }, town: { type: string, minLength: 1, maxLength: 9 } } }
    Given: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 9 }, motto: { type: [string, 'null'], maxLength: 9 }, seats: { allOf: [{ $ref: '#/components/schemas/Seats' }], default: 4 }, place: { $ref: '#/components/schemas/Place' } } }
    Changed: { type: object, properties: { name: { type: string, minLength: 1, maxLength: 9 }, motto: { type: [string, 'null'], maxLength: 9 }, seats: { $ref: '#/components/schemas/Seats' }, place: { $ref: '#/components/schemas/Place' } } }
    Create: { type: object, required: [data], properties: { data: { type: object, required: [type, attributes], properties: { type: { type: string, enum: [clubs] }, attributes: { $ref: '#/components/schemas/Given' } } } } }
    Change: { type: object, required: [data], properties: { data: { type: object, required: [type, id], properties: { type: { type: string, enum: [clubs] }, id: { type: string }, attributes: { $ref: '#/components/schemas/Changed' } } } } }
    Club: { type: object, required: [type, id, attributes], properties: { type: { type: string, enum: [clubs] }, id: { type: string }, attributes: { $ref: '#/components/schemas/Given' } } }
    Document: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Club' } } }
`);

type Fault = 'none' | 'more-seats' | 'seats-reset' | 'place-replaced' | 'motto-kept' | 'motto-named';
interface Attributes {
  readonly name?: string;
  readonly motto?: string | null;
  readonly seats?: number;
  readonly place?: Readonly<Record<string, string>>;
}

interface Sent {
  readonly data?: { readonly type?: string; readonly id?: string; readonly attributes?: Attributes };
}

/** Answers clubs as JSON:API does; a patch is merged. */
function clubs(fault: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<string, Attributes>();
  const show = (id: string) => ({ type: 'clubs', id, attributes: kept.get(id) });
  const answer = (data: unknown, status = 200): Response =>
    new Response(JSON.stringify({ data }), { status, headers: { 'content-type': json } });
  const text = (value: unknown, least: number): boolean =>
    value === undefined || (typeof value === 'string' && value.length >= least && value.length < 10);
  const isBad = ({ name, motto, seats, place = {} }: Attributes): boolean =>
    !(text(name, 1) && (motto === null || text(motto, 0)) && (seats === undefined || seats === 4 || seats === 5)) ||
    place === null ||
    typeof place !== 'object' ||
    !(text(place.street, 1) && text(place.town, 1));
  const merged = (before: Attributes, sent: Attributes): Attributes => ({
    ...before,
    ...sent,
    ...(sent.motto === null && fault === 'motto-kept' ? { motto: before.motto ?? null } : {}),
    ...(sent.motto === null && fault === 'motto-named' ? { motto: 'none' } : {}),
    ...(sent.seats === undefined && fault === 'seats-reset' ? { seats: 4 } : {}),
    ...(sent.place === undefined || fault === 'place-replaced' ? {} : { place: { ...before.place, ...sent.place } }),
  });
  return async (request) => {
    const [id] = new URL(request.url).pathname.split('/').slice(2);
    const sent = (request.method === 'GET' ? {} : await request.json().catch(() => ({}))) as Sent | null;
    const given = sent?.data?.attributes ?? (request.method === 'POST' ? undefined : {});
    if (id === undefined && request.method === 'GET') return answer([...kept.keys()].map(show));
    if (id !== undefined && !kept.has(id)) return new Response(null, { status: 404 });
    if (id !== undefined && request.method === 'GET') return answer(show(id));
    if (given === undefined || sent?.data?.type !== 'clubs' || isBad(given)) return new Response(null, { status: 400 });
    if (id === undefined) {
      if (given.name === undefined) return new Response(null, { status: 400 });
      kept.set(`c${kept.size}`, { motto: null, seats: fault === 'more-seats' ? 5 : 4, ...given });
      return answer(show(`c${kept.size - 1}`), 201);
    }
    if (sent?.data?.id !== id) return new Response(null, { status: 400 });
    kept.set(id, merged(kept.get(id) ?? {}, given));
    return answer(show(id));
  };
}

const PLACE = { check: 'state.patch-drops-others', properties: ['attributes.place.street', 'attributes.place.town'] };
test.each<[Fault, { check: string; properties: readonly string[] } | undefined]>([
  ['none', undefined],
  ['more-seats', { check: 'state.default-not-applied', properties: ['attributes.seats'] }],
  ['seats-reset', { check: 'state.patch-drops-others', properties: ['attributes.seats'] }],
  ['place-replaced', PLACE],
  ['motto-kept', { check: 'state.patch-null-kept', properties: ['motto'] }],
  ['motto-named', { check: 'state.patch-null-kept', properties: ['motto'] }],
])('what is sent as attributes of an item, and as objects in them, is followed: %s', async (fault, expected) => {
  const { summary } = await tell({ ...CLUBS, target: clubs(fault), phases: ['stateful'], seed: 3 });
  const found = summary.findings.filter(({ severity }) => severity === 'error');
  expect(found.map(({ check }) => check).filter((check) => check !== expected?.check)).toEqual([]);
  const texts = found.map(({ message }) => message).join('\n');
  if (expected === undefined) expect(texts).toBe('');
  else expect(expected.properties.some((name) => texts.includes(`\`${name}\``))).toBe(true);
});
