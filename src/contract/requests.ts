import type { HttpRequest, Json, JsonObject } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import { isArray, isJson, stringifyJson } from '../wire/index.ts';
import type { Prepared, Use } from './fixtures.ts';
import type { Purpose, Story } from './purpose.ts';
import type { Stage } from './stage.ts';
import { substitute } from './substitute.ts';

export interface Draw {
  /** Names the place of the draw; the same name gives the same values in every attempt. */
  readonly at: string;
  readonly use: Use;
  readonly optional?: 'all' | 'required';
  /** Parameter values by `query.limit`. */
  readonly parameters?: Readonly<Record<string, Json>>;
  /** Path parameters that the asker knows better than the fixtures. */
  readonly path?: Readonly<Record<string, Json>>;
  readonly mediaType?: string;
  /** Every property of a JSON body, where a documented example would leave some out. */
  readonly whole?: boolean;
}

export interface Drawn {
  readonly request: HttpRequest;
  readonly prepared: Prepared;
}

/** A valid request with ids that exist; a text says why there is none. */
export async function drawRequest(stage: Stage, operation: Operation, draw: Draw): Promise<Drawn | string> {
  const { at, optional = 'required', mediaType, parameters } = draw;
  const known = draw.path === undefined ? undefined : { path: draw.path };
  const prepared = await stage.fixtures.prepare(stage, operation, draw.use, known);
  const intent = { kind: 'valid', optional, ...(mediaType === undefined ? {} : { mediaType }) } as const;
  const drawn = stage.generator.request(operation, intent, { seed: stage.seed, at }, parameters);
  if (!drawn.ok) return drawn.reason;
  const whole = draw.whole === true ? withWholeBody(stage, operation, drawn.value, at) : drawn.value;
  const without = (prepared.known.without ?? []).filter(
    (name) => parameters === undefined || !Object.hasOwn(parameters, `query.${name}`),
  );
  return { request: substitute(operation, whole, { ...prepared.known, without }), prepared };
}

function withWholeBody(stage: Stage, operation: Operation, request: HttpRequest, at: string): HttpRequest {
  const { body } = request;
  const schema =
    body.kind === 'parsed'
      ? operation.body?.content.find(({ mediaType }) => mediaType === body.mediaType)?.schema
      : undefined;
  if (body.kind !== 'parsed' || !isJson(body.mediaType) || schema === undefined) return request;
  const drawn = stage.generator.value(
    schema,
    { seed: stage.seed, at },
    { direction: 'request', optional: 'all', examples: false },
  );
  if (!drawn.ok) return request;
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...request, headers, body: { ...body, value: drawn.value, text: stringifyJson(drawn.value) } };
}

/** The purpose of a valid request. */
export function validPurpose(prepared: Prepared, story: Story = { kind: 'plain' }): Purpose {
  return { expect: 'valid', proven: prepared.proven, relational: prepared.relational, story };
}

/** The JSON object in a request's body, where there is one. */
export function sentObject(request: HttpRequest): JsonObject | undefined {
  return request.body.kind === 'parsed' ? asObject(request.body.value) : undefined;
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : undefined;
}
