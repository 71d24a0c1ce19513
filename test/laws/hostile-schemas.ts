type Schemas = Readonly<Record<string, unknown>>;

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const holding = (name: string, next: object): object => ({
  type: 'object',
  required: [name],
  properties: { [name]: next },
});
const TEXT = { type: 'string' };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Each level leads to the next one twice: a value doubles with each of them. */
const doubling = (levels: number, level: (next: object, index: number) => object): Schemas =>
  Object.fromEntries([
    ['A', ref('L0')],
    ...times(levels, (index) => [`L${index}`, level(ref(`L${index + 1}`), index)]),
    [`L${levels}`, holding('z', TEXT)],
  ]);

/** Schemas that ask for too much, by what they ask for. `A` is the one that messages are made of. */
export const HOSTILE: Readonly<Record<string, Schemas>> = {
  'alternatives of each other': {
    A: { allOf: [ref('B'), ref('C'), ref('D')] },
    B: { oneOf: [holding('x', ref('A')), holding('y', ref('B')), { not: ref('A') }] },
    C: { oneOf: [holding('x', ref('C')), holding('y', ref('A')), { not: ref('B') }] },
    D: { oneOf: [holding('x', ref('D')), holding('z', ref('A')), { not: ref('C') }] },
  },
  'no finite value': { A: { oneOf: [holding('a', ref('A')), holding('b', ref('B'))] }, B: holding('a', ref('A')) },
  'twelve choices that lead back': {
    A: { allOf: times(12, (i) => ({ anyOf: ['x', 'y', 'z'].map((name) => holding(`${name}${i}`, ref('A'))) })) },
  },
  'sixteen choices that nothing settles': {
    A: {
      allOf: [
        ...times(16, (i) => ({ anyOf: ['x', 'y', 'z'].map((name) => holding(`${name}${i}`, TEXT)) })),
        { maxProperties: 5 },
      ],
    },
  },
  'levels that double': doubling(40, (next) => ({
    ...holding('l', next),
    required: ['l', 'r'],
    properties: { l: next, r: next },
  })),
  'alternatives that double': doubling(12, (next, i) => ({
    oneOf: [next, { allOf: [next, { required: [`n${i}`] }] }],
  })),
  'a billion items': { A: { type: 'array', items: TEXT, minItems: 1e9 } },
  'a hundred million items': {
    A: { type: 'array', minItems: 9_999, items: { type: 'array', items: TEXT, minItems: 9_999 } },
  },
  'forty million characters': { A: { type: 'array', minItems: 200, items: { type: 'string', minLength: 199_999 } } },
  'more different integers than there are': {
    A: { type: 'array', minItems: 9_000, uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 8_000 } },
  },
  'many that contain': {
    A: { type: 'array', allOf: times(3, (i) => ({ contains: { const: i }, minContains: 5_000 })) },
  },
  'names of one letter': { A: { type: 'object', propertyNames: { maxLength: 1 }, minProperties: 9_999 } },
  'nine members, each with nine': { A: { type: 'object', minProperties: 9, additionalProperties: ref('A') } },
  'dependents one by one': {
    A: {
      type: 'object',
      required: ['x0'],
      dependentSchemas: Object.fromEntries(times(30, (i) => [`x${i}`, { required: [`x${i + 1}`] }])),
    },
  },
  'a pattern of a trillion characters': { A: { type: 'string', pattern: '^(?:(?:(?:a{1000}){1000}){1000}){1000}$' } },
  'a pattern of nothing, very often': { A: { type: 'string', pattern: '^(?:(?:a{0}){1000000}){1000}$' } },
  'a pattern that may be empty, very often': { A: { type: 'string', pattern: '^(?:(?:a?){1000}){1000}$' } },
  'a pattern that looks ahead': { A: { type: 'string', pattern: '^(?=(a+)+$)a+b$' } },
  'a pattern with many ways': {
    A: { type: 'string', pattern: `^${'.*'.repeat(12)}x$`, minLength: 300, maxLength: 300 },
  },
  'tiny steps': { A: { type: 'number', multipleOf: 5e-324, minimum: 1e300 } },
  'steps without a common multiple': {
    A: { type: 'integer', allOf: times(300, (i) => ({ multipleOf: 10_007 + 2 * i })) },
  },
  'five hundred alternatives twice': {
    A: { allOf: ['k', 'j'].map((letter) => ({ oneOf: times(500, (i) => holding('k', { const: `${letter}${i}` })) })) },
  },
};
