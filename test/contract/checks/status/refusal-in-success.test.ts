import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const documentOf = (code: string): string => `openapi: 3.1.0
info: { title: Pads, version: '1' }
paths:
  /pads:
    post:
      operationId: makePad
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1 } } } } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, properties: { code: { type: integer, example: 0 }, message: { type: string } } } } } }
        '400': { description: wrong, content: { application/json: { schema: { type: object, properties: { code: { type: integer${code} }, message: { type: string } } } } } }
`;

/** Answers 200 whatever it does, and says in the content whether it refuses. */
const target =
  (refusal: object, isRefused: boolean) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const sent = (await request.json().catch(() => null)) as { label?: unknown } | null;
    const isValid = typeof sent?.label === 'string' && sent.label !== '';
    return Response.json(isRefused || !isValid ? refusal : { code: 0, message: 'ok' });
  };

async function run(
  refusal: object,
  isRefused: boolean,
  code = ', example: 1',
): Promise<readonly [boolean, readonly string[]]> {
  const { summary } = await tell({
    ...fromYaml(documentOf(code)),
    target: target(refusal, isRefused),
    only: ['makePad'],
  });
  const [operation] = summary.coverage.operations;
  return [operation?.reached === true, [...new Set(summary.findings.map(({ check }) => check))]];
}

const OF_VALUES = /^reject\.(null|wrong-type|missing|empty-body|out-of-range|length)/;

const REFUSAL = { code: 1, message: 'no such pad' };

test('a success with the documented content of an error does not reach the operation', async () => {
  expect((await run(REFUSAL, true))[0]).toBe(false);
  expect((await run(REFUSAL, false))[0]).toBe(true);
});

test('a flag of success that is false beside an error refuses, too', async () => {
  expect((await run({ success: false, error: 'no such pad' }, true))[0]).toBe(false);
  expect((await run({ success: false }, true))[0]).toBe(true);
});

test('an invalid request that the content refuses is not accepted', async () => {
  expect((await run(REFUSAL, false))[1].filter((check) => OF_VALUES.test(check))).toEqual([]);
  expect((await run({ code: 0, message: 'ok' }, false))[1].some((check) => OF_VALUES.test(check))).toBe(true);
});

test('a documented 400 that comes as a success with the content of an error is a wrong status', async () => {
  expect((await run(REFUSAL, false))[1]).toContain('reject.wrong-code');
  expect((await run({ code: 0, message: 'ok' }, false))[1]).not.toContain('reject.wrong-code');
});

test('a value that the document shows for successes, for nothing, or as empty for errors marks no error', async () => {
  expect((await run(REFUSAL, true, ''))[0]).toBe(true);
  expect((await run({ code: 0 }, true, ', example: 0'))[0]).toBe(true);
  expect((await run({ code: 7 }, true))[0]).toBe(true);
});
