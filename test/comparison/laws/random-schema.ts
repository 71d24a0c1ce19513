import { type Chance, chanceOf } from '../../laws/seeded-chance.ts';

type Written = Record<string, unknown>;

/** A small schema without references, drawn from a number. */
export function randomSchema(seed: number): Written {
  return drawn(chanceOf(seed), 2);
}

/** A schema and one that is a little other: often wider, narrower or the same in other words. */
export function randomPair(seed: number): readonly [left: Written, right: Written] {
  const chance = chanceOf(seed);
  const left = drawn(chance, 2);
  return [left, chance.maybe(0.15) ? drawn(chance, 2) : changed(chance, left)];
}

const NAMES = ['a', 'b', 'c', 'd'];

function drawn(chance: Chance, depth: number): Written {
  const kinds = ['string', 'integer', 'number', 'enum', 'boolean', 'nullable'];
  if (depth > 0) kinds.push('object', 'object', 'array', 'anyOf', 'oneOf', 'allOf', 'tagged');
  switch (chance.pick(kinds)) {
    case 'string':
      return {
        type: 'string',
        ...some(chance, {
          minLength: chance.between(0, 3),
          maxLength: chance.between(3, 8),
          pattern: chance.pick(['^[a-z]+$', '^[a-z0-9]{1,4}$', '^a', '^[A-Z]*$']),
        }),
      };
    case 'integer':
      return {
        type: 'integer',
        ...some(chance, {
          minimum: chance.between(-5, 2),
          maximum: chance.between(3, 9),
          multipleOf: chance.pick([2, 3, 5]),
        }),
      };
    case 'number':
      return {
        type: 'number',
        ...some(chance, {
          minimum: chance.between(-5, 2),
          exclusiveMaximum: chance.between(3, 9),
          multipleOf: chance.pick([0.5, 1, 2]),
        }),
      };
    case 'enum':
      return { enum: [chance.pick(['x', 'y', 1]), chance.pick(['z', null, 2])] };
    case 'boolean':
      return { type: 'boolean' };
    case 'nullable':
      return { type: ['string', 'null'] };
    case 'array':
      return {
        type: 'array',
        items: drawn(chance, depth - 1),
        ...some(chance, {
          minItems: chance.between(0, 1),
          maxItems: chance.between(2, 3),
          uniqueItems: chance.maybe(0.5),
        }),
      };
    case 'anyOf':
      return { anyOf: [drawn(chance, depth - 1), drawn(chance, depth - 1)] };
    case 'oneOf':
      return { oneOf: [{ type: 'string', maxLength: 3 }, drawn(chance, depth - 1)] };
    case 'allOf':
      return { allOf: [object(chance, depth - 1), object(chance, depth - 1)] };
    case 'tagged':
      return {
        oneOf: ['p', 'q'].map((tag) => ({
          type: 'object',
          properties: { kind: { const: tag }, [tag]: drawn(chance, 0) },
          required: ['kind'],
        })),
      };
    default:
      return object(chance, depth);
  }
}

function object(chance: Chance, depth: number): Written {
  const names = NAMES.filter(() => chance.maybe(0.6));
  const required = names.filter(() => chance.maybe(0.4));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, drawn(chance, depth - 1)])),
    ...(required.length === 0 ? {} : { required }),
    ...some(chance, { additionalProperties: chance.pick([false, true, { type: 'string' }]), maxProperties: 3 }),
  };
}

function some(chance: Chance, all: Written): Written {
  return Object.fromEntries(Object.entries(all).filter(() => chance.maybe(0.35)));
}

function changed(chance: Chance, schema: Written): Written {
  const ways = ['same', 'wrap', 'drop', 'bound', 'inside', 'inside', 'union'];
  switch (chance.pick(ways)) {
    case 'wrap':
      return { allOf: [schema] };
    case 'union':
      return { anyOf: [schema, drawn(chance, 0)] };
    case 'drop': {
      const keys = Object.keys(schema).filter((key) => key !== 'type');
      const gone = keys.length === 0 ? '' : chance.pick(keys);
      return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== gone));
    }
    case 'bound':
      return { ...schema, ...some(chance, { maxLength: 4, maximum: 6, minimum: 0, maxItems: 2, minLength: 1 }) };
    case 'inside':
      return inside(chance, schema);
    default:
      return structuredClone(schema);
  }
}

function inside(chance: Chance, schema: Written): Written {
  for (const key of ['items', 'not'])
    if (isSchema(schema[key])) return { ...schema, [key]: changed(chance, schema[key]) };
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const list = schema[key];
    if (!Array.isArray(list)) continue;
    const at = chance.between(0, list.length - 1);
    return { ...schema, [key]: list.map((each, index) => (index === at ? changed(chance, each) : each)) };
  }
  const { properties } = schema;
  if (!isSchema(properties) || Object.keys(properties).length === 0) return schema;
  const name = chance.pick(Object.keys(properties));
  const property = properties[name];
  return isSchema(property) ? { ...schema, properties: { ...properties, [name]: changed(chance, property) } } : schema;
}

const isSchema = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
