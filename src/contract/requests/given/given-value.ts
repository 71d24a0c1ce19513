import { type Json, StandinError } from '../../../core/index.ts';
import { createFake, type Fake, type Generator, intAt, type Where } from '../../../generation/index.ts';
import type { ResourceModel } from '../../../resources/index.ts';
import type { Api, Operation, Schema } from '../../../spec/index.ts';
import type { Validator } from '../../../validation/index.ts';
import { isArray, isObject, stringifyJson } from '../../../wire/index.ts';
import { repeatedNames } from '../path-values.ts';

/** The argument of a function that gives a value. */
export interface ValueRequest {
  /** Faker, seeded by the place: the same seed and place give the same values. */
  readonly fake: Fake;
  /** A whole number that differs from request to request. */
  readonly n: number;
  /** A different string for each run. */
  readonly salt: string;
  readonly operation: string;
}

/**
 * A value; a list, from which values are taken in turn; a string with `${n}`, `${salt}`, `${env:NAME}` or
 * `${path.NAME}`, which repeats a parameter of the request's own path; or a function. In a file, `null` means not filled in yet.
 */
export type GivenValue = Json | ((request: ValueRequest) => Json);

/**
 * Values by place. The keys, from the most to the least specific: `operationId#/body/name` or
 * `operationId#/query/limit` (also `METHOD /path#/…`); `Component.property` or `resource.property`; the
 * name of a property or parameter.
 */
export type GivenValues = Readonly<Record<string, GivenValue>>;

export interface GivenValueDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly salt: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The place that a value is for. */
export interface ValuePlace {
  readonly operation: Operation;
  readonly schema: Schema | undefined;
  /** JSON Pointer into the message. */
  readonly pointer: string;
  readonly where: Where;
}

/** A value for one place. Of a list, one of its values, unless the place accepts the list itself. */
export function valueFor(value: GivenValue, { validator, salt, env }: GivenValueDependencies, place: ValuePlace): Json {
  const { operation, schema, pointer } = place;
  const where = { seed: place.where.seed, at: `${place.where.at}${pointer}` };
  const n = intAt(where, 1, 999_999);
  if (typeof value === 'function') return value({ fake: createFake(where), n, salt, operation: operation.id });
  const fill = (each: Json): Json => filledIn(each, { n: String(n), salt, env });
  if (!isArray(value) || value.length === 0) return fill(value);
  const whole = fill(value);
  return schema !== undefined && fits(validator, schema, whole) ? whole : fill(value[n % value.length] ?? null);
}

/** Whether the schema allows the value. */
export function fits(validator: Validator, schema: Schema, value: Json): boolean {
  return validator.value(schema, value, 'request').length === 0;
}

/** Why the schema does not allow a value, or one value of a list; `undefined` if it does. */
export function unfit(
  value: GivenValue,
  schema: Schema,
  { validator, env }: GivenValueDependencies,
): string | undefined {
  if (typeof value === 'function') return undefined;
  const all = isArray(value) && !fits(validator, schema, value) ? value : [value];
  for (const each of all) {
    // What a value repeats is known only when the request is sent.
    if (repeatedNames(each).length > 0) continue;
    const [wrong] = validator.value(schema, filledIn(each, { n: '1', salt: 's', env }), 'request');
    if (wrong !== undefined)
      return `is ${stringifyJson(each).slice(0, 60)}, which the document does not allow there: ${wrong.message}.`;
  }
  return undefined;
}

/**
 * Values of all environment variables that given values name. Throws `config.invalid` for one that is not
 * set.
 */
export function secretsIn(given: GivenValues, env: GivenValueDependencies['env']): readonly string[] {
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

type Texts = { readonly n: string; readonly salt: string; readonly env: GivenValueDependencies['env'] };

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

/** The error about one key of the given values. */
export function invalid(key: string, message: string, hint: string): StandinError {
  return new StandinError('config.invalid', `The value \`${key}\` ${message}`, { hint });
}
