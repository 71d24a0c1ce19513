import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import type { Generator, Where } from '../../../generation/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { isJson, stringifyJson } from '../../../wire/index.ts';
import { hasRepeated } from '../path-values.ts';
import { bodySchemaOf, propertyOf } from '../value-places.ts';
import { createBodyFiller } from './given-body.ts';
import {
  fits,
  type GivenValue,
  type GivenValueDependencies,
  type GivenValues,
  secretsIn,
  valueFor,
} from './given-value.ts';
import { type ExactValues, exactValues, looseValues } from './given-value-keys.ts';

/** The places with given values. */
export interface GivenPlaces {
  /** Draws requests with the given values. */
  readonly generator: Generator;
  /** Whether a place of a request has a given value, such as `/body/ownerId` or `/query/limit`. */
  covers(operation: Operation, place: string): boolean;
  /**
   * The request with another value in each place whose value changes from request to request. `probed`
   * stays.
   */
  vary(operation: Operation, request: HttpRequest, where: Where, probed?: string): HttpRequest;
  /** The given values of the parameters of an operation's path, by name. */
  path(operation: Operation): JsonObject;
  /** Values of environment variables, which are secrets. */
  readonly secrets: readonly string[];
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/**
 * Throws `config.invalid` for a key that names no place of the document, and for a value that its schema
 * does not allow.
 */
export function withGivenValues(given: GivenValues, dependencies: GivenValueDependencies): GivenPlaces {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const secrets = secretsIn(filled, dependencies.env);
  const exact = exactValues(filled, dependencies);
  const loose = looseValues(filled, dependencies);
  /** Whether a given value is for the property of a component or resource. */
  const isOwned = (operation: Operation, name: string): boolean => {
    const schema = loose.size === 0 ? undefined : bodySchemaOf(operation);
    const owners = schema === undefined ? [] : (propertyOf(dependencies.api, schema, name)?.owners ?? []);
    const resource = dependencies.model.roleOf(operation).resource?.name;
    return [...owners, ...(resource === undefined ? [] : [resource])].some((owner) => loose.has(`${owner}.${name}`));
  };
  const covers = (operation: Operation, place: string): boolean => {
    const [, , name = '', ...deeper] = place.split('/');
    const last = deeper.at(-1) ?? name;
    if (exact.get(operation)?.has(place) === true || loose.has(last)) return true;
    return place.startsWith('/body/') && deeper.length === 0 && isOwned(operation, name);
  };
  if (Object.keys(filled).length === 0)
    return { generator: dependencies.generator, covers, vary: (_, request) => request, path: () => ({}), secrets };
  const parametersFor = (
    operation: Operation,
    where: Where,
    isFree: (place: string) => boolean,
  ): Record<string, Json> => {
    const found: Record<string, Json> = {};
    // The same value in every filter would leave nothing of a list to compare.
    const isList = dependencies.model.roleOf(operation).list !== undefined;
    for (const { in: place, name, required, schema } of operation.parameters) {
      if (!(PLACES as readonly string[]).includes(place) || !isFree(`/${place}/${name}`)) continue;
      const own = exact.get(operation)?.get(`/${place}/${name}`);
      const value = own ?? (required || !isList ? loose.get(name) : undefined);
      if (value === undefined || !hasRepeated(value, operation)) continue;
      const made = valueFor(value, dependencies, { operation, schema, pointer: `/${place}/${name}`, where });
      if (own !== undefined || schema === undefined || fits(dependencies.validator, schema, made))
        found[`${place}.${name}`] = made;
    }
    return found;
  };
  const fill = createBodyFiller(exact, loose, dependencies);
  const fillVarying = createBodyFiller(varyingOf(exact), new Map(), dependencies);
  const { generator } = dependencies;
  return {
    covers,
    secrets,
    path(operation) {
      const found = parametersFor(operation, { seed: 0, at: `path/${operation.id}` }, (place) =>
        place.startsWith('/path/'),
      );
      return Object.fromEntries(Object.entries(found).map(([place, value]) => [place.slice('path.'.length), value]));
    },
    vary(operation, request, where, probed) {
      const { body } = request;
      if (body.kind !== 'parsed' || !isJson(body.mediaType) || probed === '/body') return request;
      return withBody(request, fillVarying({ operation, value: body.value, where, isFree: freeOf(probed) }));
    },
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
        return { ok: true, value: withBody(drawn.value, fill({ operation, value: body.value, where, isFree })) };
      },
      boundaries: (operation, where, known = {}) =>
        generator
          .boundaries(operation, where, { ...parametersFor(operation, where, () => true), ...known })
          .map((each) => {
            const { body } = each.request;
            if (body.kind !== 'parsed' || !isJson(body.mediaType)) return each;
            return {
              ...each,
              request: withBody(
                each.request,
                fill({ operation, value: body.value, where, isFree: freeOf(each.pointer) }),
              ),
            };
          }),
    },
  };
}

/** Values that change from request to request: templates and functions. */
function varyingOf(exact: ExactValues): ExactValues {
  const isVarying = (value: GivenValue): boolean =>
    typeof value === 'function' || /\$\{(n|salt|path\.[^}]+)\}/.test(stringifyJson(value));
  return new Map(
    [...exact].map(([operation, places]) => [operation, new Map([...places].filter(([, value]) => isVarying(value)))]),
  );
}

/** Whether a place is not the broken one, and neither contains it nor is inside it. */
function freeOf(broken: string | undefined): (place: string) => boolean {
  return (place) =>
    broken === undefined || (place !== broken && !broken.startsWith(`${place}/`) && !place.startsWith(`${broken}/`));
}

type DrawnValue = Extract<ReturnType<Generator['request']>, { ok: true }>['value'];

function withBody(request: DrawnValue, value: Json): DrawnValue {
  const { body } = request;
  if (body.kind !== 'parsed' || value === body.value) return request;
  return { ...request, body: { ...body, value, text: stringifyJson(value) } };
}
