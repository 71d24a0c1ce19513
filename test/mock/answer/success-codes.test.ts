import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const outcome = object({ To: text, ErrorCode: number, Message: text }, ['ErrorCode', 'Message']);
const at = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema });
const template = object({ TemplateID: number, Name: text, Body: text }, ['TemplateID', 'Name']);
const created = object({ TemplateId: number, Name: text });
const bounce = object({ ID: text, Email: text }, ['ID', 'Email']);

const ask = await asking(
  api(
    {
      '/mails': { post: { ...sending(object({ To: text })), ...answer(outcome) } },
      '/calls': {
        post: { ...sending(object({ to: text })), ...answer(object({ 'error-code': { ...text, example: '200' } })) },
      },
      '/mails/batch': { post: { ...sending(array(object({ To: text }))), ...answer(array(outcome)) } },
      '/checks': {
        get: { ...query('q'), ...answer(object({ error_code: { type: ['string', 'null'] } }, ['error_code'])) },
      },
      '/templates': {
        get: answer(object({ Templates: array(ref('Template')) }, ['Templates'])),
        post: { ...sending(object({ Name: text, Body: text })), ...answer(created) },
      },
      '/templates/{templateId}': {
        get: { ...path('templateId', number), ...answer(ref('Template')) },
        delete: { ...path('templateId', number), ...answer(outcome) },
      },
      '/bounces': { get: answer(object({ Bounces: array(ref('Bounce')) }, ['Bounces'])) },
      '/bounces/{bounceid}': { get: { parameters: [at('bounceid', number)], ...answer(ref('Bounce')) } },
    },
    { Template: template, Bounce: bounce },
  ),
);

describe('What a success says of errors', () => {
  test('is the code of a success that the document shows', async () => {
    expect((await ask('POST', '/calls', { to: 'ada' })).body).toEqual({ 'error-code': '200' });
  });

  test('is the code 0 and OK, in each entry of a list and after a deletion as well', async () => {
    expect((await ask('POST', '/mails', { To: 'ada' })).body).toMatchObject({ To: 'ada', ErrorCode: 0, Message: 'OK' });
    const { body } = await ask('POST', '/mails/batch', [{ To: 'ada' }, { To: 'bob' }]);
    expect(body).toMatchObject([
      { To: 'ada', ErrorCode: 0 },
      { To: 'bob', ErrorCode: 0 },
    ]);
    expect((await ask('GET', '/checks')).body.error_code).toBeNull();
    const { TemplateId } = (await ask('POST', '/templates', { Name: 'T' })).body;
    expect((await ask('DELETE', `/templates/${TemplateId}`)).body.ErrorCode).toBe(0);
  });
});

describe('A generated answer with a flag for its success', () => {
  const flag = { type: 'boolean', enum: [false, true] };
  const shown = async (schema: object): Promise<unknown> => {
    const asks = await asking(api({ '/state': { get: answer(schema) } }), { seed: 4 });
    return (await asks('GET', '/state')).body;
  };

  test.each([
    ['success', 'error', true],
    ['ok', 'errorMessage', true],
    ['isError', 'responseException', false],
  ])('says by `%s` that all is well, and shows no `%s`', async (name, error, well) => {
    const body = await shown(
      object({ [name]: { ...flag, example: !well }, [error]: text, level: number }, [name, 'level']),
    );
    expect(body).toEqual({ [name]: well, level: expect.any(Number) });
    const required = await shown(object({ [name]: { ...flag, example: !well }, [error]: text }, [name, error]));
    expect(required).toEqual({ [name]: well, [error]: '' });
  });

  test('is left as it is in a record with an id, and where no flag stands beside the error', async () => {
    const kept = { ...flag, const: false };
    const shownFalse = { type: 'boolean', example: false };
    expect(await shown(object({ id: text, success: shownFalse }, ['id', 'success']))).toMatchObject({ success: false });
    expect(await shown(object({ error: { ...text, example: 'none' } }, ['error']))).toEqual({ error: 'none' });
    expect(await shown(object({ success: kept, level: number }, ['success']))).toMatchObject({ success: false });
  });
});

describe('One thing under two spellings', () => {
  test('is shown under the name that each answer has', async () => {
    const { body } = await ask('POST', '/templates', { Name: 'T', Body: 'b' });
    expect(body).toEqual({ TemplateId: expect.any(Number), Name: 'T' });
    const read = (await ask('GET', `/templates/${body.TemplateId}`)).body;
    expect(read).toMatchObject({ TemplateID: body.TemplateId, Name: 'T', Body: 'b' });
  });

  test('is the id where the parameter joins its words', async () => {
    const [first] = (await ask('GET', '/bounces')).body.Bounces;
    expect((await ask('GET', `/bounces/${first.ID}`)).body).toEqual(first);
  });
});
