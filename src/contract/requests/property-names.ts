import type { HttpRequest, Json } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import { isProjection, type ResourceModel } from '../../resources/index.ts';
import { type Api, conjunctsOf, type Operation, type Parameter, propertiesOf, type Schema } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { isPairOf, withQueryParameter } from './query-parameter.ts';

interface PropertyNameDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
}

/** How many properties are selected beside those that an answer must have. */
const FEW = 3;

/**
 * A generator that gives names of documented properties to the parameters that ask for them: `fields`, which selects
 * what an answer shows, `sort`, and `populate`, which names related records. Their schemas are plain strings. A drawn
 * word would name no property, and the answer would be a refusal or a record without its id. Documented values stay.
 */
export function withPropertyNames(generator: Generator, dependencies: PropertyNameDependencies): Generator {
  const known = new Map<Operation, readonly NamingParameter[]>();
  const namingOf = (operation: Operation): readonly NamingParameter[] => {
    const found = known.get(operation) ?? namingParameters(operation, dependencies);
    known.set(operation, found);
    return found;
  };
  /** The request with names of properties, but for a `kept` place and `given` values. */
  const withNames = (
    operation: Operation,
    request: HttpRequest,
    { kept, given }: { readonly kept: string | undefined; readonly given: Readonly<Record<string, Json>> },
  ): HttpRequest =>
    namingOf(operation)
      .filter(({ parameter: { name } }) => !isAt(kept, name) && !Object.hasOwn(given, `query.${name}`))
      .reduce(
        (left, { parameter, value }) =>
          left.query.split('&').some((pair) => isPairOf(pair, parameter.name))
            ? withQueryParameter(left, parameter, value)
            : left,
        request,
      );
  return {
    ...generator,
    request(operation, intent, where, values = {}) {
      const drawn = generator.request(operation, intent, where, values);
      if (!drawn.ok) return drawn;
      const kept = intent.kind === 'breaks' ? intent.pointer : undefined;
      return { ok: true, value: withNames(operation, drawn.value, { kept, given: values }) };
    },
    boundaries: (operation, where, values = {}) =>
      generator.boundaries(operation, where, values).map((each) => ({
        ...each,
        request: withNames(operation, each.request, { kept: each.pointer, given: values }),
      })),
  };
}

/** Whether a place of a request is a query parameter or inside it. */
function isAt(place: string | undefined, name: string): boolean {
  return place !== undefined && (place === `/query/${name}` || place.startsWith(`/query/${name}/`));
}

/** A parameter that takes names of properties, and the value that it gets. */
interface NamingParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

function namingParameters(
  operation: Operation,
  { api, model, validator }: PropertyNameDependencies,
): readonly NamingParameter[] {
  const { list, ...role } = model.roleOf(operation);
  // A bulk update shows the records of the list at its path.
  const resource = role.resource ?? model.resources.find(({ collectionPath }) => collectionPath === operation.path);
  if (resource?.schema === undefined) return [];
  const own = resource.id?.property;
  const properties = Object.entries(propertiesOf(api, resource.schema));
  const plain = properties.filter(([, { schema }]) => isPlain(api, schema)).map(([name]) => name);
  const first = own !== undefined && plain.includes(own) ? [own] : plain.slice(0, 1);
  const required = properties.filter(([, each]) => each.required).map(([name]) => name);
  const others = plain.filter((name) => !first.includes(name) && !required.includes(name)).slice(0, FEW);
  const related = properties.filter(([, { schema }]) => holdsRecords(api, schema)).map(([name]) => name);
  const selected = [...new Set([...first, ...required, ...others])];
  return operation.parameters.flatMap((parameter) => {
    if (parameter.in !== 'query' || isDocumented(api, parameter)) return [];
    const names = isProjection(api, parameter)
      ? selected
      : parameter.name === list?.sort?.parameter
        ? first
        : isExpansion(parameter)
          ? related.slice(0, 1)
          : [];
    const { schema = true } = parameter;
    const isList = conjunctsOf(api, schema).some(({ type }) => (type ?? []).includes('array'));
    const value: Json = isList ? names : names.join(',');
    return names.length > 0 && validator.accepts(schema, value, 'request') ? [{ parameter, value }] : [];
  });
}

/** Whether a parameter names related records that an answer shows in full: `populate`, `expand`, `include`. */
function isExpansion({ name, description = '' }: Parameter): boolean {
  return (
    /^(\$?expand|populate|include|embed)$/i.test(name) &&
    /\b(relat|expand|populat|embed|includ|nest)/i.test(description)
  );
}

/** Whether a property holds an object or a list of objects. */
function holdsRecords(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const inner = rules.flatMap(({ items }) => (items === undefined ? [] : conjunctsOf(api, items)));
  return [...rules, ...inner].some(({ properties }) => Object.keys(properties ?? {}).length > 0);
}

/** Whether the document shows values of a parameter, or lists them. */
function isDocumented(api: Api, { schema = true, examples }: Parameter): boolean {
  return examples.length > 0 || showsValues(api, schema);
}

function showsValues(api: Api, schema: Schema): boolean {
  return conjunctsOf(api, schema).some(
    ({ enum: listed, const: only, default: usual, examples, pattern, items }) =>
      [listed, only, usual, examples, pattern].some((each) => each !== undefined) ||
      (items !== undefined && showsValues(api, items)),
  );
}

/** Whether a property holds a string, a number or a boolean that answers show. */
function isPlain(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const types = rules.flatMap(({ type }) => type ?? []);
  return (
    types.length > 0 &&
    types.every((type) => type !== 'object' && type !== 'array') &&
    rules.every(({ writeOnly }) => writeOnly !== true)
  );
}
