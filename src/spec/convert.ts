import type { Schema, SchemaObject } from './api.ts';
import type { Diagnostics } from './diagnostics.ts';
import { namedDialect, type SchemaDialect } from './dialect.ts';
import type { FileSet } from './file-set.ts';
import { BOUNDS, PLAIN_KEYWORDS, type Reading, SCHEMA_KEYWORDS } from './keywords.ts';
import { type Normalised, normalise } from './normalise.ts';
import { readPattern } from './pattern.ts';
import { childOf, childrenOf, enterResource, type Place } from './place.ts';
import { isRaw, type Raw } from './raw.ts';
import type { Resolver } from './resolve.ts';

/** Turns schemas of the document into the one dialect, each on first use. */
export interface Converter {
  /** The schema at a place. The same place gives the same object. */
  schemaAt(place: Place): Schema;
  /** What a `$ref` that this converter wrote (or a person, `#/components/schemas/Pet`) points at. */
  target(reference: string): Schema | undefined;
  pointerOf(schema: Schema): string | undefined;
}

export interface ConverterParts {
  readonly files: FileSet;
  readonly resolver: Resolver;
  readonly dialect: SchemaDialect;
  readonly diagnostics: Diagnostics;
}

export function createConverter(parts: ConverterParts): Converter {
  const byNode = new WeakMap<object, Schema>();
  const places = new WeakMap<object, Place>();
  const targets = new Map<string, Place>();
  const { files, resolver, diagnostics } = parts;

  const schemaAt = (found: Place): Schema => {
    const place = enterResource(found);
    const { node } = place;
    if (typeof node === 'boolean') return node;
    if (!isRaw(node)) {
      report(place, 'invalid-schema', 'error', 'a schema must be an object or a boolean; everything is allowed here');
      return true;
    }
    const known = byNode.get(node);
    if (known !== undefined) return known;
    const schema = convert(place, node);
    byNode.set(node, schema);
    return schema;
  };

  const report = (place: Place, code: string, severity: 'error' | 'warning', message: string): void =>
    diagnostics.add(code, severity, files.nameOf(place), message);

  const dialectAt = (place: Place): SchemaDialect =>
    place.dialect === undefined ? parts.dialect : (namedDialect(place.dialect) ?? parts.dialect);

  const convert = (place: Place, raw: Raw): SchemaObject => {
    const out: Record<string, unknown> = {};
    places.set(out, place);
    const dialect = dialectAt(place);
    const reference = raw['$ref'] ?? raw['$dynamicRef'] ?? raw['$recursiveRef'];
    if (typeof reference === 'string') {
      const target = referenceAt(place, reference);
      if (target !== undefined) out['$ref'] = target;
      if (ignoresSiblings(dialect)) {
        reportSiblings(place, raw);
        return out;
      }
    } else if (Object.hasOwn(raw, '$ref'))
      report(childOf(place, '$ref'), 'invalid-keyword', 'error', '`$ref` must be text');
    const normalised = normalise(raw, dialect, (code, keyword, message) =>
      report(childOf(place, keyword), code, 'warning', message),
    );
    fill(out, place, normalised);
    return out;
  };

  const referenceAt = (place: Place, reference: string): string | undefined => {
    const at = childOf(place, '$ref');
    const target = resolver.resolve(reference, place);
    if (target === undefined) {
      report(at, 'unresolvable-reference', 'error', `${reference} points at nothing; everything is allowed here`);
      return undefined;
    }
    const loop = resolver.follow(target);
    if (loop.kind === 'loop') {
      report(at, 'reference-loop', 'error', `${loop.references.join(' → ')} never arrives at a schema`);
      return undefined;
    }
    const { file, pointer } = target;
    const name = file === files.entry ? `#${pointer}` : files.nameOf(target);
    targets.set(name, target);
    return name;
  };

  const reportSiblings = (place: Place, raw: Raw): void => {
    const ignored = Object.keys(raw).filter(
      (key) =>
        key !== '$ref' && (PLAIN_KEYWORDS[key] ?? SCHEMA_KEYWORDS[key] ?? key === 'nullable') && !ANNOTATIONS.has(key),
    );
    if (ignored.length > 0)
      report(
        place,
        'ignored-siblings',
        'warning',
        `${ignored.join(', ')} beside \`$ref\` has no effect before OpenAPI 3.1`,
      );
  };

  const fill = (out: Record<string, unknown>, place: Place, { keywords, origin }: Normalised): void => {
    for (const key in keywords) {
      const value = keywords[key];
      const at = { ...childOf(place, origin[key] ?? key), node: value };
      const plain = Object.hasOwn(PLAIN_KEYWORDS, key) ? PLAIN_KEYWORDS[key] : undefined;
      if (plain !== undefined) keep(out, key, plain(value), at);
      else if (Object.hasOwn(SCHEMA_KEYWORDS, key)) keepSchemas(out, key, at);
      else if (key.startsWith('x-')) out[key] = value;
    }
    dropEmptyBounds(out, place);
  };

  const keep = (out: Record<string, unknown>, key: string, reading: Reading, at: Place): void => {
    if (!reading.ok) {
      report(at, reading.code ?? 'invalid-keyword', 'error', `\`${key}\` ${reading.reason}; it is left out`);
      return;
    }
    out[key] = reading.value;
    if (reading.note !== undefined)
      report(at, reading.code ?? 'invalid-keyword', 'warning', `\`${key}\` ${reading.note}`);
  };

  const keepSchemas = (out: Record<string, unknown>, key: string, at: Place): void => {
    const kind = SCHEMA_KEYWORDS[key];
    const { node } = at;
    if (kind === 'list' && Array.isArray(node) && node.length > 0)
      out[key] = childrenOf(at).map(([, child]) => schemaAt(child));
    else if (kind === 'one' && isSchema(node)) out[key] = schemaAt(at);
    else if (kind === 'map' && isRaw(node)) out[key] = schemaMap(out, key, at);
    else report(at, 'invalid-keyword', 'error', `\`${key}\` must hold ${WANTED[kind ?? 'one']}; it is left out`);
  };

  const schemaMap = (out: Record<string, unknown>, key: string, at: Place): Record<string, Schema> => {
    const schemas: Record<string, Schema> = Object.create(null);
    for (const [name, child] of childrenOf(at)) {
      if (!isSchema(child.node))
        report(child, 'invalid-schema', 'error', `\`${key}/${name}\` must be a schema; it is left out`);
      else if (key !== 'patternProperties') schemas[name] = schemaAt(child);
      else {
        const pattern = readPattern(name);
        if (pattern.kind === 'repaired') report(child, 'repaired-pattern', 'warning', `${name} ${pattern.note}`);
        if (pattern.kind !== 'bad') schemas[pattern.source] = schemaAt(child);
        else {
          report(child, 'invalid-pattern', 'error', `${name} is not enforced: ${pattern.reason}`);
          // What the lost pattern would have allowed must not be refused now.
          if (out['additionalProperties'] === false) out['additionalProperties'] = true;
        }
      }
    }
    return schemas;
  };

  const dropEmptyBounds = (out: Record<string, unknown>, place: Place): void => {
    for (const [low, high] of BOUNDS) {
      const from = out[low];
      const to = out[high];
      if (!isNumeric(from) || !isNumeric(to) || from <= to) continue;
      report(
        childOf(place, low),
        'empty-range',
        'error',
        `\`${low}\` ${from} is above \`${high}\` ${to}; both are left out`,
      );
      delete out[low];
      delete out[high];
    }
  };

  const target = (reference: string): Schema | undefined => {
    const known = targets.get(reference);
    if (known !== undefined) return schemaAt(known);
    const place = resolver.resolve(reference, { file: files.entry, pointer: '', node: files.entry.root });
    if (place === undefined) return undefined;
    targets.set(reference, place);
    return schemaAt(place);
  };

  return {
    schemaAt,
    target,
    pointerOf: (schema) => {
      const place = typeof schema === 'object' ? places.get(schema) : undefined;
      return place === undefined ? undefined : files.nameOf(place);
    },
  };
}

const WANTED = { one: 'a schema', list: 'a list of schemas', map: 'schemas by name' } as const;

const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'title', 'default', 'examples']);

const isSchema = (node: unknown): boolean => typeof node === 'boolean' || isRaw(node);

const isNumeric = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

const ignoresSiblings = (dialect: SchemaDialect): boolean => dialect !== '2020-12' && dialect !== '2019-09';
