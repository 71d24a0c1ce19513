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

/** Keywords of which two parts of an `allOf` can be written as one, if their properties differ. */
const MERGED = /^(type|properties|required|title|description|example|examples|externalDocs)$/;

/** The same document with each `allOf` of plain objects written as one object. */
export function flattened(document: Written): Written {
  const schemas = schemasOf(document);
  const targetOf = (part: unknown): Written | undefined => {
    if (!isWritten(part)) return undefined;
    const reference = part['$ref'];
    if (typeof reference !== 'string') return part;
    const folder = FOLDERS.find((start) => reference.startsWith(start));
    const target = folder === undefined ? undefined : schemas[reference.slice(folder.length)];
    return isWritten(target) && Object.keys(part).length === 1 ? target : undefined;
  };
  return mapped(document, (each) => {
    const { allOf, ...rest } = each;
    if (!Array.isArray(allOf) || !Object.keys(rest).every((key) => MERGED.test(key))) return each;
    const parts = [rest, ...allOf.map(targetOf)];
    const isPlain = (part: Written | undefined): part is Written =>
      part !== undefined &&
      (part === rest || part['type'] === 'object') &&
      Object.keys(part).every((key) => MERGED.test(key));
    if (!parts.every(isPlain)) return each;
    const names = parts.flatMap(({ properties }) => (isWritten(properties) ? Object.keys(properties) : []));
    if (new Set(names).size < names.length) return each;
    const required = parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
    return {
      ...rest,
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    };
  }) as Written;
}

const OF_TYPE: Readonly<Record<string, Written>> = {
  string: { minLength: 0 },
  array: { minItems: 0, uniqueItems: false },
  object: { minProperties: 0, additionalProperties: true },
};
const STYLES: Readonly<Record<string, string>> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };

/** The same document with keywords written out that have the value which holds without them. */
export function spelledOut(document: Written): Written {
  const is3 = typeof document['openapi'] === 'string';
  return mapped(document, (each, key) => {
    const { type, in: place, schema } = each;
    if (typeof place === 'string' && typeof each['name'] === 'string' && isWritten(schema) && is3) {
      const style = typeof each['style'] === 'string' ? each['style'] : STYLES[place];
      return { required: false, style, explode: style === 'form' || style === 'cookie', ...each };
    }
    if (key === 'requestBody' && isWritten(each['content'])) return { required: false, ...each };
    // What stands under these keys is a map of names or a value, not a schema.
    if (['properties', 'example', 'examples', 'default', 'mapping', 'scopes', 'enum', 'value'].includes(key))
      return each;
    if (typeof type !== 'string' || place !== undefined || each['allOf'] !== undefined) return each;
    if (type === 'object' && 'unevaluatedProperties' in each) return each;
    return { ...OF_TYPE[type], ...each };
  }) as Written;
}

/** Whether 3.0 has words for all of a document of 3.1. */
const isOld = (document: Written): boolean =>
  String(document['openapi']).startsWith('3.1') &&
  !/"(webhooks|prefixItems|contentEncoding|contentMediaType|\$defs|if|patternProperties|propertyNames|unevaluated\w+|dependent\w+|pathItems|contains|jsonSchemaDialect)":/.test(
    JSON.stringify(document),
  );

/** A document of OpenAPI 3.1 in the words of 3.0, where 3.0 has them. */
export function older(document: Written): Written {
  if (!isOld(document)) return document;
  const changed = mapped(document, (each) => {
    // Before 3.1 nothing beside a reference counts.
    if (typeof each['$ref'] === 'string' && Object.keys(each).length > 1) {
      const { $ref, summary: _summary, description: _description, ...rest } = each;
      return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
    }
    const { const: only, exclusiveMinimum: low, exclusiveMaximum: high, type, ...rest } = each;
    const out: Written = { ...rest };
    if (type !== undefined) out['type'] = type;
    if (Array.isArray(type)) {
      const others = type.filter((name) => name !== 'null');
      if (others.length < type.length) out['nullable'] = true;
      if (others.length === 1) out['type'] = others[0];
      else {
        delete out['type'];
        delete out['nullable'];
        out['anyOf'] = others.map((name, index) => ({
          type: name,
          ...(index === 0 && others.length < type.length ? { nullable: true } : {}),
        }));
      }
    }
    if (only !== undefined) out['enum'] = [only];
    for (const [word, bound] of [
      ['Minimum', low],
      ['Maximum', high],
    ] as const)
      if (typeof bound === 'number') Object.assign(out, { [word.toLowerCase()]: bound, [`exclusive${word}`]: true });
      else if (bound !== undefined) out[`exclusive${word}`] = bound;
    return out;
  }) as Written;
  return { ...changed, openapi: '3.0.3' };
}

/** The same document in two files: the schemas stand in a second one. */
export function split(document: Written, second: string): readonly [first: Written, second: Written] | undefined {
  const { components } = document;
  if (!isWritten(components) || !isWritten(components['schemas'])) return undefined;
  const { schemas, ...others } = components;
  const away = (text: string): string => (text.startsWith(FOLDERS[0] ?? '') ? `${second}${text}` : text);
  // A bare name is that of a schema of the first file.
  const tagAway = (to: unknown): unknown =>
    typeof to === 'string' ? away(to in (schemas as Written) ? `${FOLDERS[0]}${to}` : to) : to;
  const moved = mapped({ ...document, components: others }, (each, key) => {
    if (key === 'mapping') return Object.fromEntries(Object.entries(each).map(([tag, to]) => [tag, tagAway(to)]));
    return typeof each['$ref'] === 'string' ? { ...each, $ref: away(each['$ref']) } : each;
  }) as Written;
  return [moved, { components: { schemas } }];
}
