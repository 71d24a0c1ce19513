import { expect, test } from 'vitest';
import { chooseMedia } from '../../../src/mock/facts/negotiate.ts';
import type { Operation } from '../../../src/spec/index.ts';
import { parseApi } from '../../../src/spec/index.ts';

const PET = { $ref: '#/components/schemas/Pet' };

function chosen(content: Record<string, object>, accept?: string): string | undefined {
  const api = parseApi({
    name: 'a.json',
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: { '/a': { get: { responses: { 200: { description: 'ok', content } } } } },
      components: { schemas: { Pet: { type: 'object' }, Error: { type: 'object' } } },
    }),
  });
  const [spec] = (api.operations[0] as Operation).responses; // the one that stands above
  const choice = spec === undefined ? undefined : chooseMedia(spec, accept);
  return choice?.kind === 'media' ? choice.mediaType : undefined;
}

test('text or script that is JSON all the same comes after JSON', () => {
  for (const type of ['text/plain', 'application/javascript'])
    expect(chosen({ [type]: { schema: PET }, 'application/json': { schema: PET } })).toBe('application/json');
});

test('plain text that is something else than the JSON beside it stays first', () => {
  const other = { schema: { $ref: '#/components/schemas/Error' } };
  expect(chosen({ 'text/plain': { schema: PET }, 'application/json': other })).toBe('text/plain');
  expect(chosen({ 'text/plain': { schema: { type: 'string' } }, 'application/json': other })).toBe('text/plain');
});

test('a plain form comes before the same one with parameters, unless these are asked for', () => {
  const content = { 'application/json;stream=watch': { schema: PET }, 'application/json': { schema: PET } };
  for (const accept of [undefined, 'application/json', '*/*', 'application/*, text/plain;q=0.1'])
    expect(chosen(content, accept)).toBe('application/json');
  expect(chosen(content, 'application/json;stream=watch, application/json')).toBe('application/json;stream=watch');
});
