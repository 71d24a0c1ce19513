import { type Corrections, inferResources, type ResourceModel, type Role } from '../../src/resources/index.ts';
import { type Api, loadApi } from '../../src/spec/index.ts';

export interface Op {
  /** Request body schema. */
  readonly body?: unknown;
  /** Schema of the 200 (or `status`) answer; absent: an answer without content. */
  readonly answer?: unknown;
  readonly status?: string;
  /** Query parameters by name, as schemas; `x-` keys beside them go to the parameter. */
  readonly query?: Readonly<Record<string, object>>;
  readonly media?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A document from `METHOD /path` lines. Path parameters are strings unless `parameters` types them. */
export async function small(
  operations: Readonly<Record<string, Op>>,
  schemas: Readonly<Record<string, unknown>> = {},
  parameters: Readonly<Record<string, object>> = {},
): Promise<Api> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [line, op] of Object.entries(operations)) {
    const [method = '', path = ''] = line.split(' ');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = operation(path, op, parameters);
  }
  return loadApi({ openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths, components: { schemas } });
}

function operation(path: string, op: Op, types: Readonly<Record<string, object>>): object {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: types[name] ?? { type: 'string' },
  }));
  const inQuery = Object.entries(op.query ?? {}).map(([name, schema]) => {
    const own = Object.entries(schema);
    const isOfParameter = (key: string): boolean => key.startsWith('x-') || key === 'description';
    const pick = (wanted: boolean) => Object.fromEntries(own.filter(([key]) => isOfParameter(key) === wanted));
    return { name, in: 'query', schema: pick(false), ...pick(true) };
  });
  const content = (schema: unknown) => ({ content: { [op.media ?? 'application/json']: { schema } } });
  return {
    parameters: [...inPath, ...inQuery],
    ...(op.body === undefined ? {} : { requestBody: content(op.body) }),
    responses: { [op.status ?? '200']: { description: 'ok', ...(op.answer === undefined ? {} : content(op.answer)) } },
    ...op.extensions,
  };
}

export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
export const many = (items: unknown): object => ({ type: 'array', items });
export const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
export const text = { type: 'string' };
export const whole = { type: 'integer' };

export interface Seen {
  readonly model: ResourceModel;
  role(line: string): Role;
  /** `kind resource`, for short. */
  short(line: string): string;
}

export function see(api: Api, corrections?: Corrections): Seen {
  const model = inferResources(api, corrections);
  const role = (line: string): Role => {
    const found = api.operations.find((o) => `${o.method} ${o.path}` === line);
    if (found === undefined) throw new Error(`no operation ${line}`);
    return model.roleOf(found);
  };
  const short = (line: string): string => {
    const { kind, resource } = role(line);
    return kind === 'action' || kind === 'none' ? kind : `${kind} ${resource?.name}`;
  };
  return { model, role, short };
}

export const PET = object({ id: whole, name: text, status: { enum: ['available', 'sold'] }, tags: many(text) }, [
  'id',
  'name',
]);
export const NEW_PET = object({ name: text, status: { enum: ['available', 'sold'] } }, ['name']);
