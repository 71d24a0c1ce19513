import { isArray, isObject } from '../../evaluation/index.ts';
import {
  type Api,
  type Direction,
  hasUndefinedForm,
  judgedSchemaOf,
  type MediaType,
  type Operation,
  type Parameter,
  type ResponseHeader,
  type Schema,
} from '../../spec/index.ts';
import { copierOf, copyOf } from '../compile/schemas.ts';
import type { SchemaNode } from '../copy/schema-copier.ts';
import type { Copier } from '../copy/schema-copy.ts';
import type { ValidationPlan } from '../judge/operation-plan.ts';

/**
 * One operation as a document of its own, self-contained and in the 2020-12 dialect. It is all that Prism
 * gets.
 */
export interface PrismDocument {
  /** The input of http-spec: one path with one method. */
  readonly document: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly [field: string]: unknown;
  };
  readonly path: string;
  /** Definitions in Prism's place: `#/__bundled__/…`. */
  readonly bundled: Readonly<Record<string, unknown>>;
}

/** Bodies are judged alike for all methods; this one may always have one. */
export const METHOD = 'post';

const REF_ROOT = '#/__bundled__/';

/**
 * Writes an operation for Prism, without parameters that its deserialisers misread (see
 * deviations/unasked-parameters.ts) and patterns that could block the process. readOnly and writeOnly are
 * resolved already. `jsonSchemaDialect` is set, because http-spec would otherwise add draft-07.
 */
export function writePrismDocument(plan: ValidationPlan, api: Api): PrismDocument {
  const { operation } = plan;
  const add = createAdder(api);
  const body = operation.body;
  const document = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'one operation', version: '1' },
    paths: {
      [operation.path]: {
        [METHOD]: {
          parameters: judgedParameters(operation, api).map((parameter) => writeParameter(parameter, add)),
          ...(body === undefined
            ? {}
            : { requestBody: { required: body.required, content: writeContent(body.content, 'request', add) } }),
          responses: Object.fromEntries(
            operation.responses.map(({ status, content, headers }) => [
              status,
              {
                description: '',
                headers: writeHeaders(headers, api, add),
                content: writeContent(content, 'response', add),
              },
            ]),
          ),
        },
      },
    },
  };
  return { document, path: operation.path, bundled: add.bundled() };
}

interface Adder {
  /** A reference to the schema among the definitions. */
  refer(schema: Schema, direction: Direction): object;
  /** The schema itself, so that Prism's deserialisers see its type. */
  inline(schema: Schema, direction: Direction): object;
}

function createAdder(api: Api): Adder & { readonly bundled: () => Record<string, unknown> } {
  const copiers: Record<Direction, Copier> = {
    request: copierOf(api, { refRoot: `${REF_ROOT}request-`, plain: true }),
    response: copierOf(api, { refRoot: `${REF_ROOT}response-`, plain: true }),
  };
  const wrapped = new Map<string, SchemaNode>();
  return {
    refer: (schema, direction) => {
      const { root } = copyOf(api, schema, direction, copiers[direction]);
      const name = `root-${wrapped.size}`;
      wrapped.set(name, root);
      // Prism merges `allOf` first: it keeps only the first of several references and drops
      // siblings, including `$schema`. With a single reference it merges nothing.
      return { allOf: [{ $ref: REF_ROOT + name }] };
    },
    inline: (schema, direction) => {
      const { root, copier } = copyOf(api, schema, direction, copiers[direction]);
      let node = root;
      for (let hops = 0; hops < 10 && typeof node['$ref'] === 'string' && Object.keys(node).length === 1; hops += 1) {
        node = copier.defs.get(node['$ref']) ?? {};
      }
      return node;
    },
    bundled: () => {
      const defs = Object.values(copiers).flatMap(({ defs }) => [...defs]);
      const named = defs.map(([reference, node]) => [reference.slice(REF_ROOT.length), node] as const);
      return Object.fromEntries([...wrapped, ...named]);
    },
  };
}

function writeParameter(parameter: Parameter, add: Adder): object {
  const { name, required, style, explode } = parameter;
  return { name, in: parameter.in, required, style, explode, schema: add.inline(parameter.schema ?? true, 'request') };
}

function writeContent(content: readonly MediaType[], direction: Direction, add: Adder): object {
  return Object.fromEntries(
    content.map((media) => {
      const schema = judgedSchemaOf(media);
      return [media.mediaType, schema === undefined ? {} : { schema: add.refer(schema, direction) }];
    }),
  );
}

function writeHeaders(headers: readonly ResponseHeader[], api: Api, add: Adder): object {
  const described = headers.filter(
    ({ name, schema }) => name.toLowerCase() !== 'content-type' && typesOf(schema, api) === 'scalar',
  );
  return Object.fromEntries(
    described.map(({ name, required, schema }) => [name, { required, schema: add.inline(schema ?? true, 'response') }]),
  );
}

/** The parameters that Prism judges: those that its deserialisers read as OpenAPI does. */
export function judgedParameters(operation: Operation, api: Api): readonly Parameter[] {
  return operation.parameters.filter((parameter) => {
    const { name, in: place, style, schema, inner } = parameter;
    if (inner !== undefined || hasUndefinedForm(api, parameter)) return false;
    const kind = typesOf(schema, api);
    if (place === 'path') return style === 'simple' && kind === 'scalar';
    if (place === 'header') return style === 'simple' && kind === 'scalar' && !isReserved(name);
    return place === 'query' && style === 'form' && kind !== 'other';
  });
}

/** Whether Prism judges a response header field with this schema. */
export function isJudgedHeader(schema: Schema | undefined, api: Api): boolean {
  return typesOf(schema, api) === 'scalar';
}

function isReserved(name: string): boolean {
  return ['accept', 'content-type', 'authorization'].includes(name.toLowerCase());
}

/** The type of a schema's values, by its own `type` only. */
function typesOf(schema: Schema | undefined, api: Api): 'scalar' | 'array' | 'other' {
  const read: unknown = schema === undefined ? undefined : api.deref(schema);
  const type = isObject(read) ? read['type'] : undefined;
  const types = isArray(type) ? type : [type];
  if (types.length === 1 && types[0] === 'array') return 'array';
  const scalar = types.every((name) => ['integer', 'number', 'string', 'boolean', 'null'].includes(String(name)));
  return scalar ? 'scalar' : 'other';
}
