import { describe, expect, it } from 'vitest';
import {
  createSchemaComparer,
  createSchemaSource,
  createSide,
  createStepAllowance,
} from '../../src/containment/index.ts';
import { compareDocuments } from '../../src/library/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { documentWith } from './labels/message-pairs.ts';
import { bodies, named, refTo } from './labels/pair-parts.ts';

const names = (count: number, step = 1): readonly string[] => Array.from({ length: count }, (_, at) => `v${at * step}`);
const byName = (all: readonly string[], of: (name: string, at: number) => object): Record<string, object> =>
  Object.fromEntries(all.map((name, at) => [name, of(name, at)]));

function nested(keyword: string, depth: number, leaf: (at: number) => object): object {
  let count = 0;
  const level = (left: number): object =>
    left === 0 ? leaf(count++) : { [keyword]: [level(left - 1), level(left - 1), level(left - 1)] };
  return level(depth);
}

/** Schemas that all refer to each other. */
const mutual = (most: number): Record<string, object> =>
  byName(names(300), (_, at) => ({
    type: 'object',
    properties: {
      ...byName(['a', 'b', 'c'], (_name, way) => refTo(`v${(at * (way + 1) + 1) % 300}`)),
      text: { type: 'string', maxLength: most },
    },
  }));

const text = (maxLength: number): object => ({ type: 'string', maxLength });
const HOSTILE: readonly (readonly [string, object, object])[] = [
  ['deep unions', nested('oneOf', 7, (at) => byNameOf(at, 9)), nested('oneOf', 7, (at) => byNameOf(at, 8))],
  ['deep conjunctions', nested('allOf', 7, (at) => byNameOf(at, 9)), nested('allOf', 7, (at) => byNameOf(at, 8))],
  ['a long list', { enum: names(20_000) }, { enum: names(20_000, 2) }],
  ['a catastrophic pattern', { type: 'string', pattern: '^(a+)+$' }, { type: 'string', pattern: '^(a|aa)+b?$' }],
  [
    'conditions that multiply',
    { allOf: names(20).map((name) => ({ if: { required: [name] }, else: { required: ['x'] } })) },
    { allOf: names(20).map((name) => ({ if: { required: [name] }, else: { required: ['y'] } })) },
  ],
  ['sizes beyond any message', { type: 'array', minItems: 1e6 }, { type: 'array', minItems: 1e6 + 1 }],
  [
    'many alternatives',
    { anyOf: names(200).map((name) => ({ required: [name], properties: { [name]: text(9) } })) },
    { anyOf: names(200).map((name) => ({ required: [name], properties: { [name]: text(8) } })) },
  ],
];

function byNameOf(at: number, most: number): object {
  return { type: 'object', properties: { [`p${at}`]: text(most) } };
}

const compared = async (pair: readonly [object, object]): Promise<readonly string[]> =>
  (
    await compareDocuments({
      base: pair[0],
      revision: pair[1],
    })
  ).findings
    .filter(({ about }) => about === 'change' || about === 'undecided')
    .map(({ check }) => check);

describe('a hostile document', () => {
  it.each(HOSTILE)(
    'with %s ends, and is not silently safe',
    async (_, before, after) => {
      const parts = bodies(before, after);
      const found = await compared([documentWith(parts[0]), documentWith(parts[1])]);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(300);
    },
    60_000,
  );

  it('with schemas that all refer to each other ends, and is not silently safe', async () => {
    const document = (most: number): object => documentWith(named(mutual(most), { body: refTo('v0') }));
    const found = await compared([document(9), document(8)]);
    expect(found.length).toBeGreaterThan(0);
  }, 60_000);
});

describe('the steps of a comparison', () => {
  const sourceOf = (schema: object, allowance = createStepAllowance()) =>
    createSchemaSource(
      parseApi({ text: JSON.stringify(documentWith({ body: schema })), name: 'pair.json' }, { exact: true }),
      allowance,
    );
  const gaps = (allowance: ReturnType<typeof createStepAllowance>): readonly (string | undefined)[] => {
    const object = (most: number): object => ({ type: 'object', properties: byName(names(50), () => text(most)) });
    const [left, right] = [sourceOf(object(9), allowance), sourceOf(object(8), allowance)];
    const schemaOf = ({ api }: typeof left) => api.operations[0]?.body?.content[0]?.schema ?? true;
    const comparer = createSchemaComparer(createSide(left, 'request'), createSide(right, 'request'));
    return comparer.gaps(schemaOf(left), schemaOf(right)).map(({ doubt }) => doubt);
  };

  it('leave what they do not suffice for undecided, with the reason', () => {
    expect(gaps(createStepAllowance())).toHaveLength(50);
    expect(gaps(createStepAllowance())[0]).toBeUndefined();
    expect(gaps(createStepAllowance(300, 1e9))).toContain('the object has too many properties to compare');
    expect(gaps(createStepAllowance(1e9, 0))).toEqual(['the comparison takes too many steps']);
  });

  it('of one place are not those of the next', () => {
    const allowance = createStepAllowance(10, 100);
    allowance.place(() => allowance.spend(11));
    expect([allowance.isSpent(), allowance.isOver()]).toEqual([false, false]);
    allowance.spend(90);
    expect([allowance.isSpent(), allowance.isOver()]).toEqual([true, true]);
  });
});
