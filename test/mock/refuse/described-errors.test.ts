import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const description = `# Trains

\`\`\`http
GET /trains
\`\`\`

## Errors

\`\`\`json
{ "error": { "code": "invalid_input", "message": "too long", "details": { "fields": [{ "name": "line", "messages": ["too long"] }] } } }
\`\`\`

| Code | Meaning |
|---|---|
| \`forbidden\` | not allowed |
| \`invalid_input\` | the input is wrong |
| \`not_found\` | there is none |
`;
const train = object({ id: number, line: text, class: number }, ['id', 'line']);
const paths = {
  '/trains': {
    get: answer(array(train)),
    post: { ...sending(object({ line: text, class: number }, ['line'])), ...answer(train, '201') },
  },
  '/trains/{id}': { ...path('id', number), get: answer(train) },
};
const little = api(paths);
const mock = await createMock({ document: { ...little, info: { title: 'trains', version: '1', description } } });
afterAll(() => mock.close());

test('an error without a schema has the form of the example in the description, with the code that the description lists for it', async () => {
  const missing = await mock.fetch(new Request('http://mock/trains/98765'));
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toBe('application/json');
  expect(await missing.json()).toEqual({
    error: { code: 'not_found', message: 'There is no train with id "98765".', details: { fields: [] } },
  });
  const wrong = await mock.fetch(
    new Request('http://mock/trains', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ class: 'first' }),
    }),
  );
  expect(await wrong.json()).toMatchObject({
    error: {
      code: 'invalid_input',
      details: {
        fields: [
          { name: 'line', messages: ['`line` is required'] },
          { name: 'class', messages: ['`class` must be an integer, is the string "first"'] },
        ],
      },
    },
  });
});

test('an example of JSON that is not an error changes nothing', async () => {
  const shown = '```json\n{"id": 1, "line": "S1"}\n```';
  const plain = await createMock({
    document: { ...little, info: { title: 'trains', version: '1', description: shown } },
  });
  const missing = await plain.fetch(new Request('http://mock/trains/98765'));
  expect(missing.headers.get('content-type')).toBe('application/problem+json');
  await plain.close();
});

const entry = { properties: { code: text, title: text }, required: ['code', 'title'] };
const problem = {
  type: 'object',
  properties: { title: text, name: text, problems: array({ $ref: '#/components/schemas/Problem' }) },
};
const listed = await createMock({
  document: api(
    {
      '/a': { get: answer(array(train)) },
      '/a/{id}': {
        ...path('id', number),
        get: answer(train, '200', {
          default: {
            description: '',
            content: { 'application/json': { schema: object({ errors: array(entry) }) } },
          },
        }),
      },
      '/b': {
        post: {
          ...sending(object({ line: text }, ['line'])),
          ...answer(train, '201', {
            400: {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          }),
        },
      },
    },
    { Problem: problem },
  ),
});
afterAll(() => listed.close());

test('entries of a list of errors are objects where their schema names properties, also without a type', async () => {
  const missing = await listed.fetch(new Request('http://mock/a/98765'));
  expect(await missing.json()).toMatchObject({ errors: [{ code: 'not_found' }] });
});

test('an entry of a list of errors does not hold that list again', async () => {
  const headers = { 'content-type': 'application/json' };
  const wrong = await listed.fetch(new Request('http://mock/b', { method: 'POST', headers, body: '{}' }));
  const body = (await wrong.json()) as { problems: readonly object[] };
  expect(body.problems).toHaveLength(1);
  expect(body.problems[0]).not.toHaveProperty('problems');
});
