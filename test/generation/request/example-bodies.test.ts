import { describe, expect, it } from 'vitest';
import { createGenerator } from '../../../src/generation/index.ts';
import { type Operation, parseApi } from '../../../src/spec/index.ts';

const example = { title: 'Tea', kind: 'short', size: 3, tags: ['hot'] };

function bodyOf(schema: object | undefined, intent: 'all' | 'required', examples: boolean): unknown {
  const media = { ...(schema === undefined ? {} : { schema }), example };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        post: { requestBody: { content: { 'application/json': media } }, responses: { 201: { description: 'Made' } } },
      },
    },
  };
  const api = parseApi({ name: 'notes.json', text: JSON.stringify(document) }, { shown: 'names' });
  const generator = createGenerator({ api });
  const [operation] = api.operations as readonly [Operation];
  expect(generator.breakable(operation).filter(({ pointer }) => pointer.startsWith('/body/'))).toEqual([]);
  expect(generator.boundaries(operation, { seed: 1, at: 'x' })).toEqual([]);
  const made = generator.request(operation, { kind: 'valid', optional: intent, examples }, { seed: 1, at: 'x' });
  return made.ok && made.value.body.kind === 'parsed' ? made.value.body.value : made;
}

describe.each([
  ['without a schema', undefined],
  ['with a type alone', { type: 'object' }],
] as const)('a body that only its example describes, %s', (_, schema) => {
  it.each(['all', 'required'] as const)('is that example, with %s parts: no rule of it can be broken', (intent) => {
    expect(bodyOf(schema, intent, true)).toEqual(example);
  });

  it('is drawn in the form of the example, with its words', () => {
    const made = bodyOf(schema, 'required', false);
    expect(made).toEqual({
      title: expect.any(String),
      kind: 'short',
      size: expect.any(Number),
      tags: expect.any(Array),
    });
    expect(made).not.toEqual(example);
  });
});
