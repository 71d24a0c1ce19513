import { expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { createValidator, type Validator } from '../../src/validation/index.ts';

type Value = number | string | { readonly [name: string]: Value };

/** A small generator of numbers, the same for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ['A', 'B', 'C', 'D'];

/** Definitions that lead to each other by properties, `oneOf`, `anyOf` and `allOf`. Each loop passes a property, so that a value bounds it. */
function randomSchemas(seed: number): Record<string, unknown> {
  const below = chance(seed);
  const ref = () => ({ $ref: `#/components/schemas/${NAMES[below(NAMES.length)]}` });
  const object = () => ({
    type: 'object',
    required: ['a', 'b', 'op'].slice(0, below(4)),
    properties: {
      a: ref(),
      b: below(2) === 0 ? ref() : { type: 'number' },
      op: below(2) === 0 ? { const: `op${below(3)}` } : {},
    },
  });
  const definition = () => {
    const combined = ['oneOf', 'anyOf', 'allOf'][below(3)] ?? 'oneOf';
    const parts = Array.from({ length: 2 + below(2) }, object);
    const plain = combined === 'allOf' ? [] : [{ type: 'number' }];
    return below(4) === 0 ? object() : { [combined]: [...parts, ...plain] };
  };
  return Object.fromEntries(NAMES.map((name) => [name, definition()]));
}

function chain(depth: number): Value {
  let value: Value = 'oops';
  for (let level = 0; level < depth; level += 1) value = { op: `op${level % 3}`, a: value, b: 2 };
  return value;
}

/** Ends a run in which the work doubles with each level. */
const MOST_READS = 2_000_000;

/** The value, counting every look at one of its properties. */
function counted(value: Value, count: { reads: number }): Value {
  if (typeof value !== 'object') return value;
  const own = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, counted(each, count)]));
  return new Proxy(own, {
    get(target, name) {
      count.reads += 1;
      if (count.reads > MOST_READS) throw new Error('too many looks at one value');
      return Reflect.get(target, name);
    },
  });
}

function readsOf(validator: Validator, schema: Parameters<Validator['value']>[0], depth: number): number {
  const count = { reads: 0 };
  validator.value(schema, counted(chain(depth), count), 'request');
  return count.reads;
}

test('explaining why a value breaks a recursive schema does not take work that doubles with each level, for 300 schemas (law)', {
  timeout: 300_000,
}, () => {
  const steep: string[] = [];
  let refused = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'R', version: '1' },
      paths: {},
      components: { schemas: randomSchemas(seed) },
    });
    const api = parseApi({ name: 'r.json', text });
    const schema = { $ref: '#/components/schemas/A' };
    const validator = createValidator({ api, explain: 'own' });
    const wrapped = { type: 'object', properties: { a: schema } } as const;
    if (validator.value(wrapped, { a: 'oops' }, 'request').length > 0) refused += 1;
    const [small, large] = [readsOf(validator, wrapped, 12), readsOf(validator, wrapped, 24)];
    if (large / Math.max(small, 1_000) > 16) steep.push(`${seed}: ${small} → ${large}`);
  }
  expect(steep).toEqual([]);
  expect(refused).toBeGreaterThan(150);
});

const EXPRESSIONS = {
  openapi: '3.1.0',
  info: { title: 'Expressions', version: '1' },
  paths: {
    '/eval': {
      post: {
        operationId: 'eval',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Expr' } } },
        },
        responses: { '200': { description: 'Done.' } },
      },
    },
  },
  components: {
    schemas: {
      Expr: {
        oneOf: [...['Add', 'Sub', 'Mul'].map((name) => ({ $ref: `#/components/schemas/${name}` })), { type: 'number' }],
      },
      ...Object.fromEntries(
        ['Add', 'Sub', 'Mul'].map((name) => [
          name,
          {
            type: 'object',
            required: ['op', 'a', 'b'],
            // The property that tells the branches apart comes last, so that a compiler that stops at the first error meets the others first.
            properties: {
              a: { $ref: '#/components/schemas/Expr' },
              b: { $ref: '#/components/schemas/Expr' },
              op: { const: name.toLowerCase() },
            },
          },
        ]),
      ),
    },
  },
};

function expression(depth: number, leaf: Value): Value {
  let value: Value = leaf;
  for (let level = 0; level < depth; level += 1)
    value = { a: value, b: 2, op: ['add', 'sub', 'mul'][level % 3] ?? 'add' };
  return value;
}

test('a mock refuses a deep expression that is wrong at its leaf, and names the leaf', async () => {
  const mock = await createMock({ document: EXPRESSIONS });
  const send = (body: Value): Promise<Response> =>
    mock.fetch(
      new Request('http://localhost/eval', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  expect((await send(expression(60, 1))).status).toBe(200);
  const refused = await send(expression(9, 'oops'));
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(Array.from({ length: 9 }, () => 'a').join('.'));
  expect((await send(expression(60, 'oops'))).status).toBe(422);
  await mock.close();
});
