import { type Chance, chanceOf } from './seeded-chance.ts';

export type Written = Record<string, unknown>;

const NAMES = ['A', 'B', 'C', 'D'];
const PROPERTIES = ['x', 'y', 'z'];

/** A document whose schemas lead to each other in every way there is: most have no finite value, or one that is hard to find. */
export function recursiveDocument(seed: number): Written {
  const chance = chanceOf(seed);
  const schemas = Object.fromEntries(NAMES.map((name) => [name, schema(chance, 2)]));
  return documentOf(schemas, `recursive ${seed}`);
}

/** A document whose messages are all of the schema `A`. */
export function documentOf(schemas: Written, title = 'hostile'): Written {
  const body = { content: { 'application/json': { schema: ref('A') } } };
  const answer = { description: '', ...body };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: {
      '/a': {
        get: { operationId: 'get', responses: { 200: answer } },
        post: {
          operationId: 'post',
          requestBody: { required: true, ...body },
          responses: { 200: answer, 422: answer },
        },
      },
    },
    components: { schemas },
  };
}

const ref = (name: string): Written => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that lead nowhere else, some of them with sizes that nothing should be made of. */
const ENDS: readonly Written[] = [
  { type: 'string' },
  { type: 'string', pattern: '^(?:a{500}){500}$' },
  { type: 'string', pattern: '^(?=(a+)+$)a+b$' },
  { type: 'string', minLength: 1e9 },
  { type: 'integer', minimum: 1, maximum: 3 },
  { type: 'number', multipleOf: 1e-300 },
  { type: 'boolean' },
  { type: 'null' },
  { enum: ['x', 1, null] },
  { type: 'array', minItems: 9_000, uniqueItems: true, items: { type: 'integer' } },
  { type: 'object', minProperties: 9_000 },
  { type: 'object', propertyNames: { maxLength: 1 }, minProperties: 40 },
];

function schema(chance: Chance, depth: number): Written {
  const below = (): unknown => member(chance, depth - 1);
  const several = (): unknown[] => Array.from({ length: chance.between(1, 3) }, below);
  const named = (): Written =>
    Object.fromEntries(PROPERTIES.slice(0, chance.between(1, 3)).map((name) => [name, below()]));
  const makers: readonly (() => Written)[] = [
    () => ({ type: 'object', required: PROPERTIES.slice(0, chance.between(0, 2)), properties: named() }),
    () => ({ oneOf: several() }),
    () => ({ anyOf: several() }),
    () => ({ allOf: several() }),
    () => ({ not: below() }),
    () => Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, below()])),
    () => ({ type: 'array', items: below(), minItems: chance.between(0, 3), uniqueItems: chance.maybe(0.5) }),
    () => ({ prefixItems: several(), unevaluatedItems: below(), contains: below(), minContains: chance.between(0, 3) }),
    () => ({ additionalProperties: below(), minProperties: chance.between(0, 9) }),
    () => ({ patternProperties: { '^(a+)+$': below(), '[xyz]': below() }, unevaluatedProperties: below() }),
    () => ({
      required: ['x'],
      dependentSchemas: { x: below(), y: below() },
      dependentRequired: { x: ['y'], y: ['z'] },
    }),
    () => ({ type: 'string', contentMediaType: 'application/json', contentSchema: below() }),
  ];
  const first = chance.pick(makers)();
  // Keywords of several kinds hold at once.
  return chance.maybe(0.4) ? { ...chance.pick(makers)(), ...first } : first;
}

function member(chance: Chance, depth: number): unknown {
  if (chance.maybe(0.55)) return ref(chance.pick(NAMES));
  if (chance.maybe(0.05)) return chance.maybe(0.5);
  return depth <= 0 || chance.maybe(0.4) ? chance.pick(ENDS) : schema(chance, depth);
}
