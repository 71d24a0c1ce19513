import { expect, test } from 'vitest';
import { createGenerator } from '../../../src/generation/index.ts';
import { loadApi } from '../../../src/spec/index.ts';

const branch = (kind: string, property: object) => ({
  type: 'object',
  required: ['kind', 'amount'],
  properties: { kind: { const: kind }, amount: property },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Alarms', version: '1' },
  paths: {
    '/alarms': {
      post: {
        operationId: 'add',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['rule', 'day'],
                properties: {
                  day: { type: 'string', enum: ['monday', 'friday'] },
                  room: { type: 'string', pattern: '^room-[a-z]{2,8}$' },
                  colour: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
                  any: { type: 'string', pattern: '^[A-Za-z]+$' },
                  rule: {
                    oneOf: [
                      branch('hours', { type: 'integer', minimum: 1, maximum: 23 }),
                      branch('minutes', { type: 'integer', multipleOf: 5 }),
                      branch('never', { type: 'string', maxLength: 9 }),
                    ],
                  },
                },
              },
            },
          },
        },
        responses: { '201': { description: 'added' } },
      },
    },
  },
};

const api = await loadApi(DOCUMENT);
const generator = createGenerator({ api });
const operation = api.operation('add') ?? expect.fail('add');

test('the rules of every branch of a union can be broken and kept at their bounds', () => {
  const keywords = generator
    .breakable(operation)
    .flatMap(({ pointer, keyword }) => (pointer === '/body/rule/amount' ? [keyword] : []));
  expect(keywords).toEqual(expect.arrayContaining(['minimum', 'maximum', 'multipleOf', 'maxLength']));
  for (const keyword of ['minimum', 'maximum', 'multipleOf', 'maxLength'])
    expect(
      generator.request(operation, { kind: 'breaks', pointer: '/body/rule/amount', keyword }, { seed: 1, at: 'a' }),
    ).toMatchObject({ ok: true });
  const bounds = generator
    .boundaries(operation, { seed: 1, at: 'a' })
    .flatMap(({ pointer, keyword }) => (pointer === '/body/rule/amount' ? [keyword] : []));
  expect(bounds).toEqual(expect.arrayContaining(['maximum', 'maxLength']));
});

test('a listed string is sent in the other case of its letters', () => {
  const letters = generator.request(
    operation,
    { kind: 'breaks', pointer: '/body/day', keyword: 'letters' },
    { seed: 1, at: 'a' },
  );
  if (!letters.ok) return expect.fail(letters.reason);
  expect(letters.value.body).toMatchObject({ value: { day: expect.stringMatching(/^(MONDAY|FRIDAY)$/) } });
});

test('a string that matches its pattern is sent in the other case of its letters, if the pattern excludes that', () => {
  const places = generator
    .breakable(operation)
    .flatMap(({ pointer, keyword }) => (keyword === 'patternLetters' ? [pointer] : []));
  expect(places).toEqual(['/body/room']);
  const made = generator.request(
    operation,
    { kind: 'breaks', pointer: '/body/room', keyword: 'patternLetters' },
    { seed: 1, at: 'a' },
  );
  if (!made.ok) return expect.fail(made.reason);
  expect(made.value.body).toMatchObject({ value: { room: expect.stringMatching(/^ROOM-[A-Z]{2,8}$/) } });
});
