import { StandinError } from '../../src/core/index.ts';
import type { Api, Diagnostic, Operation, Schema } from '../../src/spec/index.ts';
import { parseApi } from '../../src/spec/index.ts';

/** A document of one version with the given members, as an Api. */
export function apiOf(members: object, version = '3.1.0'): Api {
  const head = version === '2.0' ? { swagger: version } : { openapi: version };
  const text = JSON.stringify({ ...head, info: { title: 'T', version: '1' }, paths: {}, ...members });
  return parseApi({ name: 'api.json', text });
}

/** An Api with one operation, `GET /x` unless told, and that operation. */
export function operationOf(
  operation: object,
  version = '3.1.0',
  members: object = {},
  path = '/x',
): { api: Api; operation: Operation } {
  const get = { responses: { 200: { description: 'ok' } }, ...operation };
  const api = apiOf({ paths: { [path]: { get } }, ...members }, version);
  return { api, operation: api.operations[0] as Operation };
}

/** A component schema, converted. */
export function schemaOf(schema: unknown, version = '3.1.0', others: object = {}): { api: Api; schema: Schema } {
  const holder =
    version === '2.0'
      ? { definitions: { S: schema, ...others } }
      : { components: { schemas: { S: schema, ...others } } };
  const api = apiOf(holder, version);
  const $ref = version === '2.0' ? '#/definitions/S' : '#/components/schemas/S';
  return { api, schema: api.deref({ $ref }) };
}

export const yaml = (text: string): Api => parseApi({ name: 'api.yaml', text });

/** A YAML document whose head is right, with more text after it. */
export const withHead = (rest: string): string => `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n${rest}`;

export const codesOf = (api: Api): readonly string[] => api.diagnose().map((each) => each.code);

export const diagnosticOf = (api: Api, code: string): Diagnostic | undefined =>
  api.diagnose().find((each) => each.code === code);

/** The refusal of something that must be refused. */
export async function refusalOf(work: () => unknown): Promise<StandinError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StandinError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
