import type { Api, Schema, SchemaObject, SchemaType } from '../../spec/index.ts';

/**
 * Ways to break a schema, each as a schema that only invalid values fit, or as one without further
 * requirements if values must be tried.
 */
export interface Negation {
  /** `{ not: schema }`; the same object for the same schema. */
  not(schema: Schema): Schema;
  /** One schema for each keyword that can be broken. Empty if nothing breaks it. */
  ways(schema: Schema): readonly Schema[];
}

const TYPES: readonly SchemaType[] = ['string', 'integer', 'boolean', 'array', 'object', 'null'];

export function createNegation(api: Api): Negation {
  const nots = new WeakMap<SchemaObject, Schema>();
  const ways = new WeakMap<SchemaObject, readonly Schema[]>();
  const not = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return !schema;
    const known = nots.get(schema) ?? { not: schema };
    nots.set(schema, known);
    return known;
  };
  return {
    not,
    ways: (schema) => {
      const target = api.deref(schema);
      if (typeof target === 'boolean') return target ? [] : [true];
      const known = ways.get(target) ?? Object.keys(target).flatMap((keyword) => schemasBreaking(target, keyword, not));
      ways.set(target, known);
      return known;
    },
  };
}

/** Schemas whose values break one keyword, regardless of the others. */
function schemasBreaking(schema: SchemaObject, keyword: string, not: (schema: Schema) => Schema): readonly Schema[] {
  switch (keyword) {
    case 'type':
      return otherTypes(schema);
    case 'enum':
    case 'const':
      return [{}];
    case 'pattern':
    case 'format':
      return [{ type: 'string' }];
    case 'multipleOf':
      return [{ type: 'number' }];
    case 'minimum':
      return schema.minimum === undefined ? [] : [{ type: 'number', exclusiveMaximum: schema.minimum }];
    case 'maximum':
      return schema.maximum === undefined ? [] : [{ type: 'number', exclusiveMinimum: schema.maximum }];
    case 'exclusiveMinimum':
      return schema.exclusiveMinimum === undefined ? [] : [{ type: 'number', maximum: schema.exclusiveMinimum }];
    case 'exclusiveMaximum':
      return schema.exclusiveMaximum === undefined ? [] : [{ type: 'number', minimum: schema.exclusiveMaximum }];
    case 'minLength':
      return (schema.minLength ?? 0) > 0 ? [{ type: 'string', maxLength: (schema.minLength ?? 0) - 1 }] : [];
    case 'maxLength':
      return [{ type: 'string', minLength: (schema.maxLength ?? 0) + 1 }];
    case 'allOf':
      return (schema.allOf ?? []).map(not);
    case 'anyOf':
      return [{ allOf: (schema.anyOf ?? []).map(not) }];
    case 'oneOf':
      return [{ allOf: (schema.oneOf ?? []).map(not) }];
    case 'if':
      return schema.if === undefined
        ? []
        : [
            ...(schema.then === undefined ? [] : [{ allOf: [schema.if, not(schema.then)] }]),
            ...(schema.else === undefined ? [] : [{ allOf: [not(schema.if), not(schema.else)] }]),
          ];
    case 'not':
      return schema.not === undefined ? [] : [schema.not];
    default:
      return [...brokenArray(schema, keyword, not), ...brokenObject(schema, keyword, not)];
  }
}

const NUMERIC_FORMATS = /^(?:u?int\d*|integer|long|bigint|float|double|decimal|number)$/;

/** The types that a value must not have. A number in a string (`format: int64`) is often taken as a number, too. */
function otherTypes({ type, format = '' }: SchemaObject): readonly Schema[] {
  const named = new Set([type ?? []].flat());
  const isNumeric = named.has('string') && NUMERIC_FORMATS.test(format);
  const others = TYPES.filter(
    (candidate) =>
      !named.has(candidate) &&
      !(candidate === 'integer' && (named.has('number') || isNumeric)) &&
      !(candidate === 'number' && isNumeric),
  );
  return others.length === 0 ? [] : [{ type: others }];
}

function brokenArray(schema: SchemaObject, keyword: string, not: (schema: Schema) => Schema): readonly Schema[] {
  switch (keyword) {
    case 'minItems':
      return (schema.minItems ?? 0) > 0 ? [{ type: 'array', maxItems: (schema.minItems ?? 0) - 1 }] : [];
    case 'maxItems':
      return [{ type: 'array', minItems: (schema.maxItems ?? 0) + 1 }];
    case 'items':
      return schema.items === undefined || schema.items === true
        ? []
        : [{ type: 'array', minItems: 1, contains: not(schema.items) }];
    case 'contains':
      return schema.contains === undefined || schema.minContains === 0
        ? []
        : [{ type: 'array', items: not(schema.contains) }];
    case 'maxContains':
      return schema.contains === undefined || schema.maxContains === undefined
        ? []
        : [{ type: 'array', contains: schema.contains, minContains: schema.maxContains + 1 }];
    case 'prefixItems':
      return (schema.prefixItems ?? []).flatMap((part, index, prefixItems) =>
        part === true
          ? []
          : [
              {
                type: 'array',
                minItems: index + 1,
                prefixItems: [...prefixItems.slice(0, index).map(() => true), not(part)],
              },
            ],
      );
    case 'unevaluatedItems':
      return [{ type: 'array', minItems: 1 }];
    case 'uniqueItems':
      return schema.uniqueItems === true ? [{ type: 'array', minItems: 2 }] : [];
    default:
      return [];
  }
}

function brokenObject(schema: SchemaObject, keyword: string, not: (schema: Schema) => Schema): readonly Schema[] {
  switch (keyword) {
    case 'required':
      return (schema.required ?? []).map((name) => ({ type: 'object', properties: { [name]: false } }));
    case 'properties':
      return Object.entries(schema.properties ?? {})
        .filter(([, property]) => property !== true)
        .map(([name, property]) => ({ type: 'object', required: [name], properties: { [name]: not(property) } }));
    case 'propertyNames':
      return schema.propertyNames === undefined
        ? []
        : [{ type: 'object', minProperties: 1, propertyNames: not(schema.propertyNames) }];
    case 'dependentRequired':
      return Object.entries(schema.dependentRequired ?? {}).flatMap(([name, others]) =>
        others.filter((other) => other !== name).map((other) => schemaWithout(name, other)),
      );
    case 'dependentSchemas':
      return Object.entries(schema.dependentSchemas ?? {}).map(([name, dependent]) => ({
        type: 'object',
        required: [name],
        allOf: [not(dependent)],
      }));
    case 'patternProperties':
    case 'unevaluatedProperties':
      return [{ type: 'object', minProperties: 1 }];
    case 'minProperties':
      return (schema.minProperties ?? 0) > 0
        ? [{ type: 'object', maxProperties: (schema.minProperties ?? 0) - 1 }]
        : [];
    case 'maxProperties':
      return [{ type: 'object', minProperties: (schema.maxProperties ?? 0) + 1 }];
    case 'additionalProperties': {
      if (schema.additionalProperties === undefined || schema.additionalProperties === true) return [];
      const name = undocumentedName(schema);
      return [{ type: 'object', required: [name], properties: { [name]: not(schema.additionalProperties) } }];
    }
    default:
      return [];
  }
}

function schemaWithout(name: string, other: string): Schema {
  return { type: 'object', required: [name], properties: { [other]: false } };
}

/** A name that the schema does not have. */
export function undocumentedName(schema: SchemaObject): string {
  let name = 'undocumented';
  while (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) name = `${name}_`;
  return name;
}
