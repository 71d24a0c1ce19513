import { type Json, StandinError } from '../../core/index.ts';
import { createFake, type Fake, type Generator, intAt, type Where } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, Schema } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { isArray, isJson, isObject, stringifyJson, valueAt, withValueAt } from '../../wire/index.ts';
import { suggestion } from '../model/nearest-name.ts';
import { bodyProperties, bodySchemaOf, propertyOf, schemaInBody } from './value-places.ts';

/** What a function of given values is told. */
export interface ValueRequest {
  /** Faker at this place: the same seed and place give the same values. */
  readonly fake: Fake;
  /** A whole number that differs from request to request. */
  readonly n: number;
  /** Another text for each run. */
  readonly salt: string;
  readonly operation: string;
}

/** A value, a list that is taken from in turn, a text with `${n}`, `${salt}` or `${env:NAME}`, or a function. `null` in a file: not filled in yet. */
export type GivenValue = Json | ((request: ValueRequest) => Json);

/**
 * Values by place. A key is, the more exact first, `operationId#/body/name` or `operationId#/query/limit` (also `METHOD /path#/…`),
 * `Component.property` or `resource.property`, or the name of a property or parameter.
 */
export type GivenValues = Readonly<Record<string, GivenValue>>;

export interface GivenValueParts {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly salt: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Places that values are given for. */
export interface GivenPlaces {
  /** Draws requests with the given values. */
  readonly generator: Generator;
  /** Whether a value is given for exactly this place of a body, such as `/ownerId`. */
  covers(operation: Operation, pointer: string): boolean;
  /** What environment variables hold: secrets. */
  readonly secrets: readonly string[];
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** Throws `config.invalid` for a key that names no place of the document, and for a value that the document does not allow there. */
export function withGivenValues(given: GivenValues, parts: GivenValueParts): GivenPlaces {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const secrets = secretsIn(filled, parts.env);
  const exact = exactValues(filled, parts);
  const loose = looseValues(filled, parts);
  /** A value for the property of a component or resource. */
  const isOwned = (operation: Operation, name: string): boolean => {
    const schema = loose.size === 0 ? undefined : bodySchemaOf(operation);
    const owners = schema === undefined ? [] : (propertyOf(parts.api, schema, name)?.owners ?? []);
    const resource = parts.model.roleOf(operation).resource?.name;
    return [...owners, ...(resource === undefined ? [] : [resource])].some((owner) => loose.has(`${owner}.${name}`));
  };
  const covers = (operation: Operation, pointer: string): boolean => {
    const name = pointer.slice(1);
    return exact.get(operation)?.has(`/body${pointer}`) === true || loose.has(name) || isOwned(operation, name);
  };
  if (Object.keys(filled).length === 0) return { generator: parts.generator, covers, secrets };
  const valueFor = (value: GivenValue, operation: Operation, where: Where, place: string): Json =>
    resolved(value, { operation: operation.id, where: { seed: where.seed, at: `${where.at}${place}` }, ...parts });
  const parametersFor = (
    operation: Operation,
    where: Where,
    isFree: (place: string) => boolean,
  ): Record<string, Json> => {
    const found: Record<string, Json> = {};
    for (const { in: place, name, required, schema } of operation.parameters) {
      if (!(PLACES as readonly string[]).includes(place) || !isFree(`/${place}/${name}`)) continue;
      const own = exact.get(operation)?.get(`/${place}/${name}`);
      const value = own ?? (required ? loose.get(name) : undefined);
      if (value === undefined) continue;
      const made = valueFor(value, operation, where, `/${place}/${name}`);
      if (own !== undefined || schema === undefined || fits(parts.validator, schema, made))
        found[`${place}.${name}`] = made;
    }
    return found;
  };
  const bodyWith = (operation: Operation, body: Json, where: Where, isFree: (place: string) => boolean): Json => {
    const schema = bodySchemaOf(operation);
    const resource = parts.model.roleOf(operation).resource;
    const named = schema === undefined ? body : walked(body, schema, '', 0);
    return [...(exact.get(operation) ?? [])].reduce((left, [place, value]) => {
      if (!place.startsWith('/body/') || !isFree(place)) return left;
      const pointer = place.slice('/body'.length);
      const parent = pointer.slice(0, pointer.lastIndexOf('/'));
      return valueAt(left, parent) === undefined
        ? left
        : withValueAt(left, pointer, valueFor(value, operation, where, place));
    }, named);

    function walked(value: Json, rule: Schema, pointer: string, depth: number): Json {
      if (depth > 8) return value;
      if (isArray(value)) {
        const items = schemaInBody(parts.api, rule, '/*');
        return items === undefined
          ? value
          : value.map((each, index) => walked(each, items, `${pointer}/${index}`, depth + 1));
      }
      if (!isObject(value)) return value;
      const changed: Record<string, Json> = {};
      for (const [name, member] of Object.entries(value)) {
        const place = propertyOf(parts.api, rule, name);
        const at = `${pointer}/${name}`;
        const own = depth === 0 && resource !== undefined ? loose.get(`${resource.name}.${name}`) : undefined;
        const given =
          place?.owners.map((owner) => loose.get(`${owner}.${name}`)).find((each) => each !== undefined) ??
          own ??
          loose.get(name);
        const made = given === undefined || !isFree(`/body${at}`) ? undefined : valueFor(given, operation, where, at);
        changed[name] =
          made !== undefined && (place === undefined || fits(parts.validator, place.schema, made))
            ? made
            : place === undefined
              ? member
              : walked(member, place.schema, at, depth + 1);
      }
      return changed;
    }
  };
  const { generator } = parts;
  return {
    covers,
    secrets,
    generator: {
      ...generator,
      request(operation, intent, where, known = {}) {
        const broken = intent.kind === 'breaks' ? intent.pointer : undefined;
        const isFree = freeOf(broken);
        const drawn = generator.request(operation, intent, where, {
          ...parametersFor(operation, where, isFree),
          ...known,
        });
        if (!drawn.ok || broken === '/body') return drawn;
        const { body } = drawn.value;
        if (body.kind !== 'parsed' || !isJson(body.mediaType)) return drawn;
        return { ok: true, value: withBody(drawn.value, bodyWith(operation, body.value, where, isFree)) };
      },
      boundaries: (operation, where, known = {}) =>
        generator
          .boundaries(operation, where, { ...parametersFor(operation, where, () => true), ...known })
          .map((each) => {
            const { body } = each.request;
            if (body.kind !== 'parsed' || !isJson(body.mediaType)) return each;
            return {
              ...each,
              request: withBody(each.request, bodyWith(operation, body.value, where, freeOf(each.pointer))),
            };
          }),
    },
  };
}

/** Whether a place is neither the broken one, nor holds it, nor is in it. */
function freeOf(broken: string | undefined): (place: string) => boolean {
  return (place) =>
    broken === undefined || (place !== broken && !broken.startsWith(`${place}/`) && !place.startsWith(`${broken}/`));
}

type Drawn = Extract<ReturnType<Generator['request']>, { ok: true }>['value'];

function withBody(request: Drawn, value: Json): Drawn {
  const { body } = request;
  if (body.kind !== 'parsed' || value === body.value) return request;
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...request, headers, body: { ...body, value, text: stringifyJson(value) } };
}

function fits(validator: Validator, schema: Schema, value: Json): boolean {
  return validator.value(schema, value, 'request').length === 0;
}

interface Resolving extends GivenValueParts {
  readonly operation: string;
  readonly where: Where;
}

function resolved(value: GivenValue, { operation, where, salt, env }: Resolving): Json {
  const n = intAt(where, 1, 999_999);
  if (typeof value === 'function') return value({ fake: createFake(where), n, salt, operation });
  const chosen = isArray(value) && value.length > 0 ? (value[n % value.length] ?? null) : value;
  return filledIn(chosen, { n: String(n), salt, env });
}

type Texts = { readonly n: string; readonly salt: string; readonly env: GivenValueParts['env'] };

function filledIn(value: Json, texts: Texts): Json {
  if (isArray(value)) return value.map((each) => filledIn(each, texts));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, texts)]));
  if (typeof value !== 'string') return value;
  return value.replace(TEMPLATE, (_, name: string) =>
    name === 'n' ? texts.n : name === 'salt' ? texts.salt : (texts.env[name.slice('env:'.length)] ?? ''),
  );
}

const TEMPLATE = /\$\{(n|salt|env:\w+)\}/g;

/** Values of environment variables that are named. Throws `config.invalid` for one that is not set. */
function secretsIn(given: GivenValues, env: GivenValueParts['env']): readonly string[] {
  return Object.entries(given).flatMap(([key, value]) =>
    [...(typeof value === 'function' ? '' : stringifyJson(value)).matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => {
      const secret = env[name];
      if (secret !== undefined && secret !== '') return secret;
      throw invalid(
        key,
        `names the environment variable ${name}, which is not set.`,
        `Set it: ${name}=… standin check …`,
      );
    }),
  );
}

function invalid(key: string, message: string, hint: string): StandinError {
  return new StandinError('config.invalid', `The value \`${key}\` ${message}`, { hint });
}

type Exact = ReadonlyMap<Operation, ReadonlyMap<string, GivenValue>>;

/** Values for one place of one operation. */
function exactValues(given: GivenValues, parts: GivenValueParts): Exact {
  const found = new Map<Operation, Map<string, GivenValue>>();
  for (const [key, value] of Object.entries(given)) {
    const hash = key.indexOf('#/');
    if (hash < 0) continue;
    const name = key.slice(0, hash);
    const place = key.slice(hash + 1);
    const operation = parts.api.operations.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
    if (operation === undefined)
      throw invalid(
        key,
        'names an operation that the document does not have.',
        suggestion(
          name,
          parts.api.operations.map(({ id }) => id),
        ),
      );
    const schema = schemaOfPlace(key, place, operation, parts.api);
    if (schema !== undefined) refuseUnfit(key, value, schema, parts);
    const places = found.get(operation) ?? new Map<string, GivenValue>();
    places.set(place, value);
    found.set(operation, places);
  }
  return found;
}

function schemaOfPlace(key: string, place: string, operation: Operation, api: Api): Schema | undefined {
  if (place.startsWith('/body/')) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined)
      throw invalid(
        key,
        `is for a JSON body, which ${operation.id} does not have.`,
        'Name a place that the document has.',
      );
    const pointer = place.slice('/body'.length);
    const found = schemaInBody(api, schema, pointer);
    const end = pointer.lastIndexOf('/');
    const parent = schemaInBody(api, schema, pointer.slice(0, end));
    const known = found !== undefined || parent === undefined ? [] : bodyProperties(api, parent).map(([name]) => name);
    if (known.length > 0)
      throw invalid(
        key,
        `names a property that the body of ${operation.id} does not have.`,
        suggestion(pointer.slice(end + 1), [...new Set(known)]),
      );
    return found;
  }
  const parameter = operation.parameters.find(({ in: where, name }) => place === `/${where}/${name}`);
  const known = operation.parameters.map(({ in: where, name }) => `/${where}/${name}`);
  if (parameter === undefined)
    throw invalid(key, `names a place that ${operation.id} does not have.`, suggestion(place, [...known, '/body/…']));
  return parameter.schema;
}

/** A value that breaks the document would turn each request into a wrong one. */
function refuseUnfit(key: string, value: GivenValue, schema: Schema, { validator, env }: GivenValueParts): void {
  if (typeof value === 'function') return;
  const all = isArray(value) && !fits(validator, schema, value) ? value : [value];
  for (const each of all) {
    const [wrong] = validator.value(schema, filledIn(each, { n: '1', salt: 's', env }), 'request');
    if (wrong === undefined) continue;
    throw invalid(
      key,
      `is ${stringifyJson(each).slice(0, 60)}, which the document does not allow there: ${wrong.message}.`,
      'Write one that fits the schema.',
    );
  }
}

/** Values for a name, wherever it stands. */
function looseValues(given: GivenValues, { api, model }: GivenValueParts): ReadonlyMap<string, GivenValue> {
  const keys = Object.entries(given).filter(([key]) => !key.includes('#/'));
  if (keys.length === 0) return new Map();
  const names = new Set(api.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const owned = new Set<string>();
  for (const operation of api.operations) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined) continue;
    const resource = model.roleOf(operation).resource?.name;
    for (const [name, { owners }] of bodyProperties(api, schema)) {
      names.add(name);
      for (const owner of owners) owned.add(`${owner}.${name}`);
      if (resource !== undefined && propertyOf(api, schema, name) !== undefined) owned.add(`${resource}.${name}`);
    }
  }
  for (const [key] of keys) {
    if (names.has(key) || owned.has(key)) continue;
    throw invalid(
      key,
      'names no parameter and no property of a request body.',
      suggestion(key, [...(key.includes('.') ? owned : names)]),
    );
  }
  return new Map(keys);
}
