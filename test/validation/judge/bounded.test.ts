import { describe, expect, test } from 'vitest';
import type { Body, Json } from '../../../src/core/index.ts';
import { createPrism, createValidator, type OwnedValidator } from '../../../src/validation/index.ts';
import { answer, apiWithAnswer, apiWithBody, brief, jsonOf, send } from '../apis.ts';
import { mulberry } from '../random-value.ts';

type Random = () => number;
type Names = readonly string[];

const TAGS = ['add', 'sub', 'mul'];
const KEYS = ['left', 'right'];
/** Only a hang takes so long. */
const DEADLINE = 120_000;

/** A sum, a difference or a product of expressions, as front ends send filters. */
function expressions(definition: (tag: string) => Json): { readonly schemas: Readonly<Record<string, Json>> } {
  const branches = TAGS.map((tag) => ({ $ref: `#/components/schemas/${tag}` }));
  const tagged = Object.fromEntries(TAGS.map((tag) => [tag, definition(tag)]));
  return { schemas: { Expr: { oneOf: [...branches, { type: 'number' }] }, ...tagged } };
}

const operand = { $ref: '#/components/schemas/Expr' };
const EXPRESSIONS = expressions((tag) => ({
  type: 'object',
  required: ['op', ...KEYS],
  properties: { op: { const: tag }, left: operand, right: operand },
}));
const TAG_LAST = expressions((tag) => ({
  type: 'object',
  required: ['op', ...KEYS],
  properties: { left: operand, right: operand, op: { const: tag } },
}));
const ANY_OF = {
  schemas: {
    Expr: { anyOf: [...KEYS.map((key) => ({ properties: { left: operand }, required: [`no ${key}`] })), { const: 1 }] },
  },
};

function nested(depth: number, leaf: Json): Json {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = { op: TAGS[level % 3] ?? '', left: value, right: 2 };
  return value;
}

describe('what is wrong deep in a recursive message is found at once', () => {
  const place = (depth: number): string => `/body${'/left'.repeat(depth)}`;

  test.each([5, 6, 12, 40, 200])('%i levels of expressions: only the leaf is reported', (depth) => {
    for (const components of [EXPRESSIONS, TAG_LAST]) {
      const api = apiWithBody(operand, components);
      const body = jsonOf(nested(depth, 'oops'));
      expect(brief(send(createValidator({ api }), api, { body }))).toEqual([`${place(depth)} type`]);
      expect(send(createValidator({ api, fast: false }), api, { body: jsonOf(nested(depth, 1)) })).toEqual([]);
    }
  });

  test('an answer', () => {
    const api = apiWithAnswer(operand, EXPRESSIONS);
    const body = jsonOf(nested(200, 'oops'));
    expect(brief(answer(createValidator({ api }), api, { body }))).toEqual([`${place(200)} type`]);
  });

  test('alternatives that differ in what stands behind the recursion', () => {
    const api = apiWithBody(operand, ANY_OF);
    expect(send(createValidator({ api }), api, { body: jsonOf(nested(200, 'oops')) })).not.toEqual([]);
  });

  test('definitions that double each other at every level, with no recursion at all', () => {
    const doubling = (level: number): Json => {
      const next = { $ref: `#/components/schemas/D${level + 1}` };
      return level === 60 ? { type: 'string' } : { allOf: [next, { anyOf: [next, next] }] };
    };
    const schemas = Object.fromEntries(Array.from({ length: 61 }, (_, level) => [`D${level}`, doubling(level)]));
    const api = apiWithBody({ $ref: '#/components/schemas/D0' }, { schemas });
    const validator = createValidator({ api });
    expect(brief(send(validator, api, { body: jsonOf(7) }))).toEqual(['/body type']);
    expect(send(validator, api, { body: jsonOf('seven') })).toEqual([]);
  });

  test.each([100, 400, 1_100])(
    'a chain of %i references, which no compiler can follow to its end, is followed',
    (length) => {
      const link = (level: number): Json =>
        level === length ? { type: 'integer' } : { allOf: [{ $ref: `#/components/schemas/C${level + 1}` }] };
      const schemas = Object.fromEntries(Array.from({ length: length + 1 }, (_, level) => [`C${level}`, link(level)]));
      const api = apiWithBody({ $ref: '#/components/schemas/C0' }, { schemas });
      const validator = createValidator({ api, explain: 'own' });
      const [violation, ...others] = brief(send(validator, api, { body: jsonOf('seven') }));
      // Where the chain is longer than what is left of the stack, the violation says only that the value does not fit.
      expect(['/body type', ...(length > 1_000 ? ['/body $ref'] : [])]).toContain(violation);
      expect(others).toEqual([]);
      expect(send(validator, api, { body: jsonOf(7) })).toEqual([]);
    },
  );

  test('a schema that leads to itself without a step into the value asks nothing more', () => {
    const schemas = { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], required: ['id'] } };
    const api = apiWithBody({ $ref: '#/components/schemas/Loop' }, { schemas });
    expect(brief(send(createValidator({ api, explain: 'own' }), api, { body: jsonOf({}) }))).toEqual([
      '/body/id required',
    ]);
  });
});

/** A definition at random; most lead to others, in several ways. */
function definition(random: Random, names: Names): Json {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const other = (): Json => ({ $ref: `#/components/schemas/${pick(names)}` });
  const members = (): Json => {
    const known = [...KEYS, 'op'].filter(() => random() < 0.8).sort(() => random() - 0.5);
    const properties = known.map((key) => [key, key === 'op' ? { const: pick(TAGS) } : other()] as const);
    return {
      properties: Object.fromEntries(properties),
      ...(random() < 0.5 ? { required: [pick([...KEYS, 'op', 'x'])] } : {}),
    };
  };
  const several = (make: () => Json): Json[] => Array.from({ length: 2 + Math.floor(random() * 3) }, make);
  const part = (): Json => (random() < 0.5 ? other() : members());
  const forms: readonly (() => Json)[] = [
    () => ({ oneOf: [...several(part), { type: 'number' }] }),
    () => ({ anyOf: [...several(members), { type: 'number' }] }),
    () => ({ ...(members() as object), allOf: several(part) }),
    () => ({ ...(members() as object), additionalProperties: other(), not: part() }),
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    () => ({ if: part(), then: part(), else: part() }),
    () => ({ ...(members() as object), anyOf: several(part), unevaluatedProperties: pick<Json>([false, other()]) }),
    () => ({ oneOf: several(part), contains: other(), dependentSchemas: { left: part() } }),
  ];
  return pick(forms)();
}

/** A body that counts how often anything of it is looked at. */
function counted(value: Json, tell: () => void): Json {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, member] of Object.entries(value)) Object.assign(copy, { [name]: counted(member, tell) });
  return new Proxy(copy, {
    get: (target, name) => {
      tell();
      return Reflect.get(target, name);
    },
  }) as Json;
}

/** How often a validator looks at a body; gives up beyond `most`, so that what grows exponentially fails and does not hang. */
function looks(validator: OwnedValidator, api: ReturnType<typeof apiWithBody>, value: Json, most: number): number {
  let count = 0;
  const tell = (): void => {
    count += 1;
    if (count > most) throw new Error(`looked at more than ${most} times`);
  };
  const body: Body = { kind: 'parsed', mediaType: 'application/json', value: counted(value, tell), text: '' };
  send(validator, api, { body });
  return count;
}

function drawNested(random: Random, depth: number): Json {
  let value: Json = random() < 0.5 ? 'oops' : 1;
  for (let level = 0; level < depth; level += 1) {
    const [deep, flat] = random() < 0.5 ? KEYS : KEYS.toReversed();
    value = { op: TAGS[Math.floor(random() * 3)] ?? '', [deep ?? '']: value, [flat ?? '']: random() < 0.5 ? 1 : {} };
  }
  return value;
}

function drawApi(seed: number): ReturnType<typeof apiWithBody> {
  const random = mulberry(seed);
  const names = ['A', 'B', 'C', 'D'].slice(0, 1 + Math.floor(random() * 4));
  const schemas = Object.fromEntries(names.map((name) => [name, definition(random, names)]));
  return apiWithBody({ $ref: '#/components/schemas/A' }, { schemas });
}

test(
  'under random recursive schemas, judging takes as long as the message is (law)',
  () => {
    for (let seed = 0; seed < 250; seed += 1) {
      const api = drawApi(seed);
      const validator = createValidator({ api, explain: 'own' });
      const random = mulberry(seed);
      // A look for each schema at each of 37 and of 145 values, several times over, is far below doubling at each level.
      for (const depth of [12, 48]) {
        const value = drawNested(random, depth);
        expect(looks(validator, api, value, (3 * depth + 1) * 1_000), `seed ${seed}`).toBeGreaterThan(0);
      }
    }
  },
  DEADLINE,
);

test(
  'with Prism asked about every message, too',
  () => {
    const prism = createPrism();
    for (let seed = 0; seed < 100; seed += 1) {
      const api = drawApi(seed);
      const validator = createValidator({ api, prism, fast: false });
      const random = mulberry(seed);
      for (const depth of [3, 24]) send(validator, api, { body: jsonOf(drawNested(random, depth)) });
    }
  },
  DEADLINE,
);
