import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Numbers, version: '1' }
paths:
  /numbers:
    get:
      operationId: listNumbers
      parameters: [{ name: features, in: query, schema: { type: string, enum: [SMS, VOICE, 'SMS,VOICE'] } }]
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Number' } } } } } }
  /numbers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readNumber, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Number' } } } }, '404': { description: None. } } }
components:
  schemas:
    Number: { type: object, required: [id, features], properties: { id: { type: string }, features: { type: array, items: { type: string } } } }
`);

const ALL = [
  { id: 'n1', features: ['SMS'] },
  { id: 'n2', features: ['VOICE'] },
  { id: 'n3', features: ['VOICE', 'SMS'] },
  { id: 'n4', features: ['MMS'] },
];

/** A service whose numbers have each or one of the wanted features, or that ignores several. */
function numbers(how: 'every' | 'some' | 'ignored') {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/')[2];
    const one = ALL.find((each) => each.id === id);
    if (id !== undefined) return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    const wanted = searchParams.get('features')?.split(',') ?? [];
    const isOff = wanted.length === 0 || (how === 'ignored' && wanted.length > 1);
    const fits = ({ features }: { features: string[] }): boolean =>
      how === 'some' ? wanted.some((each) => features.includes(each)) : wanted.every((each) => features.includes(each));
    return Response.json(isOff ? ALL : ALL.filter(fits));
  };
}

test.each([
  ['every', []],
  ['some', []],
  ['ignored', ['filter.ignored']],
] as const)('several values in one string are judged one by one: %s', async (how, expected) => {
  const { summary } = await tell({ ...PARTS, target: numbers(how), phases: ['stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check)).toEqual(expected);
});
