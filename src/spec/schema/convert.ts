import type { Schema, SchemaObject } from '../model/api.ts';
import type { Diagnostics } from '../model/diagnostics.ts';
import { namedDialect, type SchemaDialect } from '../model/dialect.ts';
import type { FileSet } from '../model/file-set.ts';
import { invalidDate, lifecycleOf } from '../model/lifecycle.ts';
import { childOf, childrenOf, enterResource, type NodeLocation } from '../model/node-location.ts';
import { readPattern } from '../model/pattern.ts';
import { isRaw, type Raw, textOf } from '../model/raw.ts';
import { closedPart, excludedProperty } from './closed-properties.ts';
import { decidedBranches } from './decided-branches.ts';
import { createDynamicScopes } from './dynamic-scope.ts';
import { type KeywordReading, PLAIN_KEYWORDS, SCHEMA_KEYWORDS } from './keywords.ts';
import { type NormalisedKeywords, normalise } from './normalise.ts';
import { takenIn } from './overlap.ts';
import { createPlaceMap } from './place-map.ts';
import type { Resolver } from './resolve.ts';
import { anyValues, emptyRanges, extremes, foreignPatterns, foreignValues } from './sanity.ts';
import { createSchemaTargets } from './schema-targets.ts';
import { isMeantForValue } from './untyped-items.ts';

/** Codes of diagnostics about values that are not of the type. */
const CODES: Readonly<Record<string, string>> = {
  enum: 'foreign-enum',
  type: 'foreign-example',
  pattern: 'foreign-example',
};

/** Converts schemas of the document to one dialect, each on first use. */
export interface Converter {
  /** The schema at a place. The same place gives the same object. */
  schemaAt(place: NodeLocation): Schema;
  /** The target of a `$ref` that this converter or a user wrote (`#/components/schemas/Pet`). */
  target(reference: string): Schema | undefined;
  pointerOf(schema: Schema): string | undefined;
  /** Whether a keyword occurs anywhere in the document. */
  mentions(keyword: string): boolean;
  /** Reports that a schema is left open, because its chain of references is too long. */
  tooDeep(schema: Schema): void;
  /** Every reference in schemas converted so far. */
  references(): readonly string[];
}

export interface ConverterDependencies {
  readonly files: FileSet;
  readonly resolver: Resolver;
  readonly dialect: SchemaDialect;
  readonly diagnostics: Diagnostics;
  /**
   * Keeps rules that nothing can fit: an empty range, an alternative of `oneOf` that is contained in
   * another.
   */
  readonly exact: boolean;
}

export function createConverter(dependencies: ConverterDependencies): Converter {
  const { files, resolver, diagnostics, exact } = dependencies;
  const scopes = createDynamicScopes(files, resolver);
  const converted = createPlaceMap<Schema>(scopes.keyOf);
  const places = new WeakMap<object, NodeLocation>();
  const opened = new WeakSet<object>();

  const report = (place: NodeLocation, code: string, severity: 'error' | 'warning', message: string): void =>
    diagnostics.add(code, severity, files.nameOf(place), message);
  const error = (place: NodeLocation, code: string, message: string): void => report(place, code, 'error', message);
  const targets = createSchemaTargets({ files, resolver, scopes, error });

  /** A schema that is not reached through another one. */
  const schemaAt = (place: NodeLocation): Schema => convertAt({ ...place, scope: scopes.enter(place, undefined) });

  const convertAt = (found: NodeLocation): Schema => {
    const entered = enterResource(found);
    const scope = scopes.inside(found);
    const place = scope === entered.scope ? entered : { ...entered, scope };
    const { node } = place;
    if (typeof node === 'boolean') return node;
    if (!isRaw(node)) {
      report(place, 'invalid-schema', 'error', 'a schema must be an object or a boolean; everything is allowed here');
      return true;
    }
    const known = converted.get(place, node);
    if (known !== undefined) return known;
    const schema = convert(place, node);
    converted.set(place, node, schema);
    return schema;
  };

  const convert = (place: NodeLocation, raw: Raw): SchemaObject => {
    const out: Record<string, unknown> = {};
    places.set(out, place);
    const dialect =
      place.dialect === undefined ? dependencies.dialect : (namedDialect(place.dialect) ?? dependencies.dialect);
    const keyword = REFERENCES.find((each) => textOf(raw, each) !== undefined);
    if (keyword !== undefined) {
      const target = targets.follow(place, keyword, textOf(raw, keyword) ?? '');
      if (target !== undefined) out['$ref'] = target;
      if (dialect !== '2020-12' && dialect !== '2019-09') {
        reportSiblings(place, raw);
        return out;
      }
    } else if (Object.hasOwn(raw, '$ref'))
      report(childOf(place, '$ref'), 'invalid-keyword', 'error', '`$ref` must be a string');
    const isOpened = opened.has(raw) || (!exact && isShut(place));
    const { additionalProperties: _, ...open } = raw;
    if (!exact && isMeantForValue(place)) {
      const { items: alternatives, ...rest } = raw;
      const message =
        '`items` without a type, of a schema for one item of a list: read as what the value itself may be';
      report(childOf(place, 'items'), 'untyped-items', 'warning', message);
      fill(
        out,
        place,
        normalise(rest, dialect, () => {}),
      );
      out['allOf'] = [convertAt({ ...childOf(place, 'items'), node: alternatives })];
      return out;
    }
    const normalised = normalise(isOpened ? open : raw, dialect, (code, key, message) =>
      report(childOf(place, key), code, 'warning', message),
    );
    fill(out, place, normalised);
    if (isOpened && out['allOf'] !== undefined) out['allOf'] = childrenOf(childOf(place, 'allOf')).map(openPart);
    return out;
  };

  /** Whether the parts of a schema exclude each other, which is reported. */
  const isShut = (place: NodeLocation): boolean => {
    const excluded = excludedProperty(resolver, place);
    if (excluded === undefined) return false;
    const { name, by } = excluded;
    const message =
      by === 'closed'
        ? `\`additionalProperties: false\` forbids \`${name}\` of a schema beside it, so no value could fit; it is left out`
        : `\`additionalProperties\` has another type than \`${name}\` of a schema beside it; it is left out`;
    error(place, 'closed-out', message);
    return true;
  };

  const openPart = ([, part]: readonly [token: string, part: NodeLocation]): Schema => {
    const closed = closedPart(resolver, part);
    if (closed === undefined || !isRaw(closed.node)) return convertAt(part);
    const node: Raw = { ...closed.node };
    opened.add(node);
    return convertAt({ ...closed, node, scope: scopes.enter(closed, part.scope) });
  };

  const reportSiblings = (place: NodeLocation, raw: Raw): void => {
    const ignored = Object.keys(raw).filter(
      (key) =>
        CONSTRAINTS.has(key) ||
        Object.hasOwn(SCHEMA_KEYWORDS, key) ||
        (Object.hasOwn(PLAIN_KEYWORDS, key) && !REMARKS.has(key)),
    );
    if (ignored.length > 0)
      report(
        place,
        'ignored-siblings',
        'warning',
        `${ignored.join(', ')} beside \`$ref\` has no effect before OpenAPI 3.1`,
      );
  };

  const fill = (out: Record<string, unknown>, place: NodeLocation, { keywords, origin }: NormalisedKeywords): void => {
    for (const key in keywords) {
      const value = keywords[key];
      const plain = Object.hasOwn(PLAIN_KEYWORDS, key) ? PLAIN_KEYWORDS[key] : undefined;
      // Most keywords need no diagnostic, so the location is computed only for the others.
      const at = (): NodeLocation => ({ ...childOf(place, origin[key] ?? key), node: value });
      if (plain !== undefined) keep(out, key, plain(value), at);
      else if (Object.hasOwn(SCHEMA_KEYWORDS, key)) keepSchemas(out, key, at());
      else if (key.startsWith('x-')) out[key] = value;
      // One notation of the lifecycle has no prefix.
      else if (key === 'sunset') out['x-sunset'] ??= value;
    }
    lifecycleOf(keywords, (key, value) => error(childOf(place, key), ...invalidDate(key, value)));
    if (!exact && Array.isArray(out['oneOf']) && out['discriminator'] === undefined)
      withoutChoice(out, childOf(place, 'oneOf'));
    if (!exact && isRaw(out['discriminator'])) withoutWrongProperty(out, out['discriminator'], place);
    if (isRaw(out['discriminator']))
      out['discriminator'] = targets.mapped(out['discriminator'], childOf(place, 'discriminator'));
    if (!exact && Array.isArray(out['oneOf']) && isRaw(out['discriminator']))
      out['oneOf'] = decidedBranches(resolver, childOf(place, 'oneOf'), out['oneOf'], out['discriminator']);
    const empty = exact ? [] : [...emptyRanges(out), ...foreignValues(out), ...foreignPatterns(out), ...anyValues(out)];
    for (const { keyword, message, dropped } of [...empty, ...extremes(out)]) {
      const code = CODES[keyword] ?? (dropped.length > 0 ? 'empty-range' : 'extreme-size');
      report(childOf(place, keyword), code, 'error', message);
      for (const key of dropped) delete out[key];
    }
  };

  /** A discriminator names a property with a string: a list or an object tells no schemas apart. */
  const withoutWrongProperty = (out: Record<string, unknown>, { propertyName }: Raw, place: NodeLocation): void => {
    const properties = isRaw(out['properties']) ? out['properties'] : {};
    const named = typeof propertyName === 'string' ? properties[propertyName] : undefined;
    const type = isRaw(named) ? named['type'] : undefined;
    if (type !== 'array' && type !== 'object') return;
    const message = `\`discriminator\` must name a property with a string; \`${String(propertyName)}\` has an ${type}`;
    report(childOf(place, 'discriminator'), 'invalid-keyword', 'error', message);
    delete out['discriminator'];
  };

  /** Both cannot apply: that these alternatives are allowed, and that exactly one fits. */
  const withoutChoice = (out: Record<string, unknown>, at: NodeLocation): void => {
    const [first] = takenIn(resolver, at);
    if (first === undefined || out['anyOf'] !== undefined) return;
    const { special, general } = first;
    report(
      at,
      'overlapping-alternatives',
      'warning',
      `every value that fits alternative ${special + 1} also fits alternative ${general + 1}, so no value can fit alternative ${special + 1} only; read as \`anyOf\``,
    );
    out['anyOf'] = out['oneOf'];
    delete out['oneOf'];
  };

  const keep = (out: Record<string, unknown>, key: string, reading: KeywordReading, at: () => NodeLocation): void => {
    if (!reading.ok) {
      report(at(), reading.code ?? 'invalid-keyword', 'error', `\`${key}\` ${reading.reason}; it is left out`);
      return;
    }
    out[key] = reading.value;
    if (reading.note !== undefined)
      report(at(), reading.code ?? 'invalid-keyword', 'warning', `\`${key}\` ${reading.note}`);
  };

  const keepSchemas = (out: Record<string, unknown>, key: string, at: NodeLocation): void => {
    const kind = SCHEMA_KEYWORDS[key];
    const { node } = at;
    if (kind === 'list' && Array.isArray(node) && node.length > 0)
      out[key] = childrenOf(at).map(([, child]) => convertAt(child));
    else if (kind === 'one' && isSchema(node)) out[key] = convertAt(at);
    else if (kind === 'map' && isRaw(node)) out[key] = schemaMap(out, key, at);
    else report(at, 'invalid-keyword', 'error', `\`${key}\` must hold ${WANTED[kind ?? 'one']}; it is left out`);
  };

  const schemaMap = (out: Record<string, unknown>, key: string, at: NodeLocation): Record<string, Schema> => {
    const schemas: Record<string, Schema> = Object.create(null);
    for (const [name, child] of childrenOf(at)) {
      const kept = key === 'patternProperties' ? patternOf(out, name, child) : name;
      if (!isSchema(child.node))
        report(child, 'invalid-schema', 'error', `\`${key}/${name}\` must be a schema; it is left out`);
      else if (kept !== undefined) schemas[kept] = convertAt(child);
    }
    return schemas;
  };

  const patternOf = (out: Record<string, unknown>, name: string, at: NodeLocation): string | undefined => {
    const pattern = readPattern(name);
    if (pattern.kind === 'repaired') report(at, 'repaired-pattern', 'warning', `${name} ${pattern.note}`);
    if (pattern.kind !== 'bad') return pattern.source;
    report(at, 'invalid-pattern', 'error', `${name} is not enforced: ${pattern.reason}`);
    // Values that the removed pattern would have allowed must not be refused.
    Object.defineProperty(out, 'additionalProperties', { value: true, enumerable: true, writable: false });
    return undefined;
  };

  const target = (reference: string): Schema | undefined => {
    const place = targets.find(reference);
    return place === undefined ? undefined : convertAt(place);
  };

  return {
    schemaAt,
    target,
    pointerOf: (schema) => {
      const place = typeof schema === 'object' ? places.get(schema) : undefined;
      return place === undefined ? undefined : files.nameOf(place);
    },
    mentions: (keyword) => files.files.some((file) => file.mentions(keyword)),
    references: targets.names,
    tooDeep: (schema) => {
      const place = typeof schema === 'object' ? places.get(schema) : undefined;
      const message = 'too many references lead here one after another; everything is allowed here';
      if (place !== undefined) report(place, 'deep-reference', 'warning', message);
    },
  };
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

const WANTED = { one: 'a schema', list: 'a list of schemas', map: 'schemas by name' } as const;

/** Keywords of other dialects that would constrain a value. */
const CONSTRAINTS: ReadonlySet<string> = new Set(['nullable', 'x-nullable']);

const REMARKS: ReadonlySet<string> = new Set(['description', 'title', 'default', 'examples']);

const isSchema = (node: unknown): boolean => typeof node === 'boolean' || isRaw(node);
