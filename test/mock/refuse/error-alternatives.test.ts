import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const kind = (type: string, status: number, more: object = {}): object =>
  object(
    { type: { ...text, enum: [type] }, status: { ...number, enum: [status] }, title: text, detail: text, ...more },
    ['type', 'status', 'title', ...Object.keys(more)],
  );
const failed = {
  anyOf: [
    kind('api_method_not_found', 404),
    kind('invalid_parameters', 400, { errors: array(object({ message: text })) }),
    kind('environment_mismatch', 403),
    kind('record_not_found', 404),
    kind('invalid_key', 401),
  ],
};
const whole = answer(ref('Thing'), '200', {
  default: { description: 'failed', content: { 'application/json': { schema: ref('Failed') } } },
});
const ask = await asking(
  {
    ...api(
      {
        '/things': { post: { ...sending(object({ name: text }, ['name'])), ...whole } },
        '/things/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: whole },
        '/secrets': { get: { security: [{ key: [] }], ...whole } },
      },
      { Thing: object({ id: text, name: text }, ['id']), Failed: failed },
    ),
    components: {
      schemas: { Thing: object({ id: text, name: text }, ['id']), Failed: failed },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  },
  { auth: 'document' },
);

test.each([
  ['a missing record', 'GET', '/things/none', 404, 'record_not_found'],
  ['an unknown path', 'GET', '/thing', 404, 'api_method_not_found'],
  ['a missing credential', 'GET', '/secrets', 401, 'invalid_key'],
])('of the documented errors, %s gets that of its status and its name', async (_, method, path, status, type) => {
  expect(await ask(method, path)).toMatchObject({ status, body: { status, type } });
});

test('an invalid body gets the error that lists what is wrong', async () => {
  const { status, body } = await ask('POST', '/things', {});
  expect(body).toMatchObject({ type: 'invalid_parameters', status });
  expect(JSON.stringify(body)).toContain('name');
});

test('an object for what is wrong by field holds that, also where the example has none', async () => {
  const wrong = object({ title: text, parameters: { type: 'object', description: 'Reasons by field' } });
  const refusal = {
    400: {
      description: 'Bad Request',
      content: { 'application/json': { schema: wrong, example: { title: 'Your parameters are wrong' } } },
    },
  };
  const inJobs = await asking(
    api({
      '/jobs': {
        post: { ...sending(object({ url: text }, ['url'])), ...answer(object({ id: text }), '200', refusal) },
      },
    }),
  );
  expect(await inJobs('POST', '/jobs', {})).toEqual({
    status: 400,
    location: undefined,
    body: { title: 'Your parameters are wrong', parameters: { url: ['`url` is required'] } },
  });
});
