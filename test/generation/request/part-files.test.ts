import { expect, test } from 'vitest';
import { createGenerator } from '../../../src/generation/index.ts';
import { loadApi, type Schema } from '../../../src/spec/index.ts';
import { createValidator } from '../../../src/validation/index.ts';

const PNG = '\u0089PNG\r\n';
const binary = { type: 'string', format: 'binary' };

/** The form that is drawn with a part of this schema. */
async function drawnPart(picture: unknown, contentType?: string): Promise<unknown> {
  const schema = { type: 'object', required: ['picture'], properties: { picture } } as Schema;
  const encoding = contentType === undefined ? {} : { encoding: { picture: { contentType } } };
  const api = await loadApi({
    openapi: '3.1.0',
    info: { title: 'Albums', version: '1' },
    paths: {
      '/pictures': {
        post: {
          operationId: 'add',
          requestBody: { required: true, content: { 'multipart/form-data': { schema, ...encoding } } },
          responses: {},
        },
      },
    },
  });
  const validator = createValidator({ api });
  const made = createGenerator({
    api,
    accepts: (each, value, direction) => validator.value(each, value, direction).length === 0,
  }).request(api.operation('add') ?? expect.fail('add'), { kind: 'valid', optional: 'all' }, { seed: 1, at: 'add' });
  if (!made.ok || made.value.body.kind !== 'parsed') return expect.fail('no form');
  return (made.value.body.value as { readonly picture: unknown }).picture;
}

test('a part of a form is a file of its media type, given by the schema or by the encoding', async () => {
  expect(await drawnPart({ ...binary, contentMediaType: 'image/png' })).toMatch(PNG);
  expect(await drawnPart(binary, 'image/png, image/jpeg')).toMatch(PNG);
  expect(await drawnPart({ type: 'array', minItems: 1, items: binary }, 'image/png')).toContainEqual(
    expect.stringContaining(PNG),
  );
});

test('what the document shows or asks for stays', async () => {
  expect(await drawnPart({ ...binary, examples: ['shown'] }, 'image/png')).toBe('shown');
  expect(await drawnPart({ ...binary, maxLength: 5 }, 'image/png')).not.toMatch(PNG);
  expect(await drawnPart({ type: 'string', enum: ['one'] }, 'image/png')).toBe('one');
});
