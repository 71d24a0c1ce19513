import { describe, expect, it } from 'vitest';
import { type CompareChoices, compareDocuments } from '../../src/library/index.ts';
import { documentWith } from './labels/message-pairs.ts';
import { answers, bodies, named, object, type Parts, refTo, text } from './labels/pair-parts.ts';

type Choices = Omit<CompareChoices, 'base' | 'revision'>;

async function found([before, after]: readonly [Parts, Parts], choices: Choices): Promise<readonly string[]> {
  const [base, revision] = [documentWith(before), documentWith(after)];
  const { findings } = await compareDocuments({ base, revision, now: '2026-11-25', ...choices });
  return findings
    .filter(({ about, severity }) => about !== 'release' && severity !== 'info')
    .map(({ severity, check, subject = '' }) => `${severity} ${check} ${subject}`.trim());
}

const a = { type: 'string', maxLength: 5 };
const OPEN = { additionalProperties: true };

describe('names that only one document has', () => {
  it.each([
    ['a property of requests is new', bodies(object({}), object({ a })), 'request', []],
    [
      'a property of answers is gone',
      answers(object({ a }), object({})),
      'response',
      ['warning response.property-removed a'],
    ],
  ] as const)('do not break clients, unless they are counted: %s', async (_, pair, direction, before) => {
    expect(await found(pair, {})).toEqual(before);
    expect(await found(pair, { undocumented: 'count' })).toEqual([`error ${direction}.undocumented a`, ...before]);
  });

  it('break clients where the base states that there may be others, and that is one finding', async () => {
    expect(await found(bodies(object({}, OPEN), object({ a }, OPEN)), {})).toEqual(['error request.undocumented a']);
  });

  it('do not break clients where the base has no other properties, or the new one allows anything', async () => {
    const closed = { additionalProperties: false };
    expect(await found(bodies(object({}, closed), object({ a })), { undocumented: 'count' })).toEqual([]);
    expect(await found(bodies(object({}), object({ a: {} })), { undocumented: 'count' })).toEqual([]);
  });

  it('are found under a pattern of names', async () => {
    const patterned = { type: 'object', patternProperties: { '^x-': text } };
    const pair = bodies({ type: 'object' }, patterned);
    expect(await found(pair, {})).toEqual([]);
    expect(await found(pair, { undocumented: 'count' })).toEqual(['error request.type']);
  });
});

describe('types that a schema lets through without documenting them', () => {
  const untyped = { properties: { a: text }, required: ['a'] };
  it.each([
    ['stated now, in a request', bodies(untyped, { type: 'object', ...untyped }), []],
    ['no longer stated, in an answer', answers({ type: 'object', ...untyped }, untyped), []],
    [
      'other than the meant one',
      bodies(untyped, { type: 'string' }),
      ['error request.type object', 'warning request.property-removed a'],
    ],
    ['stated where nothing was', bodies({}, { type: 'object' }), ['error request.type']],
    ['in a list of values', bodies({ enum: ['a', 1], minLength: 1 }, { enum: ['a'] }), ['error request.enum']],
  ] as const)('%s', async (_, pair, expected) => {
    expect(await found(pair, {})).toEqual(expected);
  });

  it('break clients where such values are counted', async () => {
    const pair = bodies(untyped, { type: 'object', ...untyped });
    expect((await found(pair, { undocumented: 'count' })).length).toBeGreaterThan(0);
  });
});

it('a schema that allowed anything and gets a type is one finding', async () => {
  expect(await found(bodies(object({ a: {} }), object({ a })), {})).toEqual(['error request.type']);
  expect(await found(bodies(object({ a: { description: 'Any.' } }), object({ a: text })), {})).toEqual([
    'error request.type',
  ]);
});

const item = (id: string, rest: object = {}): Parts => ({
  path: `/items/{${id}}`,
  more: { operationId: 'getItem', ...rest },
  parameters: [{ name: id, in: 'path', required: true, schema: text }],
});

describe('names that only generated code uses', () => {
  const pair = [item('id'), item('itemId', { operationId: 'findItem' })] as const;

  it('are found at the level of source code only', async () => {
    expect(await found(pair, {})).toEqual([]);
    expect(await found(pair, { level: 'source' })).toEqual([
      'error source.operation-id getItem',
      'error source.path-parameter-name id',
    ]);
  });

  it('are tags of operations, which are risky', async () => {
    const tagged = (...tags: readonly string[]): Parts => item('id', { tags });
    expect(await found([tagged('a', 'b'), tagged('b', 'c')], { level: 'source' })).toEqual(['warning source.tag a']);
    expect(await found([tagged(), tagged('a')], { level: 'source' })).toEqual(['warning source.tag']);
  });

  it('are names of schemas, and one that has another name is told', async () => {
    const pet = object({ name: text });
    const before = named({ Pet: pet, Old: object({ b: text }) }, { response: refTo('Pet') });
    const after = named({ Animal: pet }, { response: refTo('Animal') });
    const { breaking } = await compareDocuments({
      base: documentWith(before),
      revision: documentWith(after),
      level: 'source',
    });
    expect(breaking.map(({ check, message, place }) => [check, message, place.pointer])).toEqual(
      [
        ['source.schema-name', expect.stringContaining('the schema `Old` is gone'), '/components/schemas/Old'],
        [
          'source.schema-name',
          expect.stringContaining('the schema `Pet` is `Animal` now'),
          '/components/schemas/Animal',
        ],
      ].sort(),
    );
    expect(await found([before, after], {})).toEqual([]);
  });

  it('count for the version, and have severities as all rules', async () => {
    const { summary } = await compareDocuments({
      base: documentWith(pair[0]),
      revision: documentWith(pair[1]),
      level: 'source',
    });
    expect(summary.release.advice).toBe('major');
    expect(await found(pair, { level: 'source', policy: { checks: { 'source.*': 'off' } } })).toEqual([]);
  });
});
