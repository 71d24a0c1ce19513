/** A schema as bundles have it. */
export type Bundle = Record<string, unknown>;

type Random = () => number;

/** Draws a value that follows a schema most of the time and strays from it at any place now and then. */
export function drawValue(root: Bundle, random: Random, stray: number): unknown {
  const draw = (schema: unknown, depth: number): unknown => {
    if (random() < stray) return anything(random, depth);
    if (schema === true || schema === undefined || schema === false) return anything(random, depth);
    const node = schema as Bundle;
    if (typeof node['$ref'] === 'string') {
      const key = decodeURIComponent(node['$ref'].slice('#/$defs/'.length)).replaceAll('~1', '/').replaceAll('~0', '~');
      return depth > 12 ? anything(random, depth) : draw((root['$defs'] as Bundle | undefined)?.[key], depth + 1);
    }
    if ('const' in node) return node['const'];
    if (Array.isArray(node['enum']) && node['enum'].length > 0) return pick(node['enum'], random);
    const parts = [...((node['allOf'] as unknown[]) ?? [])];
    for (const keyword of ['anyOf', 'oneOf'])
      if (Array.isArray(node[keyword])) parts.push(pick(node[keyword] as unknown[], random));
    if (parts.length > 0) {
      const drawn = [
        ...parts,
        ...(node['properties'] || node['type']
          ? [{ ...node, allOf: undefined, anyOf: undefined, oneOf: undefined }]
          : []),
      ].map((part) => draw(part, depth + 1));
      const objects = drawn.filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
      return objects.length === drawn.length ? Object.assign({}, ...objects) : drawn.at(-1);
    }
    return ofType(node, depth);
  };
  const ofType = (node: Bundle, depth: number): unknown => {
    const type = Array.isArray(node['type']) ? pick(node['type'], random) : node['type'];
    if (type === 'object' || (type === undefined && node['properties'])) {
      const out: Bundle = {};
      const required = new Set((node['required'] as string[]) ?? []);
      for (const [name, schema] of Object.entries((node['properties'] as Bundle) ?? {}))
        if ((required.has(name) && random() > stray / 2) || (depth < 6 && random() < 0.5))
          out[name] = draw(schema, depth + 1);
      if (typeof node['additionalProperties'] === 'object' && random() < 0.5)
        out['extra'] = draw(node['additionalProperties'], depth + 1);
      return out;
    }
    if (type === 'array') {
      const least = Number(node['minItems'] ?? 0);
      const count = depth > 6 ? least : least + Math.floor(random() * 2.5);
      return Array.from({ length: Math.min(count, 20) }, () => draw(node['items'], depth + 1));
    }
    if (type === 'integer') return bounded(node, Math.floor(random() * 100), random);
    if (type === 'number') return bounded(node, Math.round(random() * 10_000) / 100, random);
    if (type === 'boolean') return random() < 0.5;
    if (type === 'null') return null;
    if (type === 'string') return text(node, random);
    return anything(random, depth);
  };
  return draw(root, 0);
}

function bounded(node: Bundle, value: number, random: Random): number {
  const min = Number(node['minimum'] ?? node['exclusiveMinimum'] ?? 0);
  const max = Number(node['maximum'] ?? node['exclusiveMaximum'] ?? min + 100);
  return random() < 0.1 ? pick([min, max, min - 1, max + 1, 2 ** 53], random) : Math.min(max, min + value);
}

const FORMATS: Record<string, string> = {
  'date-time': '2024-02-29T12:00:00Z',
  date: '2024-02-29',
  time: '12:00:00Z',
  uuid: '7f8d1a52-9a0c-4b5e-8a52-1f3e5d7c9b0a',
  email: 'a@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  hostname: 'example.com',
  ipv4: '10.0.0.1',
  ipv6: '::1',
  byte: 'YQ==',
};

function text(node: Bundle, random: Random): string {
  const format = FORMATS[String(node['format'])];
  if (format !== undefined && random() < 0.9) return format;
  const least = Number(node['minLength'] ?? 0);
  return 'abcdefghij'.repeat(Math.ceil(least / 10) + 1).slice(0, Math.max(least, Math.floor(random() * 12)));
}

function anything(random: Random, depth: number): unknown {
  const scalars = [null, true, 0, -1, 1.5, '', 'text', 1e21, '12', 2 ** 31];
  const kind = Math.floor(random() * (depth > 4 ? 10 : 13));
  if (kind < 10) return scalars[kind];
  if (kind === 10) return [anything(random, depth + 2)];
  return kind === 11 ? {} : { a: anything(random, depth + 2), constructor: 1 };
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Chance that can be drawn again from its seed. */
export function mulberry(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
