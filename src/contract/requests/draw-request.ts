import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Generator, Where } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isJson, isObject, valueAt } from '../../wire/index.ts';
import type { CaseContext } from '../model/case-context.ts';
import type { Fixture, FixtureUse, PreparedValues } from '../model/fixture.ts';
import type { Purpose, Stimulus } from '../model/purpose.ts';
import { versionPlace } from './item-version.ts';
import { withPathValues } from './path-values.ts';
import { substitute } from './substitute.ts';
import { withJson } from './with-value.ts';

export interface DrawOptions {
  /** The place of the draw. The same place gives the same values in every attempt. */
  readonly at: string;
  readonly use: FixtureUse;
  readonly optional?: 'all' | 'required';
  /** Parameter values by place and name, such as `query.limit`. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** Path parameters that override those of the fixtures. */
  readonly path?: Readonly<Record<string, Json>>;
  /** The item at this path, as last seen. */
  readonly item?: Pick<Fixture, 'id' | 'entity'>;
  /** The operation creates an item; see `GivenPath`. */
  readonly making?: boolean;
  readonly mediaType?: string;
  /** Draws every property of a JSON body, including those that a documented example leaves out. */
  readonly whole?: boolean;
}

export interface PreparedRequest {
  readonly request: HttpRequest;
  readonly prepared: PreparedValues;
}

/** A valid request with ids that exist; a string says why there is none. */
export async function drawRequest(
  caseContext: CaseContext,
  operation: Operation,
  draw: DrawOptions,
): Promise<PreparedRequest | string> {
  const { at, optional = 'required', mediaType, parameters } = draw;
  const fixture = { path: draw.path, item: draw.item, making: draw.making === true };
  const prepared = await caseContext.fixtures.prepare(caseContext, operation, draw.use, fixture);
  const intent = { kind: 'valid', optional, ...(mediaType === undefined ? {} : { mediaType }) } as const;
  const drawn = caseContext.generator.request(operation, intent, { seed: caseContext.seed, at }, parameters);
  if (!drawn.ok) return drawn.reason;
  const whole =
    draw.whole === true
      ? withWholeBody(caseContext.generator, operation, drawn.value, { seed: caseContext.seed, at })
      : drawn.value;
  const without = (prepared.known.without ?? []).filter(
    (name) => parameters === undefined || !Object.hasOwn(parameters, `query.${name}`),
  );
  const request = withPathValues(operation, substitute(operation, whole, { ...prepared.known, without }));
  return { request, prepared };
}

/**
 * The same request with every property of its JSON body, including those that a documented example leaves
 * out.
 */
export function withWholeBody(
  generator: Generator,
  operation: Operation,
  request: HttpRequest,
  where: Where,
): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed' || !isJson(body.mediaType)) return request;
  const { mediaType } = body;
  const drawn = generator.request(operation, { kind: 'valid', optional: 'all', mediaType, examples: false }, where);
  return drawn.ok && drawn.value.body.kind === 'parsed' ? withJson(request, drawn.value.body.value) : request;
}

/** The purpose of a valid request. */
export function validPurpose(prepared: PreparedValues, story: Stimulus = { kind: 'plain' }): Purpose {
  return { expect: 'valid', proven: prepared.proven, relational: prepared.relational, story };
}

/**
 * The purpose of a request on existing data that may be refused for other reasons. The stimulus decides
 * what counts.
 */
export function openPurpose(story: Stimulus = { kind: 'plain' }): Purpose {
  return { expect: 'any', proven: true, relational: true, story };
}

/** The JSON object in a request's body, if it has one. */
export function sentObject(request: HttpRequest): JsonObject | undefined {
  const { body } = request;
  // A file with JSON in it is not an item.
  const isFile = body.kind === 'parsed' && /^application\/octet-stream\b/i.test(body.mediaType);
  return body.kind === 'parsed' && !isFile ? bodyAsObject(body.value) : undefined;
}

/**
 * The item in the body of a request, without the envelope that the document puts around it (`{ book: { … } }`), and
 * without the version that the request says the item has.
 */
export function sentItem(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
  request: HttpRequest,
): JsonObject | undefined {
  const { requestEntity = '' } = model.roleOf(operation);
  const whole = sentObject(request);
  const item = bodyAsObject(valueAt(whole ?? null, requestEntity)) ?? whole;
  const version = item === undefined ? undefined : versionPlace(api, operation);
  if (item === undefined || version?.in !== 'body') return item;
  const { [version.name]: _, ...rest } = item;
  return rest;
}

export function bodyAsObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
