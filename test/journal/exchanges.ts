import type { Body, HeaderFields, Json } from '../../src/core/index.ts';
import type { Entry } from '../../src/journal/index.ts';
import type { Api, Lifecycle, MediaType, Operation, Parameter, Schema } from '../../src/spec/index.ts';

export const json = (value: Json, text: string = JSON.stringify(value)): Body => ({
  kind: 'parsed',
  mediaType: 'application/json',
  value,
  text,
});

const NOTHING = { kind: 'none' } as const;
export const STILL_GOOD: Lifecycle = { deprecated: false };

export function operation(id: string, more: Partial<Operation> = {}): Operation {
  const [method = 'GET', path = '/'] = id.includes(' ') ? id.split(' ') : ['GET', `/${id}`];
  return {
    id,
    method,
    path,
    pointer: `/paths/${id}`,
    tags: [],
    parameters: [],
    responses: [],
    security: [],
    callbacks: [],
    lifecycle: STILL_GOOD,
    extensions: {},
    ...more,
  };
}

export function parameter(name: string, where: Parameter['in'], lifecycle: Lifecycle): Parameter {
  return {
    name,
    in: where,
    required: false,
    style: where === 'query' || where === 'cookie' ? 'form' : 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: {},
    examples: [],
    lifecycle,
    pointer: '',
    extensions: {},
  };
}

export function media(schema: Schema): MediaType {
  return { mediaType: 'application/json', schema, examples: [], encoding: {}, pointer: '' };
}

interface Said {
  readonly origin?: string;
  readonly operation?: Operation;
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: HeaderFields;
  readonly body?: Body;
  readonly status?: number;
  readonly answer?: Body;
  readonly world?: string;
  readonly client?: string;
  readonly at?: number;
}

export function exchange(said: Said = {}): Omit<Entry, 'sequence'> {
  return {
    at: said.at ?? 1_700_000_000_000,
    duration: 2,
    world: said.world ?? 'default',
    ...(said.operation === undefined ? {} : { operation: said.operation }),
    request: {
      method: said.method ?? said.operation?.method ?? 'GET',
      path: said.path ?? said.operation?.path ?? '/pets',
      query: said.query ?? '',
      headers: said.headers ?? [],
      body: said.body ?? NOTHING,
    },
    response: { status: said.status ?? 200, headers: [], body: said.answer ?? NOTHING },
    origin: said.origin ?? 'resource',
    violations: [],
    client: said.client ?? 'browser',
  };
}

/** As much of an Api as a journal asks for. */
export function apiWith(schemas: Readonly<Record<string, Schema>>, schemes: Api['securitySchemes'] = {}): Api {
  const deref = (schema: Schema): Schema =>
    typeof schema === 'object' && schema.$ref !== undefined ? deref(schemas[schema.$ref] ?? true) : schema;
  return { deref, securitySchemes: schemes } as unknown as Api;
}
