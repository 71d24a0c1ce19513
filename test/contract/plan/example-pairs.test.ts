import { describe, expect, test } from 'vitest';
import { apiOf } from '../../spec/documents.ts';
import { collaborators, tell } from '../harness.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const of = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const values = (shown: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, { value }]));
const answer = (schema: object, shown: Readonly<Record<string, unknown>>) => ({
  description: '',
  content: { 'application/json': { schema, examples: values(shown) } },
});
const parameter = (place: string, name: string, shown: Readonly<Record<string, unknown>>, schema: object = text) => ({
  name,
  in: place,
  required: true,
  schema,
  examples: values(shown),
});

const problem = of({ message: text });
const climate = of({ station: text, altitude: number }, ['station']);
const price = of({ from: text, to: text, amount: number, result: number });
const label = of({ number: { ...number, readOnly: true }, text, copies: number, changed: text });
const unit = of({ unit: text, name: text });

/** Reads, a calculation and a write, with examples of requests and answers that have one name. */
const API = apiOf({
  paths: {
    '/climate/{station}': {
      get: {
        operationId: 'readClimate',
        parameters: [parameter('path', 'station', { hill: 'HILL', coast: 'BAY', none: 'NOPE' })],
        responses: {
          200: answer(climate, {
            hill: { station: 'HILL', altitude: 212 },
            coast: { station: 'BAY', altitude: 3 },
          }),
          404: answer(problem, { none: { message: 'no such station' } }),
        },
      },
    },
    '/convert': {
      get: {
        operationId: 'convert',
        parameters: [
          parameter('query', 'from', { dollars: 'EUR' }),
          parameter('query', 'to', { dollars: 'USD' }),
          parameter('query', 'amount', { dollars: 10 }, number),
        ],
        responses: {
          200: answer(price, { dollars: { from: 'EUR', to: 'USD', amount: 10, result: 10.8 } }),
          400: answer(problem, {}),
        },
      },
    },
    '/prints': {
      post: {
        operationId: 'printLabel',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: of({ text, copies: number, later: { type: 'boolean' }, changed: text }, ['text']),
              examples: values({
                one: { text: 'oak', copies: 1, changed: '2020-01-01' },
                many: { text: 'ash', copies: 900 },
                taken: { text: 'elm', copies: 2 },
                later: { text: 'fir', later: true },
              }),
            },
          },
        },
        responses: {
          200: answer(label, { one: { number: 7, text: 'oak', copies: 1, changed: '2020-01-01' } }),
          202: answer(label, { later: { number: 8, text: 'fir' } }),
          400: answer(problem, {}),
          422: answer(problem, {
            many: { message: 'copies must be at most 50' },
            taken: { message: 'text is already taken' },
          }),
        },
      },
    },
    '/units/{unit}': {
      get: {
        operationId: 'readUnit',
        parameters: [{ name: 'unit', in: 'path', required: true, schema: text, example: 'm' }],
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: unit, example: { unit: 'm', name: 'metre' } } },
          },
          400: { description: '', content: { 'application/json': { schema: problem, example: { message: 'no' } } } },
        },
      },
    },
  },
});

/** The answer to a request, as status and body. */
type Answer = readonly [status: number, body: unknown];

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly sent: Readonly<Record<string, unknown>>;
}

const ALTITUDES: Readonly<Record<string, number>> = { HILL: 212, BAY: 3 };

/** What a service does that answers as the document shows. */
function right({ path, query, sent }: Asked): Answer {
  const [, kind, id = ''] = path.split('/');
  if (kind === 'climate') return id in ALTITUDES ? [200, { station: id, altitude: ALTITUDES[id] }] : [404, {}];
  if (kind === 'convert')
    return [200, { from: query.get('from'), to: query.get('to'), amount: Number(query.get('amount')), result: 10.8 }];
  if (kind === 'units') return id === 'm' ? [200, { unit: 'm', name: 'metre' }] : [400, {}];
  if (Number(sent['copies'] ?? 1) > 50) return [422, { message: 'copies must be at most 50' }];
  return [sent['later'] === true ? 202 : 200, { number: 3, ...sent, later: undefined }];
}

/** Messages of errors about examples, and of all others, from a run against a service that differs from the right one. */
async function found(differs: (asked: Asked, answer: Answer) => Answer = (_, answer) => answer) {
  const target = async (request: Request): Promise<Response> => {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const sent: Asked['sent'] = request.method === 'POST' ? Object(await request.json()) : {};
    const [status, body] = differs({ path, query, sent }, right({ path, query, sent }));
    return Response.json(body, { status });
  };
  const { summary } = await tell({ ...collaborators(API), target, phases: ['examples'], allowWrites: true });
  return summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check, operation, messagePointer }) => `${check} ${operation} ${messagePointer}`);
}

describe('A service that answers examples as the document shows', () => {
  const differences: Readonly<Record<string, (asked: Asked, answer: Answer) => Answer>> = {
    'in every respect': (_, answer) => answer,
    'with data of its own beside what was sent': (_, [status, body]) => [
      status,
      { ...Object(body), altitude: 9, result: 0, number: 99, name: 'other' },
    ],
    'without the records of the examples': ({ path }, answer) => (path.startsWith('/climate') ? [404, {}] : answer),
    'with a record that is missing in the document': ({ path }, answer) =>
      path.endsWith('/NOPE') ? [200, { station: 'NOPE', altitude: 1 }] : answer,
    'in another notation': ({ path }, [status, body]) =>
      path === '/convert' ? [status, { ...Object(body), from: 'eur', amount: 10.0 }] : [status, body],
    'with another documented refusal': (_, [status, body]) => [status === 422 ? 400 : status, body],
    'with a time of change that it sets itself': (_, [status, body]) => [
      status,
      { ...Object(body), changed: '2026-12-01' },
    ],
    'without a value that may be absent': (_, [status, body]) => [status, { ...Object(body), copies: undefined }],
  };
  test.each(Object.entries(differences))('is not accused: %s', async (_, differs) => {
    expect(await found(differs)).toEqual([]);
  });
});

describe('A service that answers an example otherwise is accused', () => {
  const DIFFERS = 'example.answer-differs';

  test('with another record than the one that the path names', async () => {
    const other = await found(({ path }, answer) =>
      path === '/climate/HILL' ? [200, { station: 'BAY', altitude: 212 }] : answer,
    );
    expect(other).toEqual([`${DIFFERS} readClimate /body/station`]);
  });

  test('with another value than the only example of a parameter', async () => {
    const other = await found(({ path }, answer) =>
      path === '/units/m' ? [200, { unit: 's', name: 'metre' }] : answer,
    );
    expect(other).toEqual([`${DIFFERS} readUnit /body/unit`]);
  });

  test('with another value than the query has', async () => {
    const other = await found(({ path }, [status, body]) => [
      status,
      path === '/convert' ? { ...Object(body), amount: 1 } : body,
    ]);
    expect(other).toEqual([`${DIFFERS} convert /body/amount`]);
  });

  test('with another value than the body has', async () => {
    const other = await found(({ sent }, [status, body]) => [
      status,
      sent['text'] === 'oak' ? { ...Object(body), copies: 2 } : body,
    ]);
    expect(other).toEqual([`${DIFFERS} printLabel /body/copies`]);
  });

  test('with a success where the document shows a refusal that names a part of the request', async () => {
    const other = await found(({ sent }, answer) => (sent['copies'] === 900 ? [200, { number: 3, ...sent }] : answer));
    expect(other).toEqual([`${DIFFERS} printLabel /status`]);
  });

  test('with another success where the document tells them apart by examples', async () => {
    const other = await found((_, [status, body]) => [status === 202 ? 200 : status, body]);
    expect(other).toEqual([`${DIFFERS} printLabel /status`]);
  });
});
