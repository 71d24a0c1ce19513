import type { Dialect } from './api.ts';
import { isRaw, member } from './raw.ts';
import { refuseDocument } from './source-file.ts';

/** The rules by which a Schema Object is read. */
export type SchemaDialect = 'oas-2.0' | 'oas-3.0' | 'draft-04' | 'draft-07' | '2019-09' | '2020-12';

/** The name of a document format that is often mistaken for OpenAPI. */
function otherKind(root: unknown): string {
  if (member(root, 'asyncapi') !== undefined) return 'This is an AsyncAPI document; standin reads OpenAPI.';
  return String(member(member(root, 'info'), 'schema')).includes('postman')
    ? 'This is a Postman collection: export it as OpenAPI.'
    : 'It begins with a line such as `openapi: 3.1.0`, or `swagger: "2.0"`.';
}

/**
 * The OpenAPI version of a document (the patch number has no meaning, OpenAPI 3.1 §4.1); drafts of 3.3 are
 * read as 3.2. Refuses other documents. `where` gives the position of a pointer for messages.
 */
export function dialectOf(where: (pointer: string) => string, root: unknown): Version {
  if (!isRaw(root)) refuseDocument(where(''), 'an OpenAPI document is an object', otherKind(root));
  const swagger = member(root, 'swagger');
  const openapi = member(root, 'openapi');
  if (swagger !== undefined && openapi !== undefined)
    refuseDocument(where('/swagger'), 'both `swagger` and `openapi` say which version this is');
  const version = openapi ?? swagger;
  if (version === undefined)
    refuseDocument(where(''), 'neither `openapi` nor `swagger` says which version this is', otherKind(root));
  const found = /^(2\.0|3\.[0-3])(?:\.\d+(?:-.+)?)?$/.exec(String(version))?.[1];
  if (found === undefined || (found === '2.0') !== (swagger !== undefined))
    refuseDocument(
      where(openapi === undefined ? '/swagger' : '/openapi'),
      `unknown version ${JSON.stringify(String(version))}`,
      'standin reads 2.0, 3.0, 3.1 and 3.2.',
    );
  const dialect = DIALECTS.find((each) => each === found);
  return { dialect: dialect ?? '3.2', isDraft: dialect === undefined, asNumber: typeof version === 'number' };
}

const DIALECTS: readonly Dialect[] = ['2.0', '3.0', '3.1', '3.2'];

interface Version {
  readonly dialect: Dialect;
  /** Whether the version is not published yet. */
  readonly isDraft: boolean;
  readonly asNumber: boolean;
}

/** Rules for schemas without a declared dialect. */
export function schemaDialectOf(dialect: Dialect, root: unknown): SchemaDialect {
  if (dialect === '2.0') return 'oas-2.0';
  if (dialect === '3.0') return 'oas-3.0';
  const declared = member(root, 'jsonSchemaDialect');
  return typeof declared === 'string' ? (namedDialect(declared) ?? '2020-12') : '2020-12';
}

/** Rules that a `$schema` names; `undefined` for an unknown one. */
export function namedDialect(uri: string): SchemaDialect | undefined {
  if (/draft-0[34]\//.test(uri)) return 'draft-04';
  if (/draft-0[67]\//.test(uri)) return 'draft-07';
  if (uri.includes('2019-09')) return '2019-09';
  if (uri.includes('2020-12') || /spec\.openapis\.org\/oas\/3\.\d\/(dialect|schema)/.test(uri)) return '2020-12';
  return undefined;
}
