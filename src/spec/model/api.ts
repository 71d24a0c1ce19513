import type { HeaderFields, Json } from '../../core/index.ts';
import type { ParameterLocation, ParameterStyle } from '../../wire/index.ts';

/**
 * A schema in the one dialect that every room behind `spec` reads: JSON Schema 2020-12 plus OpenAPI's annotations.
 * 2.0 and 3.0 schemas have been converted (type arrays for `nullable`, numeric exclusive bounds, `examples`);
 * `$ref` is kept and is followed with `Api.deref`. In 3.1+ its siblings apply beside it.
 */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly multipleOf?: number | bigint;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly contentSchema?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
    readonly defaultMapping?: string;
  };
  readonly xml?: XmlHints;
  readonly [extension: `x-${string}`]: unknown;
}

export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface XmlHints {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  /** 3.2: `element`, `attribute`, `text`, `cdata` or `none`. */
  readonly nodeType?: string;
}

/** OpenAPI version of the document. All rooms after `spec` use one schema dialect. */
export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

/** 1-based line and column. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A fault or note about the document: what is wrong, where, and what standin does about it. */
export interface Diagnostic {
  /** Stable, kebab-case: `unresolvable-reference`, `invalid-pattern`, `duplicate-operation-id` … */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
  readonly position?: Position;
}

/**
 * A loaded document. Loading finds paths and methods only; each `Operation` is built on first use and kept.
 * Nothing here changes after loading, apart from these caches.
 */
export interface Api {
  readonly title: string;
  /** The text about the whole API (`info.description`). */
  readonly description?: string | undefined;
  readonly version: string;
  readonly dialect: Dialect;
  /** File name or URL that it was read from, as the user said it. */
  readonly source: string;
  readonly tags: readonly {
    readonly name: string;
    readonly description?: string;
    readonly parent?: string;
    readonly kind?: string;
  }[];
  /** Path above the whole API, such as `/api`; `''` for none. The base paths begin with it. */
  readonly base: string;
  /** Paths of the document's servers, such as `/v1`; without trailing slash; `''` when there is none. Unique, longest first. */
  readonly basePaths: readonly string[];
  /** Origins of the document's servers, such as `https://api.example`; unique. */
  readonly origins: readonly string[];
  /** Servers of the document as written; variables stay in braces. */
  readonly servers: readonly ServerSpec[];
  /** All operations under `paths`, in document order. */
  readonly operations: readonly Operation[];
  /** Requests that the service sends (3.1 `webhooks`); `path` is the name of the webhook. They are never matched. */
  readonly webhooks: readonly Operation[];
  /** Named schemas of the document, each converted on first use. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  operation(id: string): Operation | undefined;
  /**
   * Finds the operation of a request: concrete segments before templated ones (OpenAPI 3.1 §4.8.8.2). Cost does not grow with the document.
   * `query` and `headers` tell operations apart that share a path (`/#Action=Copy` and `/#Action=Delete`).
   */
  match(
    request: {
      readonly method: string;
      readonly path: string;
      readonly query?: string;
      readonly headers?: HeaderFields;
    },
    options?: { readonly strictBasePath?: boolean },
  ): Match;
  /** Follows `$ref` until there is none. The same place gives the same object. With siblings (3.1+): the value is an `allOf` of target and siblings. */
  deref(schema: Schema): Schema;
  /**
   * A self-contained JSON Schema 2020-12 (local `$defs` only, each key the JSON Pointer of its origin) for a compiler.
   * `direction` takes readOnly (request) and writeOnly (response) properties out of `required`, through `allOf` and `$ref`.
   */
  bundle(schema: Schema, direction: Direction): Record<string, unknown>;
  /** JSON Pointer into the document of a schema that this Api handed out (its nearest origin after conversion). */
  pointerOf(schema: Schema): string | undefined;
  /** Position of a JSON Pointer; of its nearest existing ancestor where the place itself is implied. Parses positions on first call. */
  lineOf(pointer: string): Position | undefined;
  /** The value at a pointer as parsed, with all digits, also in another file. */
  valueAt(pointer: string): unknown;
  /** Everything known to be wrong or not enforceable, found while loading and while building operations (building all with `diagnose`). */
  readonly diagnostics: readonly Diagnostic[];
  /** Builds every operation and schema, so that `diagnostics` is complete. */
  diagnose(): readonly Diagnostic[];
  /** The document as parsed and local to this Api, for tools that need the raw text model (never to be changed). */
  readonly document: unknown;
  /** The document with all its files in one, as parsed (never to be changed). */
  bundled(): unknown;
  /**
   * The same document where answers of which it has only examples take these parts from them. Both have the same files and the same
   * schema objects, so what is kept of a schema serves both.
   */
  showing(parts: ShownParts): Api;
  /** The exact text of every file that was read, by name (for `--watch` and content hashes). */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

export interface ServerSpec {
  readonly url: string;
  readonly pointer: string;
}

/** The paths of an operation's own server and of the document's, which have one origin; without trailing slash. */
export interface OwnServerPath {
  readonly own: string;
  readonly document: string;
}

export type Direction = 'request' | 'response';

export type Match =
  /** `pathParams` are raw, still percent-encoded. `basePath` is what was stripped from the request path. */
  | {
      readonly kind: 'found';
      readonly operation: Operation;
      readonly pathParams: Readonly<Record<string, string>>;
      readonly basePath: string;
    }
  | { readonly kind: 'wrong-method'; readonly allow: readonly string[]; readonly operations: readonly Operation[] }
  | { readonly kind: 'unknown-path'; readonly nearest: readonly string[] };

export interface Operation {
  /** `operationId`, or `METHOD /path` where the document gives none or gives it twice. Unique in the Api. */
  readonly id: string;
  /** Upper-case; 3.2's `additionalOperations` as written. */
  readonly method: string;
  /** Template as in the document: `/pets/{petId}`. */
  readonly path: string;
  readonly pointer: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** In document order; `status` is `200`, `2XX` or `default`. */
  readonly responses: readonly ResponseSpec[];
  /** OR of ANDs. Empty: no security at all. An empty inner list: anonymous use is allowed. */
  readonly security: readonly (readonly SecurityUse[])[];
  /** The document has `security: []`: requests must not have a credential. */
  readonly isAnonymous?: true;
  readonly lifecycle: Lifecycle;
  /** Absent if the operation has no server of its own, or that is on another origin than the document's. */
  readonly serverPath?: OwnServerPath;
  /** Requests that the service sends because of this one; `path` is the name of the callback and its expression. */
  readonly callbacks: readonly Operation[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Parameter {
  readonly name: string;
  /** The parameter of the document that holds this value within a longer one: `name`, for the `bookId` of `books/{bookId}`. */
  readonly partOf?: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** 2.0: styles of nested lists, the outer before the inner. */
  readonly inner?: readonly ParameterStyle[];
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** Absent when `content` is there. */
  readonly schema?: Schema;
  /** Exactly one media type, when the parameter is described by `content`. */
  readonly content?: MediaType;
  readonly examples: readonly Example[];
  readonly lifecycle: Lifecycle;
  readonly pointer: string;
  readonly description?: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Example {
  readonly name: string;
  readonly value: Json;
  /** 3.2 `serializedValue`, or the text of an example of a non-JSON media type. */
  readonly text?: string;
  readonly pointer: string;
}

/** What an answer of which the document has only examples takes from them: names and values, or names alone. Names alone fit any value. */
export type ShownParts = 'names and values' | 'names';

export interface MediaType {
  /** As written: `application/json`, `text/*`, `application/json; charset=utf-8`. */
  readonly mediaType: string;
  readonly schema?: Schema;
  /** What a body is judged by, where `schema` is only the form that examples show: the document itself describes none. */
  readonly judgedBy?: Schema;
  /** 3.2: schema of each item of a sequential media type. */
  readonly itemSchema?: Schema;
  readonly examples: readonly Example[];
  readonly encoding: Readonly<Record<string, Encoding>>;
  /** 3.2: of parts without names, by their position. */
  readonly prefixEncoding?: readonly Encoding[];
  readonly itemEncoding?: Encoding;
  readonly pointer: string;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly inner?: readonly ParameterStyle[];
  readonly allowReserved?: boolean;
  readonly headers: readonly ResponseHeader[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
  readonly description?: string;
  readonly pointer: string;
}

export interface ResponseSpec {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ResponseHeader[];
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
  readonly pointer: string;
}

export interface ResponseHeader {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  /** `simple` but for 2.0's `collectionFormat`. */
  readonly style: ParameterStyle;
  readonly inner?: readonly ParameterStyle[];
  readonly explode: boolean;
  readonly schema?: Schema;
  readonly content?: MediaType;
  readonly examples: readonly Example[];
  readonly lifecycle: Lifecycle;
  readonly pointer: string;
}

export interface Link {
  readonly name: string;
  readonly operationId?: string;
  readonly operationRef?: string;
  /** Parameter name (maybe qualified, `path.id`) to constant or runtime expression (OpenAPI 3.1 §4.8.20.4). */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly requestBody?: Json;
  readonly pointer: string;
}

export interface SecurityUse {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

export type SecurityScheme =
  | { readonly kind: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  /** `scheme` lower-case: `basic`, `bearer`, `digest` … */
  | { readonly kind: 'http'; readonly scheme: string }
  | { readonly kind: 'oauth2'; readonly scopes: readonly string[]; readonly endpoints: SecurityEndpoints }
  | { readonly kind: 'openIdConnect'; readonly endpoints: SecurityEndpoints }
  | { readonly kind: 'mutualTLS' }
  /** Named by a requirement, but not defined, so it cannot be satisfied. */
  | { readonly kind: 'unknown' };

/** URLs as written, by what they are for: `clientCredentials tokenUrl`, `openIdConnectUrl`. */
export type SecurityEndpoints = Readonly<Record<string, string>>;

/**
 * Deprecation, sunset and stability (RFC 9745, RFC 8594), in all notations. Instants are milliseconds since
 * the Unix epoch.
 */
export interface Lifecycle {
  readonly deprecated: boolean;
  /** Start of the named UTC day. */
  readonly since?: number;
  /** End (23:59:59Z) of the named UTC day. */
  readonly sunset?: number;
  /** The document has a sunset that is unreadable. */
  readonly hasInvalidSunset?: true;
  /** URI reference or template of the replacement. */
  readonly successor?: string;
  readonly documentation?: string;
  /** `experimental`, `beta`, `stable` …, lower-case as written. */
  readonly stability?: string;
}
