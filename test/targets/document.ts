import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: a document read from YAML has no type of its own
export type Doc = any;

export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Doc;
}

/** The document beside the servers: `servers/books.openapi.yaml`. */
export function readDocument(name: string): Doc {
  const known = parsed.get(name) ?? parse(readFileSync(documentUrl(name), 'utf8'));
  parsed.set(name, known);
  return structuredClone(known);
}

/** Parsing takes longer than most tests; files do not change under a test. */
const parsed = new Map<string, Doc>();

export function documentUrl(name: string): URL {
  return new URL(`./servers/${name}.openapi.yaml`, import.meta.url);
}

export function operationsOf(document: Doc): readonly DocumentedOperation[] {
  const methods = ['get', 'put', 'post', 'patch', 'delete'];
  return Object.entries<Doc>(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({ id: item[method].operationId, method: method.toUpperCase(), path, operation: item[method] })),
  );
}

export function deref(document: Doc, node: Doc): Doc {
  if (typeof node?.$ref !== 'string') return node;
  const keys = node.$ref.slice(2).split('/');
  return deref(
    document,
    keys.reduce((at: Doc, key: string) => at?.[key], document),
  );
}

export type Compile = (schema: Doc) => ValidateFunction;

/** Compiles schemas of the document for one direction: what is readOnly is not asked of a request, what is writeOnly not of a response. */
export function compilerOf(document: Doc, direction: 'request' | 'response'): Compile {
  const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
  const compiled = new Map<Doc, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  return (schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    ajv ??= ajvWith(withoutMarked(structuredClone(document.components), document, mark));
    const own = JSON.stringify(withoutMarked(structuredClone(schema), document, mark)).replaceAll('"#/', '"document#/');
    const made = ajv.compile(JSON.parse(own));
    compiled.set(schema, made);
    return made;
  };
}

function ajvWith(components: Doc): Ajv2020 {
  // A test of its own holds the schemas against the metaschema; here that would take most of the time.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  return ajv.addSchema({ components }, 'document');
}

/** Marked properties may be anything in a request and nothing in a response. */
function withoutMarked(node: Doc, document: Doc, mark: 'readOnly' | 'writeOnly'): Doc {
  if (Array.isArray(node)) return node.map((one) => withoutMarked(one, document, mark));
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.properties === 'object' && !Array.isArray(node.properties))
    for (const [name, property] of Object.entries<Doc>(node.properties))
      if (deref(document, property)?.[mark] === true) {
        node.properties[name] = mark === 'readOnly';
        if (Array.isArray(node.required)) node.required = node.required.filter((one: string) => one !== name);
      }
  for (const key of Object.keys(node)) node[key] = withoutMarked(node[key], document, mark);
  return node;
}
