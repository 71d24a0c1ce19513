/** A document as JSON. */
export type Written = Record<string, unknown>;

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object and list of a document, changed from the inside out. */
function mapped(value: unknown, change: (each: Written, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, key));
  if (!isWritten(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, change, name)])),
    key,
  );
}

const FOLDERS = ['#/components/schemas/', '#/definitions/'];

/** The same document with other names of schemas. */
export function renamed(document: Written): Written {
  const rename = (reference: string): string => {
    const folder = FOLDERS.find((each) => reference.startsWith(each));
    return folder === undefined ? reference : `${folder}Renamed_${reference.slice(folder.length)}`;
  };
  const known = schemasOf(document);
  // Without a mapping, the name of a schema is the value of its tag.
  if (holdsKey(document, 'discriminator')) return document;
  const changed = mapped(document, (each) =>
    typeof each['$ref'] === 'string' ? { ...each, $ref: rename(each['$ref']) } : each,
  ) as Written;
  const names = Object.fromEntries(Object.keys(known).map((name) => [`Renamed_${name}`, schemasOf(changed)[name]]));
  return withSchemas(changed, names);
}

function holdsKey(value: unknown, key: string): boolean {
  return JSON.stringify(value).includes(`"${key}":`);
}

export function schemasOf(document: Written): Written {
  const { components, definitions } = document;
  if (isWritten(definitions)) return definitions;
  return isWritten(components) && isWritten(components['schemas']) ? components['schemas'] : {};
}

function withSchemas(document: Written, schemas: Written): Written {
  if (document['definitions'] !== undefined) return { ...document, definitions: schemas };
  if (!isWritten(document['components'])) return document;
  return { ...document, components: { ...document['components'], schemas } };
}

/** The same document with references to small schemas written out, where they stand alone. */
export function inlined(document: Written): Written {
  const schemas = schemasOf(document);
  const small = (name: string): boolean =>
    isWritten(schemas[name]) && !/"\$ref"|"discriminator"/.test(JSON.stringify(schemas[name]));
  return mapped(document, (each) => {
    const reference = each['$ref'];
    const folder = typeof reference === 'string' ? FOLDERS.find((start) => reference.startsWith(start)) : undefined;
    if (folder === undefined || typeof reference !== 'string' || Object.keys(each).length > 1) return each;
    const name = decodeURIComponent(reference.slice(folder.length)).replaceAll('~1', '/').replaceAll('~0', '~');
    return small(name) ? structuredClone(schemas[name]) : each;
  }) as Written;
}

/** The same document with every property inside an `allOf` of one. */
export function wrapped(document: Written): Written {
  return mapped(document, (each, key) => {
    if (key !== 'properties' || !isWritten(each)) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, schema]) => [name, isPlainSchema(schema) ? { allOf: [schema] } : schema]),
    );
  }) as Written;
}

/** Marks and defaults count where they stand, so a schema with one stays as it is. */
const isPlainSchema = (value: unknown): boolean =>
  isWritten(value) && !/"(readOnly|writeOnly|default|deprecated|discriminator)"/.test(JSON.stringify(value));

/** The same document with the members of all objects in the opposite order. */
export function reordered(document: Written): Written {
  return mapped(document, (each) => Object.fromEntries(Object.entries(each).reverse())) as Written;
}

/** A document of OpenAPI 3.0 in the words of 3.1. */
export function modern(document: Written): Written {
  if (!String(document['openapi']).startsWith('3.0')) return document;
  const changed = mapped(document, (each) => {
    // Before 3.1 nothing beside a reference counts.
    if (typeof each['$ref'] === 'string') return { $ref: each['$ref'] };
    const { nullable, exclusiveMinimum: low, exclusiveMaximum: high, ...rest } = each;
    const out: Written = { ...rest };
    const { type, minimum, maximum } = rest;
    if (nullable === true && typeof type === 'string') {
      // An enum without null still refuses it.
      out['type'] = [type, 'null'];
    } else if (nullable !== undefined && typeof nullable !== 'boolean') out['nullable'] = nullable;
    for (const [word, bound, isOpen] of [
      ['Minimum', minimum, low],
      ['Maximum', maximum, high],
    ] as const) {
      if (isOpen === true) {
        delete out[word.toLowerCase()];
        out[`exclusive${word}`] = bound;
      } else if (isOpen !== undefined && isOpen !== false) out[`exclusive${word}`] = isOpen;
    }
    return out;
  }) as Written;
  return { ...changed, openapi: '3.1.0' };
}
