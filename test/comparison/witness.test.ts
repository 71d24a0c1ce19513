import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../src/library/index.ts';
import { documentWith } from './labels/message-pairs.ts';
import { object, text } from './labels/pair-parts.ts';

const oneOfThem = (...values: readonly string[]): object => ({ type: 'string', enum: values });

async function broken(before: object, after: object): Promise<readonly (readonly unknown[])[]> {
  const { breaking } = await compareDocuments({
    base: documentWith({ body: before }),
    revision: documentWith({ body: after }),
    now: '2026-11-25',
  });
  return breaking.map(({ check, subject, witness }) => [check, subject, witness?.refusal]);
}

describe('a witness', () => {
  it('is refused for the change that it shows, also where a second change refuses it', async () => {
    const before = object({ mode: oneOfThem('a', 'b') });
    const after = object({ mode: oneOfThem('a'), key: text }, { required: ['key'] });
    expect(await broken(before, after)).toEqual([
      ['request.enum', undefined, 'body.schema /body/mode enum'],
      ['request.required', 'key', 'body.schema /body/key required'],
    ]);
  });

  it('does not show a change of one property where only another property is refused', async () => {
    const of = (type: string): object =>
      object({ type: oneOfThem(type), shape: { type: 'object' } }, { required: ['shape'] });
    const before = object({ type: oneOfThem('circle', 'polygon'), shape: { type: 'object' } });
    const found = await broken(before, { oneOf: [of('circle'), of('polygon')] });
    expect(found).toContainEqual(['request.required', 'shape', 'body.schema /body/shape required']);
    expect(found.map(([check]) => check)).not.toContain('request.enum');
  });
});

describe('a body of XML', () => {
  it('breaks where one value has another text now', async () => {
    const document = (name: object): object => ({
      openapi: '3.0.3',
      info: { title: 't', version: '1.0.0' },
      paths: {
        '/': {
          post: {
            requestBody: {
              content: {
                'application/xml': {
                  schema: { type: 'object', xml: { name: 'pet' }, properties: { tag: { type: 'string', ...name } } },
                },
              },
            },
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    });
    const found = async (before: object, after: object): Promise<readonly string[]> =>
      (await compareDocuments({ base: document(before), revision: document(after) })).breaking.map(
        ({ check }) => check,
      );
    expect(await found({}, { xml: { name: 'label' } })).toEqual(['body.wire-form']);
    expect(await found({}, { xml: { attribute: true } })).toEqual(['body.wire-form']);
    expect(await found({}, { xml: { name: 'tag' } })).toEqual([]);
    expect(await found({ description: 'one' }, { description: 'two' })).toEqual([]);
  });
});
